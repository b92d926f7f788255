import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { type Role, can } from '../../../../domain/people/role.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import {
  type SettingsForm,
  type SiteSettings,
  calendarOf,
  settingsType,
  siteSettingsSchema,
} from '../../../../domain/site/settings.ts'
import { creditRolesQuery } from '../../../story/credits/credit-queries.ts'
import { cacheSaved } from '../../../data/requests/entity-mutation.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'
import { optionalRowQuery } from '../../../data/requests/queries.ts'
import { setSiteName } from '../../../site-name.ts'

const oneOrNone = z.array(siteSettingsSchema).check(z.maxLength(1))

/** The settings of the site; null while nobody has saved any. */
export const siteSettingsQuery = optionalRowQuery(['settings', 'site'], siteSettingsSchema, () =>
  adminClient().from('site_settings').select(settingsType.select),
)

interface Save {
  form: SettingsForm
  opened: SiteSettings | null
}

/**
 * Saves the settings. Rejects with a BackendError: 'conflict' when they were saved since they were opened, 'denied' for
 * anyone but a super admin.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, opened }: Save): Promise<SiteSettings> => {
      const table = adminClient().from('site_settings')
      const columns = settingsType.columnsOf(form)
      const answer =
        opened === null
          ? await table.insert(columns).select(settingsType.select)
          : await table
              .update(columns)
              .eq('id', opened.id)
              .eq('version', opened.version)
              .select(settingsType.select)
      // There is one row: a second one is refused because somebody has saved the first.
      const isRefused = answer.error?.code === '23505'
      const [saved] = isRefused ? [] : oneOrNone.parse(unwrap(answer))
      if (saved !== undefined) return saved
      const now = await client.fetchQuery({ ...siteSettingsQuery, staleTime: 0 })
      throw new BackendError(now?.version === opened?.version ? 'denied' : 'conflict', null, '')
    },
    async onSuccess(saved) {
      await cacheSaved(client, siteSettingsQuery.queryKey, saved)
      serverClock.setCalendar(calendarOf(saved))
      setSiteName(saved.site_name)
    },
  })
}

const hookSchema = z.object({
  id: idSchema,
  /** The host of the hook that is set; the address itself is never read back. */
  hook_host: z.nullable(z.string()),
  updated_at: timestampSchema,
  version: z.int(),
})
export type DeployHook = z.infer<typeof hookSchema>

const COLUMNS = 'id, hook_host, updated_at, version'
const hooksSchema = z.array(hookSchema).check(z.maxLength(1))

/** What may be known of the build hook; null while none was ever set. For super admins. */
export const deployHookQuery = optionalRowQuery(['settings', 'deploy'], hookSchema, () =>
  adminClient().from('deploy_settings').select(COLUMNS),
)

const hookCallSchema = z.object({
  status: z.enum(['sent', 'accepted', 'retrying', 'failed', 'impossible']),
  called_at: timestampSchema,
  attempts: z.int(),
  error: z.nullable(z.string()),
})
export type HookCall = z.infer<typeof hookCallSchema>

/** The last call of the build hook and the host's answer; null before the first. For super admins. */
export const hookCallQuery = optionalRowQuery(
  ['settings', 'hook-call'],
  hookCallSchema,
  () => adminClient().rpc('get_build_hook_call'),
  { staleTime: 0 },
)

/** What the screen shows to a role: a press would miss what moves when the rest arrives, so all of it is shown at once. */
export const settingsQueries = (role: Role) =>
  can(role, 'settings.write')
    ? [siteSettingsQuery, creditRolesQuery, deployHookQuery, hookCallQuery]
    : [siteSettingsQuery]

/** Sets the hook's address, or removes it (null). Rejects with a BackendError, `conflict` when it was set elsewhere. */
export function useSaveHook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ url, opened }: { url: string | null; opened: DeployHook | null }) => {
      const table = adminClient().from('deploy_settings')
      const columns = { deploy_hook_url: url }
      const answer =
        opened === null
          ? await table.insert(columns).select(COLUMNS)
          : await table.update(columns).eq('id', opened.id).eq('version', opened.version).select(COLUMNS)
      if (answer.error?.code === '23505') throw new BackendError('conflict', null, '')
      const [saved] = hooksSchema.parse(unwrap(answer))
      if (saved === undefined) throw new BackendError('conflict', null, '')
      return saved
    },
    onSuccess: (saved) => cacheSaved(client, deployHookQuery.queryKey, saved),
    onError: () => void client.invalidateQueries({ queryKey: deployHookQuery.queryKey }),
  })
}
