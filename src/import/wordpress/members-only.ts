import { memberOf, phpValue, textOfValue } from './php-values.ts'
import type { WxrRecord } from './wxr-record.ts'

const NOTHING: ReadonlySet<string> = new Set([
  '',
  '0',
  'no',
  'none',
  'off',
  'false',
  'all',
  'default',
  'a:0:{}',
  '[]',
  'N;',
  'b:0;',
])
const says = (value: string) => !NOTHING.has(value.toLowerCase())

/**
 * The custom fields by which plugins show a story to some people only, with the plugin, and whether a value does so. Where
 * the rules stand elsewhere, as those of WooCommerce Memberships do, all but "public" counts.
 */
const FIELDS: readonly [key: string, plugin: string, hides: (value: string) => boolean][] = [
  ['_members_access_role', 'Members', says],
  ['_wc_memberships_force_public', 'WooCommerce Memberships', (value) => value !== '' && value !== 'yes'],
  ['_wc_memberships_content_restricted', 'WooCommerce Memberships', says],
  ['_jetpack_newsletter_access', 'Jetpack', (value) => value !== '' && value !== 'everybody'],
  ['_jetpack_memberships_contains_paid_content', 'Jetpack', says],
  ['_jetpack_memberships_contains_paywalled_content', 'Jetpack', says],
  ['_is_paid', 'Restrict Content Pro', says],
  ['rcp_user_level', 'Restrict Content Pro', says],
  ['rcp_access_level', 'Restrict Content Pro', says],
  ['rcp_subscription_level', 'Restrict Content Pro', says],
  ['_rcp_restricted', 'Restrict Content Pro', says],
  ['pms-content-restrict-user-status', 'Paid Member Subscriptions', says],
  ['pms-content-restrict-subscription-plan', 'Paid Member Subscriptions', says],
  ['pms-content-restrict-all-subscription-plans', 'Paid Member Subscriptions', says],
  ['ihc_mb_who', 'Ultimate Membership Pro', says],
  ['um_content_restriction', 'Ultimate Member', isHiddenByUltimateMember],
  ['_wpmem_block', 'WP-Members', says],
  ['groups-read', 'Groups', says],
  ['groups-groups_read_post', 'Groups', says],
  ['_groups_read_post', 'Groups', says],
  [
    '_issuem_leaky_paywall_visibility',
    'Leaky Paywall',
    (value) => says(value) && !value.includes('"default"'),
  ],
  ['memberful_acl', 'Memberful', says],
  ['memberful_available_to_any_registered_users', 'Memberful', says],
  ['memberful_available_to_anybody_subscribed_to_a_plan', 'Memberful', says],
  ['patreon-level', 'Patreon', says],
  ['passster_activate_protection', 'Passster', says],
  ['_pmpro_restricted', 'Paid Memberships Pro', says],
  ['_restrict_content', 'Restrict Content', says],
  ['_content_restriction', 'Content restriction', says],
  ['_members_only', 'Members', says],
  ['members_only', 'Members', says],
  ['_ppw_protected', 'PPWP', says],
  ['_swpm_protect_content', 'Simple Membership', says],
]

function isHiddenByUltimateMember(value: string): boolean {
  const settings = phpValue(value)
  if (settings === null) return says(value)
  const isOn = memberOf(settings, '_um_custom_access_settings')
  return (isOn === true || says(textOfValue(isOn))) && says(textOfValue(memberOf(settings, '_um_accessible')))
}

/** Why a story is not for everybody by its custom fields; null where they do not say so. */
export function membersOnly(record: WxrRecord): string | null {
  const plugin = FIELDS.find(([key, , hides]) => record.metas(key).some(hides))?.[1]
  return plugin === undefined ? null : `${plugin} shows it to some people only`
}

/** Names of shortcodes and blocks that show what they hold to some people only. */
const HIDING =
  /(?:^|[-_/])(?:members?|membership|restrict(?:ed|ion)?|paywall|premium|premium-content|protect(?:ed)?|subscribers?|private|logged[-_]?in|loggedin|hide|hidden|s2if|mepr|pmpro|wlm|rcp|pms|swpm|ihc|passster)(?:$|[-_/])/

/** Names that look so and hide nothing: makers of blocks, forms. */
const NOT_HIDING =
  /^(?:premium\/|premium-addons|jetpack\/subscriber-login)|[-_](?:login|register|account|form)$/

/** Whether a body has a part that is not for everybody. */
export function hasHiddenPart(body: string): boolean {
  const names = body.matchAll(
    /(?<!\[)\[([a-z][\w-]{0,60})(?![\w-])|<!--\s{1,20}wp:([a-z][\w/-]{0,80})(?![\w/-])/gi,
  )
  return names.some(([, shortcode, block]) => {
    const name = (shortcode ?? block ?? '').toLowerCase()
    return HIDING.test(name) && !NOT_HIDING.test(name)
  })
}
