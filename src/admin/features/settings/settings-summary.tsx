import type { ReactNode } from 'react'
import { type SettingsForm, type SiteSettings, settingsForm, settingsType } from '../../../domain/settings.ts'
import { Card } from '../../ui/card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'

const GROUPS: readonly { title: string; fields: readonly (keyof SettingsForm)[] }[] = [
  { title: 'Site', fields: ['site_name', 'tagline', 'social_label', 'social_url'] },
  { title: 'Readers', fields: ['newsletter_enabled', 'contact_enabled', 'contact_email'] },
  { title: 'Accounts', fields: ['sign_up_open'] },
]

/** The settings, read-only. */
export function SettingsSummary({ settings }: { settings: SiteSettings | null }) {
  const form = settingsForm(settings)
  return GROUPS.map(({ title, fields }) => (
    <Card key={title} title={title}>
      <dl className="divide-y divide-rule">
        {fields.map((field) => (
          <div key={field} className="grid gap-x-4 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[10rem_1fr]">
            <dt className="text-sm font-semibold">{settingsType.labels[field]}</dt>
            <dd className="min-w-0 break-words">{settingText(form[field])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  ))
}

function settingText(value: string | boolean): ReactNode {
  if (typeof value === 'boolean')
    return <StatusDot tone={value ? 'live' : 'idle'}>{value ? 'On' : 'Off'}</StatusDot>
  return value === '' ? <span className="text-soft">None</span> : value
}
