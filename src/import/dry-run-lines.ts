import type { DryRun, DryRunNote } from '../domain/newsroom/import-report.ts'

const TABLE_NAMES: Readonly<Record<string, string>> = {
  pictures: 'pictures',
  sections: 'new sections',
  categories: 'new categories',
  tags: 'new tags',
  author_profiles: 'new authors',
  pages: 'pages',
  articles: 'stories',
  menus: 'menus',
  site_settings: 'name, tagline and language of the magazine',
  slug_redirects: 'redirects of old addresses',
  subscribers: 'subscribers',
}

const STATE_NAMES = {
  'as is': 'as in the file',
  changed: 'with changes',
  private: 'drafts, since they were not public',
  'left out': 'left out',
} as const

/** A dry run in lines for people. `most`: places that are named of one sentence; Infinity: all. */
export function dryRunLines(found: DryRun, most: number): string[] {
  const { rows, texts, others, leftOut, merged } = found
  const notes = (kind: DryRunNote['kind']) =>
    [
      ...texts.flatMap((text) => text.notes.map((note) => ({ ...text, note }))),
      ...others.flatMap((other) => other.notes.map((note) => ({ ...other, note }))),
    ]
      .filter(({ note }) => note.kind === kind)
      .map(({ title, place, note }) => ({ said: note.text, title, place }))
  const because = (state: DryRun['texts'][number]['state']) =>
    texts
      .filter((text) => text.state === state)
      .map(({ title, place, why }) => ({ said: why ?? '', title, place }))
  const lines = (items: readonly Said[]) => linesOf(items, most)
  return [
    'What it makes',
    ...Object.entries(rows)
      .filter(([, made]) => made > 0)
      .map(([table, made]) => `  ${made} ${TABLE_NAMES[table] ?? table}`),
    ...part('Stories and pages of the file', countLines(found)),
    ...part('Drafts, since they were not public', lines(because('private'))),
    ...part('Different in the magazine', lines(notes('changed'))),
    ...part('Dropped', lines(notes('dropped'))),
    ...part('One with another', lines(merged.map(mergedSaid))),
    ...part(
      'Left out',
      lines([
        ...because('left out'),
        ...leftOut.map(({ what, why, ...item }) => ({ said: `${what}: ${why}`, ...item })),
      ]),
    ),
  ]
}

interface Said {
  said: string
  title: string
  place: string
}

function mergedSaid({ kind, title, place, into, isHere }: DryRun['merged'][number]): Said {
  const where = isHere ? 'that is here' : 'of the file'
  return { said: `A ${kind} is the ${kind} ${where}: ${into}`, title, place }
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

/** Each sentence with how often it is said, the most frequent first, and of what. */
function linesOf(items: readonly Said[], most: number): string[] {
  return [...Map.groupBy(items, ({ said }) => said)]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([said, of]) => [
      `  ${of.length} × ${said}`,
      ...of.slice(0, most).map(({ title, place }) => `      ${place === '' ? title : `${title} (${place})`}`),
      ...(of.length > most ? [`      and ${of.length - most} more`] : []),
    ])
}

/** How many stories and pages the file has, and what becomes of them: by what changes, and by who can see them. */
function countLines({ texts }: DryRun): string[] {
  return (['story', 'page'] as const).flatMap((kind) => {
    const own = texts.filter((text) => text.kind === kind)
    if (own.length === 0) return []
    const states = Object.entries(STATE_NAMES).map(
      ([state, name]) => [name, own.filter((text) => text.state === state)] as const,
    )
    const statuses = [...Map.groupBy(own, ({ status }) => status ?? '')].filter(([status]) => status !== '')
    const counts = (groups: readonly (readonly [string, unknown[]])[]) =>
      groups
        .filter(([, of]) => of.length > 0)
        .map(([name, of]) => `${of.length} ${name}`)
        .join(', ')
    return [
      `  ${own.length} ${kind === 'story' ? 'stories' : 'pages'}: ${counts(states)}`,
      ...(statuses.length === 0 ? [] : [`      ${counts(statuses)}`]),
    ]
  })
}
