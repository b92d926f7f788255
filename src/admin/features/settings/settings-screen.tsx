import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import { CHECKS } from '../../../domain/story/checks.ts'
import { sentenceCase } from '../../../domain/rows/field.ts'
import { can } from '../../../domain/people/role.ts'
import {
  type SettingsForm,
  type SiteSettings,
  settingsDifferences,
  settingsForm,
  settingsFormSchema,
  settingsType,
} from '../../../domain/site/settings.ts'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { StatusDot } from '../../ui/layout/status-dot.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { settingsQueries, siteSettingsQuery } from './data/settings.ts'
import { ChecksCard } from './checks-card.tsx'
import { CreditRolesCard } from './credit-roles-card.tsx'
import { LanguageCard, languageName } from './language-card.tsx'
import { SettingsFormFrame } from './settings-form.tsx'
import { DeployHookCard } from './deploy-hook-card.tsx'

/** What holds for the whole magazine: read by editors, set by super admins. */
export function SettingsScreen() {
  const { role } = useProfile()
  const mayWrite = can(role, 'settings.write')
  const isPending = useQueries({
    queries: settingsQueries(role),
    combine: (all) => all.some((query) => query.isPending),
  })
  return (
    <ScreenBox className="@container gap-5!">
      <div>
        <ScreenTitle>Settings</ScreenTitle>
        <p className="mt-1 text-soft">
          {mayWrite
            ? 'The public site follows within seconds of a save.'
            : 'Only a super admin changes these.'}
        </p>
      </div>
      {/* Columns, not rows: cards differ in height. */}
      <div className="gap-x-5 @5xl:columns-2 [&>section,&>:not(section)>*]:mb-5 [&>section,&>:not(section)>*]:break-inside-avoid">
        {isPending ? (
          <div aria-busy className="contents">
            <Skeleton className="h-56" />
            <Skeleton className="h-64" />
            <Skeleton className="h-28" />
          </div>
        ) : (
          <Settings mayWrite={mayWrite} />
        )}
        {mayWrite && !isPending && <CreditRolesCard />}
        {mayWrite && !isPending && <DeployHookCard />}
        {mayWrite && !isPending && <BeginCard />}
      </div>
    </ScreenBox>
  )
}

function BeginCard() {
  return (
    <Card title="Your Own Magazine">
      <p className="mb-3 text-sm text-soft">
        Another name and language, first sections from a few proposals, and colours, at once.
      </p>
      <Link to="/admin/begin" className={buttonClass()}>
        Begin Your Own Magazine
      </Link>
    </Card>
  )
}

