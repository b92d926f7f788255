import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import type { ProposedSection } from '../../../../domain/site/beginning.ts'
import { type SettingsForm, settingsType } from '../../../../domain/site/settings.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import type { Theme } from '../../../../domain/theme/theme.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'
import { optionalRowQuery, rowsQuery } from '../../../data/requests/queries.ts'
import { removeAccount } from '../../../data/people/remove-account.ts'
import { removeFiles } from '../../../data/files/stored-files.ts'
import { setSiteName } from '../../../site-name.ts'

/** The settings that a magazine begins with. */
export type BeginSettings = Pick<SettingsForm, 'site_name' | 'tagline' | 'language'>

const settingsSchema = z.pick(settingsType.row, { site_name: true, tagline: true, language: true })

/** The settings; null while nobody has saved any. */
export const beginSettingsQuery = optionalRowQuery(['settings', 'begin'], settingsSchema, () =>
  adminClient().from('site_settings').select('site_name, tagline, language'),
)

const demoRowSchema = z.object({
  kind: z.enum([
    'story',
    'page',
    'template',
    'plan',
    'section',
    'category',
    'tag',
    'author',
    'picture',
    'font',
    'subscriber',
    'message',
    'account',
  ]),
  id: idSchema,
  title: z.nullable(z.string()),
  /** Somebody has written in it since. */
  is_changed: z.boolean(),
})
export type DemoRow = z.infer<typeof demoRowSchema>

/** The rows of the demo content that are there. */
export const demoContentQuery = rowsQuery(['settings', 'demo-content'], demoRowSchema, () =>
  adminClient().rpc('get_demo_content'),
)

/** The storage paths of files whose rows are gone, by bucket. */
const filesSchema = z.record(z.string(), z.array(z.string()))

export interface Beginning {
  settings: BeginSettings
  sections: readonly ProposedSection[]
  /** Null: the colours stay. */
  theme: Theme | null
  /** The demo content leaves, but the rows with the ids in `keep`; null: it stays. */
  demo: { rows: readonly DemoRow[]; keep: readonly string[] } | null
}

/**
 * Begins a magazine. Rejects with a BackendError: 'conflict' when name, tagline or language are not `opened` any more,
 * 'duplicate' when a section has an address already.
 */
export function useBegin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      opened,
      settings,
      sections,
      theme,
      demo,
    }: Beginning & { opened: BeginSettings }) => {
      const files = unwrap(
        await adminClient().rpc('begin_magazine', {
          p_opened: { ...opened },
          p_settings: { ...settings },
          p_sections: sections.map(({ slug, title, description, color }) => ({
            slug,
            title,
            description,
            color,
          })),
          p_theme: theme === null ? null : { light: { ...theme.light }, dark: { ...theme.dark } },
          ...(demo && { p_keep: [...demo.keep] }),
        }),
      )
      // The rows are gone: files that stay in the storage are shown to nobody.
      for (const [bucket, paths] of Object.entries(filesSchema.parse(files)))
        await removeFiles(bucket, paths).catch(console.error)
      // What is not removed is still of the demo content when this screen is opened again.
      for (const { id, kind } of demo?.rows ?? [])
        if (kind === 'account') await removeAccount(id, null).catch(console.error)
      setSiteName(settings.site_name)
      await serverClock.ask()
    },
    // Anything may be of the demo content. A form that is opened next must not begin with what was read before.
    onSuccess: () => {
      client.removeQueries({ type: 'inactive' })
      return client.invalidateQueries()
    },
  })
}
