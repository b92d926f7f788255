import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../rows/row.ts'

/** Where the publisher takes acts on exports, as JSON; below it are the addresses of downloads, each for one use. */
export const EXPORT_PATH = '/publish/export'

/** What is exported only when it is asked for: earlier states of stories, and the audit log, which names addresses. */
export const EXTRAS = ['history', 'audit-log'] as const
export type Extra = (typeof EXTRAS)[number]

/** Characters of a passphrase, at least. */
export const MIN_PASSPHRASE = 12

/** What somebody wants exported. The second file is made where there is a passphrase. */
const choiceSchema = z.object({
  with: z.array(z.enum(EXTRAS)),
  passphrase: z.nullable(z.string().check(z.maxLength(1000))),
})
export type ExportChoice = z.infer<typeof choiceSchema>

/** The archive, and what a passphrase opens: accounts, subscribers and messages. */
const fileSchema = z.enum(['first', 'second'])
export type ExportFile = z.infer<typeof fileSchema>

const personSchema = z.object({ id: idSchema, name: z.string() })

/** The export that a publisher makes or has made: one at a time, of all super admins. */
export const exporterStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('running'), by: personSchema, doing: z.string() }),
  z.object({
    kind: z.literal('ready'),
    by: personSchema,
    with: z.array(z.enum(EXTRAS)),
    files: z.array(z.object({ file: fileSchema, name: z.string(), bytes: z.number(), rows: z.number() })),
    /** Files that the storage has lost: they are not in the archive. */
    missing: z.array(z.string()),
    madeAt: timestampSchema,
    /** When the publisher removes the files. */
    until: timestampSchema,
  }),
  z.object({ kind: z.literal('failed'), by: personSchema, why: z.string() }),
])
export type ExporterStatus = z.infer<typeof exporterStatusSchema>

/** What the admin asks the publisher to do. `ticket` is answered with `exportTicketSchema`, anything else with an ExporterStatus. */
export const exportActSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('show') }),
  z.extend(choiceSchema, { act: z.literal('begin') }),
  /** Gives up the export that runs, or removes the files. */
  z.object({ act: z.literal('drop') }),
  z.object({ act: z.literal('ticket'), file: fileSchema }),
])
export type ExportAct = z.infer<typeof exportActSchema>

/** The address of a download, below the publisher's. */
export const exportTicketSchema = z.object({ path: z.string() })

/** Why a passphrase that was typed twice is not taken; null: it is. */
export function passphraseProblem(passphrase: string, again: string): string | null {
  if (passphrase.length < MIN_PASSPHRASE)
    return `The passphrase must have ${MIN_PASSPHRASE} characters or more`
  return passphrase === again ? null : 'These are two different passphrases'
}
