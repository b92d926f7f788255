import {
  ImportError,
  type Item,
  type LeftOut,
  type ReadOptions,
  type Reader,
  type Story,
} from '../description.ts'
import { type SourceFiles, openSource } from '../source-files.ts'
import { findAddress, storyAddresses } from './addresses.ts'
import { type Sound, type SubstackBody, substackBody } from './body.ts'
import { type PostRow, numberOf, postRows, publicationOf, slugOf } from './rows.ts'
import { isList, subscribersOf } from './subscribers.ts'

const ROWS = 'posts.csv'
/** A text that is larger is none of a letter. */
const MAX_TEXT_BYTES = 5 * 1024 * 1024

/** The stories, pages and subscribers of a ZIP of Substack, or of the folder that it unpacks to. */
export const readSubstack: Reader = async function* (path, options) {
  const files = await openSource(path)
  try {
    yield* itemsOf(files, options)
  } finally {
    files.close()
  }
}

async function* itemsOf(files: SourceFiles, options: ReadOptions): AsyncIterable<Item> {
  if (!files.has(ROWS)) throw new ImportError('There is no posts.csv in it, so it is no export of Substack')
  const rows = postRows(await files.text(ROWS))
  const texts = new Map(
    files.paths
      .filter((path) => /^posts\/[^/]+\.html?$/i.test(path))
      .map((path) => [path.slice('posts/'.length).replace(/\.html?$/i, ''), path] as const),
  )
  const own = await findAddress(files, [...texts.values()], rows)
  const magazine = { key: 'substack', place: ROWS, notes: [], name: '', tagline: '', language: null }
  yield { kind: 'magazine', ...magazine, address: own.address }
  const context: Context = { files, options, own, keys: new Set(), pictures: new Set() }
  const read = new Set<string>()
  for (const row of rows) {
    const path = texts.get(row.id) ?? texts.get(numberOf(row.id))
    if (path !== undefined) read.add(path)
    yield* itemsOfRow(row, path, context)
  }
  for (const path of texts.values()) if (!read.has(path)) yield* itemsOfText(path, context)
  for (const list of files.paths.filter(isList)) yield* subscribersOf(await files.text(list), list)
}

interface Context {
  files: SourceFiles
  options: ReadOptions
  own: Awaited<ReturnType<typeof findAddress>>
  /** The keys of stories that were given. */
  keys: Set<string>
  /** The addresses of pictures that were told of. */
  pictures: Set<string>
}

async function* itemsOfRow(row: PostRow, path: string | undefined, context: Context): AsyncIterable<Item> {
  const { title, type } = row
  const key = keyOf(row.id, context)
  if (type === 'thread')
    return yield leftOut(key, row.place, 'Thread', title, 'It is a conversation of readers')
  if (path === undefined) return yield leftOut(key, row.place, 'Story', title, 'Its text is not in the file')
  const sound = row.podcast === '' ? null : { address: row.podcast, title: title || row.podcast }
  const body = await bodyOf(path, sound, context)
  if (typeof body === 'string') return yield leftOut(key, path, 'Story', title, body)
  const publication = publicationOf(row, body.privateFor, context.options.now)
  const isPublic = publication.state === 'published' || publication.state === 'scheduled'
  yield* pictureItems(body, path, isPublic, context)
  const notes = [...body.notes]
  if (type === 'podcast' && sound === null)
    notes.push({ kind: 'dropped', text: 'The sound of an episode, which is not in the file' })
  const text = {
    ...{ key, place: path, notes, title, slug: row.slug, html: body.html, publication, createdAt: row.date },
    ...{ modifiedAt: null, metaTitle: '', metaDescription: '' },
    addresses: storyAddresses(row.slug, type === 'page', context.own),
  }
  if (type === 'page') yield { kind: 'page', ...text, parent: null }
  else yield { kind: 'story', ...text, ...storyFields(row.subtitle) }
}

/** A text that posts.csv does not know: nothing says that it was published. */
async function* itemsOfText(path: string, context: Context): AsyncIterable<Item> {
  const id = path.slice('posts/'.length).replace(/\.html?$/i, '')
  const [key, slug] = [keyOf(id, context), slugOf(id)]
  const body = await bodyOf(path, null, context)
  if (typeof body === 'string') return yield leftOut(key, path, 'Story', slug, body)
  yield* pictureItems(body, path, false, context)
  yield {
    ...{ kind: 'story', key, place: path, notes: body.notes, title: slug.replaceAll('-', ' '), slug },
    ...{ html: body.html, publication: { state: 'draft', why: 'posts.csv has no row of it' } },
    ...{ createdAt: null, modifiedAt: null, metaTitle: '', metaDescription: '' },
    addresses: storyAddresses(slug, false, context.own),
    ...storyFields(''),
  }
}

function storyFields(standfirst: string) {
  const none = { people: [], categories: [], tags: [], keywords: [] }
  return { standfirst, excerpt: '', ...none, picture: null, featured: false } satisfies Partial<Story>
}

/** The text of a post; a string that says why it cannot be read. */
async function bodyOf(path: string, sound: Sound | null, context: Context): Promise<SubstackBody | string> {
  try {
    const source = await context.files.text(path, MAX_TEXT_BYTES)
    return substackBody(source, context.options.language, sound)
  } catch (error) {
    if (error instanceof ImportError) return error.message
    // Elements within elements without end.
    if (error instanceof RangeError) return 'Its HTML cannot be read'
    throw error
  }
}

/** What the file says of pictures that no story before has. Words about a picture of a private story stay there. */
function* pictureItems(
  body: SubstackBody,
  place: string,
  isPublic: boolean,
  { pictures }: Context,
): Iterable<Item> {
  for (const { original, spellings, alt } of body.pictures.values()) {
    if (pictures.has(original)) continue
    pictures.add(original)
    const words = { alt: isPublic ? alt : '', caption: '', credit: '' }
    const addresses = [...spellings]
    yield { kind: 'picture', key: original, place, notes: [], address: original, addresses, ...words }
  }
}

/** The number of a post; with its slug where another post has the number. */
function keyOf(id: string, { keys }: Context): string {
  const key = keys.has(numberOf(id)) ? id : numberOf(id)
  keys.add(key)
  return key
}

function leftOut(key: string, place: string, what: string, title: string, why: string): LeftOut {
  return { kind: 'left out', key, place, notes: [], what, title, why }
}
