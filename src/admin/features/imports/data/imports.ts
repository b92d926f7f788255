import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { importReportSchema } from '../../../../domain/newsroom/import-report.ts'
import { type ImportRow, importRowSchema, isAtWork } from '../../../../domain/newsroom/imports.ts'
import { parseRow, parseRows } from '../../../data/requests/postgrest.ts'

/** How often an import is asked for that somebody carries out, and one that nobody does, in ms. */
const POLL_MS = { busy: 1_500, idle: 15_000 }
/** More imports than a magazine has. */
const MAX_SHOWN = 100

const shownRowSchema = z.extend(importRowSchema, {
  person: z.nullable(z.object({ full_name: z.nullable(z.string()) })),
})
export type ShownImport = z.infer<typeof shownRowSchema>

const COLUMNS =
  'id, source, format, file_name, status, progress, error, started_at, ended_at, beat_at, person:profiles(full_name)'

function pollMs(rows: readonly ImportRow[]): number {
  const isBusy = rows.some((row) => isAtWork(row, serverClock.now()))
  return isBusy ? POLL_MS.busy : POLL_MS.idle
}

/** All imports, the latest first. */
export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: async ({ signal }) =>
    parseRows(
      shownRowSchema,
      await adminClient()
        .from('imports')
        .select(COLUMNS)
        .order('started_at', { ascending: false })
        .limit(MAX_SHOWN)
        .abortSignal(signal),
    ),
  staleTime: 0,
  refetchInterval: ({ state }) => pollMs(state.data ?? []),
})

/** One import; null when there is none. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'row', id],
    queryFn: async ({ signal }) =>
      parseRow(
        z.nullable(shownRowSchema),
        await adminClient().from('imports').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
      ),
    staleTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data == null ? [] : [state.data]),
  })

/** Null: it was imported before reports were kept. */
const reportSchema = z.catch(z.nullable(importReportSchema), null)
const reportRowSchema = z.object({ report: reportSchema })

/** The report of an import, as it was when that ended at `endedAt`. */
export const importReportQuery = (id: string, endedAt: string | null) =>
  queryOptions({
    queryKey: ['imports', 'report', id, endedAt],
    queryFn: async ({ signal }) =>
      parseRow(
        reportRowSchema,
        await adminClient().from('imports').select('report').eq('id', id).abortSignal(signal).single(),
      ).report,
  })
