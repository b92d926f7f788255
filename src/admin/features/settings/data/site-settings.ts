import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import {
  type SettingsForm,
  type SiteSettings,
  settingsType,
  siteSettingsSchema,
} from '../../../../domain/settings.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { optionalRowQuery } from '../../../data/queries.ts'

const oneOrNone = z.array(siteSettingsSchema).check(z.maxLength(1))

/** The settings of the site; null while nobody has saved any. */
export const siteSettingsQuery = optionalRowQuery(['settings', 'site'], siteSettingsSchema, () =>
  adminClient().from('site_settings').select(settingsType.select),
)

interface Save {
  form: SettingsForm
  /** The row that the form was opened with. */
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
      if (answer.error?.code === '23505') throw new BackendError('conflict', null, '')
      const [saved] = oneOrNone.parse(unwrap(answer))
      if (saved !== undefined) return saved
      const now = await client.fetchQuery({ ...siteSettingsQuery, staleTime: 0 })
      throw new BackendError(now?.version === opened?.version ? 'denied' : 'conflict', null, '')
    },
    onSuccess: (saved) => client.setQueryData(siteSettingsQuery.queryKey, saved),
  })
}
