import { formatNumber } from '../../domain/text/format-number.ts'
import { ImportError, type Item, type LeftOut, type Reader, type Redirect } from '../description.ts'
import { fullAddress } from './addresses.ts'
import { type JsonRow, jsonRows } from './json-rows.ts'
import { LinkedPaths } from './linked-paths.ts'
import { type Placed, idlePerson, internalTag, isInternal, personOf, tagItems } from './people-and-tags.ts'
import {
  type PostMeta,
  type PostRow,
  ROWS,
  type RowOf,
  type TableName,
  type TagRow,
  type UserRow,
} from './rows.ts'
import { Settings, magazineOf, menusOf } from './settings.ts'
import { type Post, textOfPost } from './texts.ts'

/** Tables with things that readers or staff made and the magazine does not take, by what they are called in the report. */
const NOT_TAKEN: ReadonlyMap<string, string> = new Map([
  ['comments', 'Comments'],
  ['members', 'Members'],
  ['subscribers', 'Subscribers'],
  ['products', 'Tiers'],
  ['offers', 'Offers'],
  ['newsletters', 'Newsletters'],
  ['snippets', 'Snippets'],
  ['collections', 'Collections'],
  ['recommendations', 'Recommendations'],
  ['emails', 'Sent letters'],
  ['mobiledoc_revisions', 'Revisions'],
  ['post_revisions', 'Revisions'],
])

/** Tables that say what belongs to posts. */
type TableOfPosts = Exclude<TableName, 'posts'>

/** The feed of all stories. */
const FEEDS = ['/rss/', '/feed/']
const OUR_FEED = '/rss.xml'

/** The rows of the file that those of other tables lead to, and what they lead to. */
interface Tables {
  settings: Settings
  meta: Map<string, PostMeta>
  users: Placed<UserRow>[]
  tags: Map<string, Placed<TagRow>>
  tagsOf: Map<string, { key: string; order: number }[]>
  peopleOf: Map<string, { key: string; order: number }[]>
  redirects: Placed<RowOf<'redirects'>>[]
  linked: LinkedPaths
  /** By table: how many rows it has. */
  counts: Map<string, number>
  leftOut: LeftOut[]
}

/**
 * Reads an export of Ghost as JSON, of all versions. The file is read twice: first the tables that say what belongs to
 * posts, then the posts, one after another.
 */
export const readGhost: Reader = async function* (path, options): AsyncGenerator<Item> {
  const tables = await readTables(path)
  const { settings, leftOut } = tables
  yield magazineOf(settings)
  yield* menusOf(settings)
  yield* leftOut
  const used = new Used()
  for await (const row of jsonRows(path, new Set(['posts']))) {
    if (row.table !== 'posts') continue
    const placed = placedRow(row, 'posts')
    if (placed === null) {
      yield brokenRow(row)
      continue
    }
    yield textOrLeftOut(placed, tables, used, options)
  }
  yield* peopleAndTags(tables, used)
  yield* redirectsOf(tables, used)
  for (const [table, what] of NOT_TAKEN) {
    const count = tables.counts.get(table) ?? 0
    if (count > 0) yield notTaken(table, what, count)
  }
}

/** What the posts that were read have. */
class Used {
  readonly posts = new Set<string>()
  readonly publicPosts = new Set<string>()
  readonly people = new Set<string>()
  readonly primaryTags = new Set<string>()
  readonly furtherTags = new Set<string>()

  add(item: Item): void {
    if (item.kind !== 'story' && item.kind !== 'page') return
    if (item.publication.state === 'published') this.publicPosts.add(item.key)
    if (item.kind === 'page') return
    for (const key of item.categories) this.primaryTags.add(key)
    for (const key of item.tags) this.furtherTags.add(key)
  }
}

function textOrLeftOut(
  { row, place }: Placed<PostRow>,
  tables: Tables,
  used: Used,
  options: Parameters<Reader>[1],
): Item {
  const key = row.id || row.slug || row.uuid
  const leftOut = (why: string): LeftOut => ({
    kind: 'left out',
    ...{ key: `post ${key || place}`, place, notes: [] },
    what: 'Story or page',
    title: row.slug,
    why,
  })
  if (key === '') return leftOut('It has neither an id nor an address')
  if (used.posts.has(key)) return leftOut('The file has it twice')
  used.posts.add(key)
  const post = postOf(key, place, row, tables)
  for (const person of post.people) used.people.add(person)
  try {
    const text = textOfPost(post, { ...options, settings: tables.settings })
    if (text === null) return leftOut('It is neither a story nor a page')
    used.add(text)
    return text
  } catch (error) {
    // Elements within each other by the thousand.
    if (error instanceof RangeError) return leftOut('Its text cannot be read: it is nested too deeply')
    throw error
  }
}

function postOf(key: string, place: string, row: PostRow, tables: Tables): Post {
  const people = inOrder(tables.peopleOf.get(row.id))
  if (people.length === 0 && row.author_id !== '') people.push(row.author_id)
  const tags = inOrder(tables.tagsOf.get(row.id)).flatMap((tagKey) => {
    const tag = tables.tags.get(tagKey)
    return tag === undefined || isInternal(tag.row) ? [] : [{ key: tagKey, slug: tag.row.slug }]
  })
  const personSlug = tables.users.find((user) => user.key === people[0])?.row.slug ?? ''
  const meta = tables.meta.get(row.id) ?? null
  return { key, place, row, meta, people, tags, personSlug, linkedAt: tables.linked.of(row.slug) }
}

