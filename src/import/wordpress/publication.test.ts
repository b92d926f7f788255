import { expect, test } from 'vitest'
import { itemsOfWxr, ofKind, storyOf, wxrItem } from '../../../tests/support/wxr.ts'

const AHEAD = '2099-01-01 00:00:00'
const at = '2020-01-02T03:04:05.000Z'

test.each<[what: string, fields: Record<string, string>, publication: object]>([
  ['published', {}, { state: 'published', at }],
  [
    'ahead',
    { 'wp:status': 'future', 'wp:post_date_gmt': AHEAD },
    { state: 'scheduled', at: '2099-01-01T00:00:00.000Z' },
  ],
  ['published with a date ahead', { 'wp:post_date_gmt': AHEAD }, { state: 'scheduled' }],
  [
    'scheduled and missed',
    { 'wp:status': 'future' },
    { state: 'draft', why: 'It was scheduled and WordPress missed the date' },
  ],
  ['a draft', { 'wp:status': 'draft' }, { state: 'draft', why: null }],
  ['pending', { 'wp:status': 'pending' }, { state: 'review' }],
  ['private', { 'wp:status': 'private' }, { state: 'draft', why: 'It is private' }],
  ['archived', { 'wp:status': 'archive' }, { state: 'archived' }],
  ['of a status of a plugin', { 'wp:status': 'pitch' }, { state: 'draft', why: 'Its status is “pitch”' }],
  ['without a status', { 'wp:status': '' }, { state: 'draft', why: 'The file does not say its status' }],
  [
    'behind a password',
    { 'wp:post_password': 'enter' },
    { state: 'draft', why: 'It stands behind a password' },
  ],
  [
    'behind a password of blanks',
    { 'wp:post_password': ' ' },
    { state: 'draft', why: 'It stands behind a password' },
  ],
  [
    'ahead and behind a password',
    { 'wp:status': 'future', 'wp:post_date_gmt': AHEAD, 'wp:post_password': 'x' },
    { state: 'draft' },
  ],
  ['without a date', { 'wp:post_date_gmt': '0000-00-00 00:00:00' }, { state: 'draft' }],
  [
    'with a part for members',
    { 'content:encoded': 'A [restrict]B[/restrict]' },
    { state: 'draft', why: 'A part of it is not for everybody' },
  ],
  ['with a paywall', { 'content:encoded': '<!-- wp:jetpack/paywall /--><p>x</p>' }, { state: 'draft' }],
  ['with an escaped shortcode', { 'content:encoded': 'Write [[restrict]]' }, { state: 'published' }],
])('%s', async (_, fields, publication) => {
  expect((await storyOf(fields)).publication).toMatchObject(publication)
})

test('two statuses that contradict each other do not publish', async () => {
  const story = await storyOf({}, {}, '<wp:status>private</wp:status>')
  expect(story.publication.state).toBe('draft')
})

test.each<[key: string, value: string, state: string]>([
  ['_members_access_role', 'subscriber', 'draft'],
  ['_wc_memberships_force_public', 'no', 'draft'],
  ['_wc_memberships_force_public', 'yes', 'published'],
  ['_jetpack_newsletter_access', 'paid_subscribers', 'draft'],
  ['_jetpack_newsletter_access', 'everybody', 'published'],
  ['rcp_user_level', 'All', 'published'],
  ['_is_paid', '1', 'draft'],
  ['_wpmem_block', '0', 'published'],
  ['patreon-level', '5', 'draft'],
  [
    'um_content_restriction',
    'a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"2";}',
    'draft',
  ],
  [
    'um_content_restriction',
    'a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"0";}',
    'published',
  ],
  ['_expiration-date', '1600000000', 'draft'],
  ['_expiration-date', '4100000000', 'published'],
  ['_edit_last', '1', 'published'],
])('with the field %s = %s it is %s', async (key, value, state) => {
  expect((await storyOf({}, { [key]: value })).publication.state).toBe(state)
})

test('rules of MemberPress, elsewhere in the file, keep what they name private', async () => {
  const rule = (type: string, content: string) =>
    wxrItem(
      { 'wp:post_id': '9', 'wp:post_type': 'memberpressrule' },
      { _mepr_rules_type: type, _mepr_rules_content: content },
    )
  const stories = wxrItem({}) + wxrItem({ 'wp:post_id': '2' })
  const states = async (parts: string) =>
    ofKind(await itemsOfWxr(parts), 'story').map(({ publication }) => publication.state)
  expect(await states(stories + rule('single_post', '2'))).toEqual(['published', 'draft'])
  expect(await states(stories + rule('category', '5'))).toEqual(['draft', 'draft'])
})

test('a shared block with a part for members keeps the story private', async () => {
  const items = await itemsOfWxr(
    wxrItem({ 'content:encoded': '<!-- wp:block {"ref":5} /-->' }) +
      wxrItem({ 'wp:post_id': '5', 'wp:post_type': 'wp_block', 'content:encoded': '[members]x[/members]' }),
  )
  expect(ofKind(items, 'story')[0]?.publication.state).toBe('draft')
})

test('stories that nobody wrote and that are in the trash are left out without a title', async () => {
  const items = await itemsOfWxr(
    wxrItem({ 'wp:status': 'auto-draft', title: 'A' }) +
      wxrItem({ 'wp:post_id': '2', 'wp:status': 'trash', title: 'B' }),
  )
  expect(ofKind(items, 'story')).toEqual([])
  expect(ofKind(items, 'left out').map(({ title }) => title)).toEqual(['', ''])
})