function Settings({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(siteSettingsQuery)
  if (data === undefined)
    return <QueryError title="Failed to load settings" error={error} refetch={refetch} />
  return mayWrite ? <SettingsEditor stored={data} /> : <SettingsSummary settings={data} />
}

const LABELS = settingsType.labels

/** A setting of this screen: texts have one of their own. */
type Setting = Exclude<keyof SettingsForm, 'texts'>

const GROUPS: readonly { title: string; fields: readonly Setting[] }[] = [
  { title: 'Site', fields: ['site_name', 'tagline', 'social_label', 'social_url'] },
  {
    title: 'Readers',
    fields: ['newsletter_enabled', 'newsletter_confirm', 'contact_enabled', 'contact_email'],
  },
  { title: 'Search Engines', fields: ['index_now'] },
  { title: 'Publishing', fields: ['required_checks'] },
  { title: 'Language & Dates', fields: ['language', 'time_zone', 'date_language'] },
  { title: 'Accounts', fields: ['sign_up_open', 'require_second_factor', 'min_password_length'] },
]

function SettingsSummary({ settings }: { settings: SiteSettings | null }) {
  const form = settingsForm(settings)
  return GROUPS.map(({ title, fields }) => (
    <Card key={title} title={title}>
      <FactList layout="rows">
        {fields.map((field) => (
          <Fact key={field} name={sentenceCase(LABELS[field])}>
            {settingText(shownValue(field, form))}
          </Fact>
        ))}
      </FactList>
    </Card>
  ))
}

/** A setting, or what it means where it is empty. */
function shownValue(field: Setting, form: SettingsForm): SettingsForm[Setting] {
  if (field === 'time_zone') return form.time_zone || 'UTC'
  if (field === 'language') return languageName(form.language)
  if (field === 'date_language') return languageName(form.date_language || form.language)
  return form[field]
}

function settingText(value: SettingsForm[Setting]): ReactNode {
  if (Array.isArray(value)) return settingText(value.map((check) => CHECKS[check].label).join(', '))
  if (typeof value === 'boolean')
    return <StatusDot tone={value ? 'live' : 'idle'}>{value ? 'On' : 'Off'}</StatusDot>
  return value === '' ? <span className="text-soft">None</span> : value
}

function SettingsEditor({ stored }: { stored: SiteSettings | null }) {
  return (
    <SettingsFormFrame
      name="Settings"
      stored={stored}
      schema={settingsFormSchema}
      formOf={settingsForm}
      settingsOf={(form) => form}
      differences={settingsDifferences}
    >
      {({ control }) => <SettingsCards control={control} />}
    </SettingsFormFrame>
  )
}

function SettingsCards({ control }: { control: Control<SettingsForm> }) {
  return (
    <>
      <Card title="Site">
        <div className="grid gap-4 sm:grid-cols-2 @5xl:grid-cols-1">
          <FormField control={control} name="site_name" label={LABELS.site_name} isRequired />
          <FormField
            control={control}
            name="tagline"
            label={LABELS.tagline}
            description="In the footer, in feeds and in the title of the home page"
          />
          <FormField
            control={control}
            name="social_label"
            label={LABELS.social_label}
            placeholder="Instagram"
          />
          <FormField
            control={control}
            name="social_url"
            label={LABELS.social_url}
            type="url"
            placeholder="https://"
            description="In the footer; empty for no link"
          />
        </div>
      </Card>
      <Card title="Readers">
        <div className="flex flex-col divide-y divide-rule">
          <SettingSwitch
            control={control}
            name="newsletter_enabled"
            on="Readers can subscribe, in the header, on the home page and in its dialog."
            off="Every way to subscribe is gone from the site, and none is accepted."
          />
          <SettingSwitch
            control={control}
            name="newsletter_confirm"
            on="A new subscriber is pending until the link in a mail is opened."
            off="Every address that is typed is subscribed without confirmation. The law of many countries wants a confirmation."
          />
          <SettingSwitch
            control={control}
            name="contact_enabled"
            on="Readers can write to you on the contact page."
            off="The contact page names the mailbox below instead, and no message is accepted."
          />
          <FormField
            control={control}
            name="contact_email"
            label={LABELS.contact_email}
            type="email"
            placeholder="hello@example.com"
            description="Shown while the contact form is off"
            className="pt-4"
          />
        </div>
      </Card>
      <Card title="Search Engines">
        <div>
          <SettingSwitch
            control={control}
            name="index_now"
            on="New, changed and removed pages are reported to the engines of IndexNow, such as Bing and Yandex, when they are live."
            off="Search engines find changes by themselves, by the site map."
          />
        </div>
      </Card>
      <LanguageCard control={control} />
      <ChecksCard control={control} />
      <Card title="Accounts">
        <div className="flex flex-col divide-y divide-rule">
          <SettingSwitch
            control={control}
            name="sign_up_open"
            on="Anyone can make an account; it is a viewer’s until a super admin changes its role."
            off="Nobody can sign themselves up. People you add or invite still get in."
          />
          <SettingSwitch
            control={control}
            name="require_second_factor"
            on="Super admins sign in with their password and a code of an app. Who has none sets it up first."
            off="Each person decides under Account. To demand it of all super admins, switch on your own first."
          />
          <MinPasswordLength control={control} />
        </div>
      </Card>
    </>
  )
}

const PASSWORD_LENGTHS = [6, 8, 10, 12, 14, 16]

function MinPasswordLength({ control }: { control: Control<SettingsForm> }) {
  const { field } = useController({ control, name: 'min_password_length' })
  const lengths = [...new Set([...PASSWORD_LENGTHS, field.value])].toSorted((a, b) => a - b)
  return (
    <div className="pt-4">
      <Select
        label={LABELS.min_password_length}
        value={String(field.value)}
        onChange={(id) => field.onChange(Number(id))}
        options={lengths.map((length) => ({ id: String(length), label: `${length} characters` }))}
        description="For passwords chosen from now on; 12 or more are advised. The most used ones are never taken."
      />
    </div>
  )
}

/** A switch that says what its position means for readers. */
function SettingSwitch({
  control,
  name,
  on,
  off,
}: {
  control: Control<SettingsForm>
  name:
    | 'newsletter_enabled'
    | 'newsletter_confirm'
    | 'contact_enabled'
    | 'index_now'
    | 'sign_up_open'
    | 'require_second_factor'
  on: string
  off: string
}) {
  const { field } = useController({ control, name })
  const noteId = `${name}-note`
  return (
    <div className="py-3.5 first:pt-0 last:pb-0">
      <Switch
        label={LABELS[name]}
        name={field.name}
        isSelected={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        aria-describedby={noteId}
        className="font-semibold"
      />
      <p id={noteId} aria-live="polite" className="mt-0.5 pr-14 text-sm text-soft">
        {field.value ? on : off}
      </p>
    </div>
  )
}
