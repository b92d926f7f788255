import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { timestampSchema } from '../../domain/rows/row.ts'
import { parseRows } from './requests/postgrest.ts'

const runSchema = z.object({
  started_at: timestampSchema,
  ended_at: z.nullable(timestampSchema),
  is_ok: z.nullable(z.boolean()),
  what: z.nullable(z.string()),
  pages: z.nullable(z.number()),
})
export type BackupRun = z.infer<typeof runSchema>

/** The last run of each kind; null where there was none. */
export interface Backups {
  backup: BackupRun | null
  drill: BackupRun | null
}

const REFRESH_MS = 60_000

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async ({ signal }): Promise<Backups> => {
    const last = async (kind: keyof Backups) => {
      const runs = adminClient().from('backup_runs').select('started_at, ended_at, is_ok, what, pages')
      const found = await runs.eq('kind', kind).order('id', { ascending: false }).limit(1).abortSignal(signal)
      return parseRows(runSchema, found)[0] ?? null
    }
    const [backup, drill] = await Promise.all([last('backup'), last('drill')])
    return { backup, drill }
  },
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
})
