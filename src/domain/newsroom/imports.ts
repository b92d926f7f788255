import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { choicesSchema, dryRunSchema, partialChoicesSchema } from './import-report.ts'

/** Where the publisher takes acts on imports, as JSON. */
export const IMPORT_PATH = '/publish/import'
/** Where it takes the bytes of files, part by part. */
export const IMPORT_FILE_PATH = '/publish/import/file'

/** Bytes of one part of a file: few enough for the limits of proxies, and for who has a slow line. */
export const FILE_PART_BYTES = 2 * 1024 * 1024
/** The largest file of each use, in bytes. */
export const MAX_FILE_BYTES = { export: 4 * 1024 ** 3, pictures: 20 * 1024 ** 3 } as const
/** What a file is for: the export itself, or a ZIP of the old site's pictures. */
export type FileUse = keyof typeof MAX_FILE_BYTES

/** What there is to choose about. `stories`: how many of the file have it; `isBelow`: it is below another category. */
const subjectSchema = z.object({
  key: z.string(),
  name: z.string(),
  stories: z.number(),
  isBelow: z.boolean(),
})
export type ImportSubject = z.infer<typeof subjectSchema>

/** An export file that has been read, before anything of it is written. */
export const readExportSchema = z.object({
  /** Of the import that it would be. */
  id: idSchema,
  format: z.string(),
  source: z.string(),
  categories: z.array(subjectSchema),
  people: z.array(subjectSchema),
  /** What the file says of its magazine; null where it says nothing. */
  magazine: z.nullable(z.object({ name: z.string(), tagline: z.string(), language: z.nullable(z.string()) })),
  menus: z.number(),
  choices: choicesSchema,
  dryRun: dryRunSchema,
})
export type ReadExport = z.infer<typeof readExportSchema>

const fileSchema = z.object({ name: z.string(), bytes: z.number() })
export type ImportFile = z.infer<typeof fileSchema>

/** The files that wait in the publisher, and how far it has read them. */
export const importerStatusSchema = z.object({
  /** Null: no export file is there. */
  file: z.nullable(fileSchema),
  pictures: z.nullable(fileSchema),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('empty') }),
    z.object({ kind: z.literal('reading'), items: z.number() }),
    z.object({ kind: z.literal('unreadable'), why: z.string() }),
    z.object({ kind: z.literal('ready'), read: readExportSchema }),
    /** The import of the file has begun: its row says more. */
    z.object({ kind: z.literal('begun'), id: idSchema }),
  ]),
})
export type ImporterStatus = z.infer<typeof importerStatusSchema>

/** What the admin asks the publisher to do. */
export const importActSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('show') }),
  z.object({ act: z.literal('choose'), choices: partialChoicesSchema }),
  z.object({ act: z.literal('drop'), what: z.enum(['upload', 'pictures', 'all']) }),
  z.object({ act: z.literal('begin') }),
  z.object({ act: z.literal('pause'), id: idSchema }),
  z.object({ act: z.literal('go-on'), id: idSchema }),
  z.object({ act: z.literal('undo'), id: idSchema }),
])
export type ImportAct = z.infer<typeof importActSchema>

export const IMPORT_STEPS = ['reading', 'pictures', 'rows', 'undo'] as const

const progressSchema = z.object({
  step: z._default(z.enum(IMPORT_STEPS), 'reading'),
  done: z._default(z.number(), 0),
  /** Null: not known. */
  total: z._default(z.nullable(z.number()), null),
})
export type ImportProgress = z.infer<typeof progressSchema>

export const IMPORT_STATUSES = ['running', 'paused', 'failed', 'done', 'undoing', 'undone'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** A row of the table `imports`, without its report. */
export const importRowSchema = z.object({
  id: idSchema,
  source: z.string(),
  format: z.string(),
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  progress: progressSchema,
  error: z.nullable(z.string()),
  started_at: timestampSchema,
  ended_at: z.nullable(timestampSchema),
  beat_at: timestampSchema,
})
export type ImportRow = z.infer<typeof importRowSchema>

/** How long an import may give no sign of life, in ms, before it counts as stopped: its process was killed. */
export const MAX_SILENCE_MS = 30_000

/** Whether a process carries an import out, or undoes it, at a moment. */
export function isAtWork({ status, beat_at }: Pick<ImportRow, 'status' | 'beat_at'>, now: Date): boolean {
  const isBusy = status === 'running' || status === 'undoing'
  return isBusy && now.getTime() - Date.parse(beat_at) < MAX_SILENCE_MS
}

/** The status as people see it: what nobody carries out any more is paused. */
export function shownStatus(
  row: Pick<ImportRow, 'status' | 'beat_at'>,
  now: Date,
): ImportStatus | 'undo paused' {
  if (isAtWork(row, now)) return row.status
  if (row.status === 'running') return 'paused'
  return row.status === 'undoing' ? 'undo paused' : row.status
}
