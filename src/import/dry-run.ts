import type { Item, LeftOut, Note } from './description.ts'
import type { Plan } from './plan/plan.ts'
import type { PlannedRow } from './plan/planned.ts'
import type { Stage } from './stage.ts'

/** What an import would do, before anything is written. */
export interface DryRun {
  /** How many rows of each table the file makes, and how many pictures. */
  rows: Record<string, number>
  /** Stories and pages by state. */
  states: Record<string, number>
  /** What becomes different, or goes: each sentence with where it applies. */
  notes: Map<string, { kind: Note['kind']; where: string[] }>
  /** What the magazine does not take, by what it is and why. */
  leftOut: Map<string, string[]>
}

/** Reads the plan of a file as it would be if every picture could be read. */
export function dryRun(plan: Plan, stage: Stage): DryRun {
  const pictures = new Map([...plan.pictures()].map(({ id }) => [id, `/${id}`]))
  const found: DryRun = {
    rows: { pictures: pictures.size },
    states: {},
    notes: new Map(),
    leftOut: new Map(),
  }
  for (const row of plan.rows(pictures)) {
    count(found.rows, row.table)
    const state = stateOf(row)
    if (state !== null) count(found.states, state)
    for (const note of row.notes) addNote(found, note, row)
  }
  for (const kind of NOTED)
    for (const { notes, key, place } of stage.of(kind))
      for (const note of notes) addNote(found, note, { title: key, place })
  for (const item of stage.of('left out')) addLeftOut(found, item)
  for (const menu of stage.of('menu')) addLeftOut(found, { ...menu, ...MENU, title: menu.name })
  for (const magazine of stage.of('magazine'))
    if (magazine.name !== '') addLeftOut(found, { ...magazine, ...MAGAZINE, title: magazine.name })
  return found
}

const MENU = { what: 'Menu', why: 'An import makes no menus: choose the links in the admin' }
const MAGAZINE = {
  what: 'Magazine',
  why: 'An import leaves name, tagline and language as they are: choose them in the admin',
}

/** Items that become no row of their own. */
const NOTED = ['magazine', 'picture', 'menu', 'redirect'] as const satisfies Item['kind'][]

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function stateOf({ table, values }: PlannedRow): string | null {
  if (table !== 'articles' && table !== 'pages') return null
  const isAhead = values.status === 'published' && Date.parse(String(values.published_at)) > Date.now()
  return isAhead ? 'scheduled' : String(values.status)
}

function addNote(
  { notes }: DryRun,
  { kind, text }: Note,
  { title, place }: { title: string; place: string },
) {
  const known = notes.get(text) ?? { kind, where: [] }
  known.where.push(place === '' ? title : `${title} (${place})`)
  notes.set(text, known)
}

function addLeftOut(
  { leftOut }: DryRun,
  { what, why, title, key, place }: Pick<LeftOut, 'what' | 'why' | 'title' | 'key' | 'place'>,
): void {
  const reason = `${what}: ${why}`
  leftOut.set(reason, [...(leftOut.get(reason) ?? []), `${title || key} (${place})`])
}

const TABLE_NAMES: Readonly<Record<string, string>> = {
  pictures: 'pictures',
  sections: 'sections, of the largest categories',
  categories: 'new categories',
  tags: 'new tags',
  author_profiles: 'new authors',
  pages: 'pages',
  articles: 'stories',
  slug_redirects: 'redirects of old addresses',
  subscribers: 'subscribers',
}

/** A dry run in lines for people. `most`: places that are named of one sentence; Infinity: all. */
export function dryRunLines({ rows, states, notes, leftOut }: DryRun, most: number): string[] {
  const named = (where: readonly string[]) => [
    ...where.slice(0, most).map((one) => `      ${one}`),
    ...(where.length > most ? [`      and ${where.length - most} more`] : []),
  ]
  const noteLines = (kind: Note['kind']) =>
    [...notes]
      .filter(([, note]) => note.kind === kind)
      .sort(([, a], [, b]) => b.where.length - a.where.length)
      .flatMap(([text, { where }]) => [`  ${where.length} × ${text}`, ...named(where)])
  const part = (title: string, lines: string[]) => (lines.length === 0 ? [] : ['', title, ...lines])
  return [
    'What it makes',
    ...Object.entries(rows).map(([table, made]) => `  ${made} ${TABLE_NAMES[table] ?? table}`),
    ...part(
      'Stories and pages by state',
      Object.entries(states).map(([state, made]) => `  ${made} ${state}`),
    ),
    ...part('Different in the magazine', noteLines('changed')),
    ...part('Dropped', noteLines('dropped')),
    ...part(
      'Left out',
      [...leftOut].flatMap(([why, where]) => [`  ${where.length} × ${why}`, ...named(where)]),
    ),
  ]
}
