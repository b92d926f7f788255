import { useQuery } from '@tanstack/react-query'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { siteSettingsQuery } from './data/site-settings.ts'
import { DeployHookCard } from './deploy-hook-card.tsx'
import { SettingsEditor } from './settings-editor.tsx'
import { SettingsSummary } from './settings-summary.tsx'

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
