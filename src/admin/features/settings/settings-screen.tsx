import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '../../../domain/role.ts'
import { type SettingsForm, type SiteSettings, settingsForm, settingsType } from '../../../domain/settings.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { siteSettingsQuery } from './data/site-settings.ts'
import { DeployHookCard } from './deploy-hook-card.tsx'
import { SettingsEditor } from './settings-editor.tsx'

/** What holds for the whole magazine: read by editors, set by super admins. */
export function SettingsScreen() {
  const { role } = useProfile()
  const mayRead = can(role, 'settings.read')
  const mayWrite = can(role, 'settings.write')
  return (
    <div className="mx-auto max-w-7xl p-4 md:p-7">
      <div className="flex max-w-3xl flex-col gap-5">
        <div>
          <ScreenTitle>Settings</ScreenTitle>
          {mayRead && (
            <p className="mt-1 text-soft">
              {mayWrite
                ? 'The public site follows within seconds of a save.'
                : 'Only a super admin changes these.'}
            </p>
          )}
        </div>
        {mayRead ? (
          <Settings mayWrite={mayWrite} />
        ) : (
          <EmptyState title="You don't have permission to view settings." />
        )}
        {mayWrite && <DeployHookCard />}
      </div>
    </div>
  )
}

function Settings({ mayWrite }: { mayWrite: boolean }) {
  const { data, isPending, refetch } = useQuery(siteSettingsQuery)
  if (isPending) {
    return (
      <div aria-busy className="flex flex-col gap-5">
        <Skeleton className="h-56" />
        <Skeleton className="h-64" />
        <Skeleton className="h-28" />
      </div>
    )
  }
  if (data === undefined) return <ErrorState title="Failed to load settings" onRetry={() => void refetch()} />
  return mayWrite ? <SettingsEditor stored={data} /> : <SettingsSummary settings={data} />
}

const GROUPS: readonly { title: string; fields: readonly (keyof SettingsForm)[] }[] = [
  { title: 'Site', fields: ['site_name', 'tagline', 'social_label', 'social_url'] },
  { title: 'Readers', fields: ['newsletter_enabled', 'contact_enabled', 'contact_email'] },
  { title: 'Accounts', fields: ['sign_up_open'] },
]

/** The settings, read-only. */
function SettingsSummary({ settings }: { settings: SiteSettings | null }) {
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
