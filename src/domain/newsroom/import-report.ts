import * as z from 'zod/mini'

/**
 * What somebody decides about an import. `sections`: for a category, by its key, the id of the section that lists it, 'new' for
 * a section made of it, 'above' for where the category above it is listed, or 'none'. `people`: for a person, by key, 'new'
 * for an author of their own, else the key of the person or the id of the author here who they are. `settings`: whether the
 * magazine takes the file's name, tagline and language; `menus`: whether it takes its menus.
 */
export const choicesSchema = z.strictObject({
  sections: z.record(z.string(), z.string()),
  people: z.record(z.string(), z.string()),
  settings: z.boolean(),
  menus: z.boolean(),
})
export type Choices = z.infer<typeof choicesSchema>

/** Choices as somebody gives them: what is left out is as proposed. */
export const partialChoicesSchema = z.partial(choicesSchema)
export type PartialChoices = z.infer<typeof partialChoicesSchema>

const noteSchema = z.object({ kind: z.enum(['changed', 'dropped', 'private']), text: z.string() })
export type DryRunNote = z.infer<typeof noteSchema>

const textSchema = z.object({
  kind: z.enum(['story', 'page']),
  /** The id of the row; null: it is left out. */
  id: z.nullable(z.string()),
  title: z.string(),
  place: z.string(),
  /**
   * What becomes of it: all of it as in the file; something is different, which the notes say; a draft since it was not
   * public; or nothing.
   */
  state: z.enum(['as is', 'changed', 'private', 'left out']),
  /** 'published', 'scheduled', 'draft', 'review' or 'archived'; null: it is left out. */
  status: z.nullable(z.string()),
  /** Why it is private or left out. */
  why: z.nullable(z.string()),
  notes: z.array(noteSchema),
})
export type DryRunText = z.infer<typeof textSchema>

const placed = { title: z.string(), place: z.string() }

const otherSchema = z.object({ what: z.string(), ...placed, notes: z.array(noteSchema) })

/**
 * What an import would do, before anything is written; kept with the import. Each story and page of the file is in `texts`,
 * whatever becomes of it, and each item of another kind is counted.
 */
export const dryRunSchema = z.object({
  /** How many items of each kind the file has. */
  items: z.record(z.string(), z.number()),
  /** How many rows of each table it makes, and how many pictures. */
  rows: z.record(z.string(), z.number()),
  texts: z.array(textSchema),
  /** Items of other kinds of which something is different. */
  others: z.array(otherSchema),
  /** Items of other kinds that the magazine does not take. */
  leftOut: z.array(z.object({ what: z.string(), ...placed, why: z.string() })),
  /** Items that are a row of the magazine (`isHere`), or another item of the file, already: `into` is its name. */
  merged: z.array(z.object({ kind: z.string(), ...placed, into: z.string(), isHere: z.boolean() })),
})
export type DryRun = z.infer<typeof dryRunSchema>

/** What became of the rows of a table: made, changed, as they were, left because somebody has changed them here. */
const countsSchema = z.object({ made: z.int(), changed: z.int(), same: z.int(), kept: z.int() })
export type Counts = z.infer<typeof countsSchema>

const outcomeSchema = z.object({
  tables: z.record(z.string(), countsSchema),
  /** Rows that the database did not take, and pictures ('media', titled by their address) that could not be read: why. */
  refused: z.array(z.object({ table: z.string(), ...placed, why: z.string() })),
})
export type Outcome = z.infer<typeof outcomeSchema>

/** What is kept of an import: what it was to do, and what became of that; null: it has not ended. */
export interface ImportReport {
  dryRun: DryRun
  outcome: Outcome | null
}

/** A note, or its place in the list of the report's notes; reports of earlier versions have the notes themselves. */
const storedNotes = z.array(z.union([noteSchema, z.int()]))

/** A report as it is stored: `storedReport`. */
export const importReportSchema = z.pipe(
  z.object({
    dryRun: z.extend(dryRunSchema, {
      notes: z._default(z.array(noteSchema), []),
      texts: z.array(z.extend(textSchema, { notes: storedNotes })),
      others: z.array(z.extend(otherSchema, { notes: storedNotes })),
    }),
    outcome: z.nullable(outcomeSchema),
  }),
  z.transform(({ dryRun: { notes, texts, others, ...rest }, outcome }): ImportReport => {
    const noted = <Item extends { notes: z.infer<typeof storedNotes> }>(item: Item) => ({
      ...item,
      notes: item.notes.flatMap((note) => (typeof note === 'number' ? (notes[note] ?? []) : note)),
    })
    return { dryRun: { ...rest, texts: texts.map(noted), others: others.map(noted) }, outcome }
  }),
)

/**
 * A report to be stored, with each note once: a note stands at thousands of stories, and 50,000 stories with three long notes
 * each are larger than the database takes in one request.
 */
export function storedReport({ dryRun, outcome }: ImportReport): z.input<typeof importReportSchema> {
  const places = new Map<string, number>()
  const notes: DryRunNote[] = []
  const placed = <Item extends { notes: DryRunNote[] }>(item: Item) => ({
    ...item,
    notes: item.notes.map((note) => {
      const key = JSON.stringify(note)
      const place = places.get(key) ?? notes.push(note) - 1
      places.set(key, place)
      return place
    }),
  })
  const [texts, others] = [dryRun.texts.map(placed), dryRun.others.map(placed)]
  return { dryRun: { ...dryRun, notes, texts, others }, outcome }
}
