import type { DryRun, DryRunText } from '../domain/newsroom/import-report.ts'
import type { Item, LeftOut } from './description.ts'
import type { Plan } from './plan/plan.ts'
import type { PlannedRow } from './plan/planned.ts'
import type { Stage } from './stage.ts'

/** Reads the plan of a file as it would be if every picture could be read; `onText` is told how many stories and pages are done. */
export function dryRun(plan: Plan, stage: Stage, onText?: (done: number, total: number) => void): DryRun {
  const pictures = new Map([...plan.pictures()].map(({ id }) => [id, `/${id}`]))
  const found: DryRun = {
    items: Object.fromEntries(KINDS.map((kind) => [kind, stage.count(kind)])),
    rows: { pictures: pictures.size },
    ...{ texts: [], others: [], leftOut: [], merged: [] },
  }
  const texts = stage.count('story') + stage.count('page')
  for (const row of plan.rows(pictures)) {
    found.rows[row.table] = (found.rows[row.table] ?? 0) + 1
    const { title, place, notes } = row
    if (row.table === 'articles' || row.table === 'pages') {
      found.texts.push(textOf(row))
      onText?.(found.texts.length, texts)
    } else if (notes.length > 0) found.others.push({ what: WHAT[row.table], title, place, notes })
  }
  for (const kind of NOTED)
    for (const { notes, key, place } of stage.of(kind))
      if (notes.length > 0) found.others.push({ what: NOTED_AS[kind], title: key, place, notes })
  for (const item of stage.of('left out')) addLeftOut(found, item)
  found.leftOut.push(...plan.leftOut())
  for (const { kind, title, place, into, isHere } of plan.merged)
    found.merged.push({ kind, title, place, into, isHere })
  return found
}

/** The kinds of items that a report counts. */
const KINDS = [
  ...['story', 'page', 'category', 'tag', 'person', 'picture', 'menu', 'redirect', 'subscriber', 'left out'],
] as const as Item['kind'][]

/** Items that become no row of their own. */
const NOTED_AS = { magazine: 'Magazine', picture: 'Picture', menu: 'Menu', redirect: 'Redirect' } as const
const NOTED = Object.keys(NOTED_AS) as (keyof typeof NOTED_AS)[]

const WHAT: Readonly<Record<PlannedRow['table'], string>> = {
  sections: 'Section',
  categories: 'Category',
  tags: 'Tag',
  author_profiles: 'Person',
  pages: 'Page',
  articles: 'Story',
  menus: 'Menu',
  site_settings: 'Magazine',
  slug_redirects: 'Redirect',
  subscribers: 'Subscriber',
}

function textOf({ table, key, title, place, values, notes }: PlannedRow): DryRunText {
  const why = notes.find(({ kind }) => kind === 'private')?.text ?? null
  return {
    ...{ kind: table === 'pages' ? 'page' : 'story', id: key, title: title || String(values.title), place },
    state: why !== null ? 'private' : notes.length > 0 ? 'changed' : 'as is',
    ...{ status: statusOf(values), why, notes: notes.filter(({ kind }) => kind !== 'private') },
  }
}

function statusOf({ status, published_at }: PlannedRow['values']): string {
  const isAhead = status === 'published' && Date.parse(String(published_at)) > Date.now()
  return isAhead ? 'scheduled' : String(status)
}

function addLeftOut(found: DryRun, { what, title, key, place, why, notes }: LeftOut): void {
  const named = { title: title || key, place }
  if (what === 'Story' || what === 'Page' || what === 'Story or page') {
    const kind = what === 'Page' ? 'page' : 'story'
    found.texts.push({ kind, id: null, ...named, state: 'left out', status: null, why, notes })
  } else found.leftOut.push({ what, ...named, why })
}