/** Keys by their order, each once. */
function inOrder(links: { key: string; order: number }[] = []): string[] {
  return [...new Set(links.toSorted((a, b) => a.order - b.order).map(({ key }) => key))]
}

async function readTables(path: string): Promise<Tables> {
  const tables: Tables = {
    settings: new Settings(),
    ...{ meta: new Map(), users: [], tags: new Map(), tagsOf: new Map(), peopleOf: new Map() },
    ...{ redirects: [], linked: new LinkedPaths(), counts: new Map(), leftOut: [] },
  }
  const read = new Set(['settings', ...Object.keys(ROWS)])
  for await (const row of jsonRows(path, read)) {
    tables.counts.set(row.table, (tables.counts.get(row.table) ?? 0) + 1)
    if (row.table === 'settings') tables.settings.add(valueOf(row))
    else if (row.table === 'posts') addLinks(tables.linked, row)
    else if (isTable(row.table)) addRow(tables, row.table, row)
  }
  const { counts } = tables
  if (!counts.has('posts') && !counts.has('settings') && !counts.has('users') && !counts.has('tags'))
    throw new ImportError('The file is JSON, but no export of Ghost: it has neither stories nor settings')
  return tables
}

function addLinks(linked: LinkedPaths, row: JsonRow): void {
  const post = placedRow(row, 'posts')?.row
  const isStory = post !== undefined && !post.page && post.type !== 'page'
  linked.add(row.json ?? '', isStory ? post.slug : null)
}

function isTable(name: string): name is TableOfPosts {
  return name !== 'posts' && Object.hasOwn(ROWS, name)
}

function addRow(tables: Tables, table: TableOfPosts, row: JsonRow): void {
  const { key, place, row: columns } = placedRow(row, table) ?? { key: '', place: placeOf(row), row: null }
  if (columns === null) {
    // A table without rows may be null.
    if (row.index !== null) tables.leftOut.push(brokenRow(row))
    return
  }
  if ('author_id' in columns)
    push(tables.peopleOf, columns.post_id, { key: columns.author_id, order: columns.sort_order })
  else if ('tag_id' in columns)
    push(tables.tagsOf, columns.post_id, { key: columns.tag_id, order: columns.sort_order })
  else if ('email_only' in columns) tables.meta.set(columns.post_id, columns)
  else if ('from' in columns) tables.redirects.push({ key, place, row: columns })
  else if (key === '') tables.leftOut.push(brokenRow(row))
  else if ('bio' in columns) tables.users.push({ key, place, row: columns })
  else tables.tags.set(key, { key, place, row: columns })
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** The named columns of a row; null for one that is broken. */
function placedRow<Table extends TableName>(row: JsonRow, table: Table): Placed<RowOf<Table>> | null {
  const { success, data } = ROWS[table].safeParse(valueOf(row))
  if (!success) return null
  const key = 'id' in data ? data.id || ('slug' in data ? data.slug : '') : ''
  return { key, place: placeOf(row), row: data as RowOf<Table> }
}

function valueOf({ json }: JsonRow): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function placeOf({ table, index }: JsonRow): string {
  return index === null ? `data.${table}` : `data.${table}[${index}]`
}

function brokenRow(row: JsonRow): LeftOut {
  return {
    kind: 'left out',
    ...{ key: placeOf(row), place: placeOf(row), notes: [] },
    what: row.table === 'posts' ? 'Story or page' : `Row of ${row.table}`,
    title: '',
    why: row.json === null ? 'It is larger than 50 MB' : 'It cannot be read',
  }
}

function* peopleAndTags({ users, tags, settings }: Tables, used: Used): Generator<Item> {
  for (const user of users)
    yield used.people.has(user.key) ? personOf(user, settings.address) : idlePerson(user)
  for (const tag of tags.values()) {
    if (isInternal(tag.row)) yield internalTag(tag)
    else {
      const use = { isPrimary: used.primaryTags.has(tag.key), isFurther: used.furtherTags.has(tag.key) }
      yield* tagItems(tag, use)
    }
  }
}

function* redirectsOf({ redirects, settings }: Tables, used: Used): Generator<Redirect | LeftOut> {
  for (const from of FEEDS)
    yield {
      kind: 'redirect',
      ...{ key: from, place: 'data', notes: [], from },
      to: { kind: 'address', address: OUR_FEED },
    }
  for (const { key, place, row } of redirects) {
    const described = { key: key || row.from, place, notes: [] }
    const isPrivate = row.post_id !== '' && !used.publicPosts.has(row.post_id)
    if (isPrivate || row.from === '' || row.to === '')
      yield {
        kind: 'left out',
        ...described,
        what: 'Redirect',
        title: '',
        why: isPrivate ? 'It is of a story that is not public' : 'It lacks an address',
      }
    else
      yield {
        kind: 'redirect',
        ...described,
        from: fullAddress(row.from, settings.address),
        to: { kind: 'address', address: fullAddress(row.to, settings.address) },
      }
  }
}

function notTaken(table: string, what: string, count: number): LeftOut {
  const hint =
    table === 'members' || table === 'subscribers'
      ? '. Import the list of members that Ghost exports as CSV'
      : ''
  return {
    kind: 'left out',
    ...{ key: `table ${table}`, place: `data.${table}`, notes: [] },
    what,
    title: '',
    why: `The file has ${formatNumber(count)}, and the magazine takes none of them${hint}`,
  }
}
