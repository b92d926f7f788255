import { sectionPath } from '../../domain/sections/section.ts'
import { tagPath } from '../../domain/sections/tag.ts'
import { authorName, authorPath } from '../lists/authors.ts'
import type { ContentReader } from '../content-reader.ts'
import { FIRST_CHUNK, listChunkPath, listName } from '../lists/list-chunks.ts'
import { BROWSE_PATH } from './browse.ts'
import { definePage, required } from './page-type.ts'

/**
 * A part of a list that is longer than its page: a page of its own, of which the list's page fetches the cards when a
 * reader comes near the end of what is there. Crawlers walk from one to the next.
 */
export const listChunkPage = definePage({
  route: '/lists/[list]/[chunk]',
  view(content, { list, chunk: name }) {
    const { articles, newer, older } = required(content.chunk(list, name), `chunk ${name} of ${list}`)
    const page = required(listPage(content, list), `page of the list ${list}`)
    return {
      path: listChunkPath(list, name),
      ...page,
      // The list of a filter button: its stories are in the page's list, too.
      isFilter: list !== listName(page.listPath),
      articles,
      // The page of the list comes before the first chunk.
      previous: newer === null ? page.listPath : listChunkPath(list, newer),
      // Where the list goes on; null at its end.
      next: older === null ? null : listChunkPath(list, older),
      level: cardLevel(list),
    }
  },
})

/** The page that a list begins on; `section` is null when the page is not a section's. */
function listPage(content: ContentReader, list: string) {
  if (list === listName(BROWSE_PATH))
    return { section: null, title: content.words().browse.all, listPath: BROWSE_PATH }
  // The name of a filter button's list begins with the name of the page's list and a dot.
  const section = content.sections().all.find((one) => listName(sectionPath(one)) === list.split('.')[0])
  if (section !== undefined) return { section, title: section.title, listPath: sectionPath(section) }
  const [, kind, key = ''] = /^(author|tag)\.(.*)$/.exec(list) ?? []
  if (kind === 'tag') return { section: null, title: content.tagAt(key)?.name ?? '', listPath: tagPath(key) }
  // The name of a role's list has the role's id after the author's key.
  const authors = content.authorKeys()
  const author = authors.get(key) ?? authors.get(key.replace(/\.[^.]*$/, ''))
  return author === undefined
    ? null
    : { section: null, title: authorName(author), listPath: authorPath(author.key) }
}

/** The level of the headings of a list's cards: on the page of an author the list has a heading of its own. */
export function cardLevel(list: string): 2 | 3 {
  return list.startsWith(listName(authorPath(''))) ? 3 : 2
}

/** A chunk of a list, newest first. `older` is the name of the next chunk, null in the last. */
export interface ListChunk {
  name: string
  ids: readonly string[]
  older: string | null
}

const MIN_CHUNK = 12
const MAX_CHUNK = 48
/** On average one story in this many ends a chunk. */
const END_INTERVAL = 24

/**
 * Splits a list into chunks of `MIN_CHUNK` to `MAX_CHUNK` ids or a little more. The boundaries depend on the ids around
 * them, not on positions (content-defined chunking): an id that is added or removed anywhere changes only the chunks
 * near it. A chunk has its newest id as its name, the first one is `FIRST_CHUNK`.
 */
export function chunkList(ids: readonly string[]): ListChunk[] {
  if (ids.length === 0) return []
  const ends: number[] = []
  let size = 0
  for (let place = ids.length - 1; place >= 0; place -= 1) {
    size += 1
    if (size < MAX_CHUNK && (size < MIN_CHUNK || !endsChunk(ids[place] ?? ''))) continue
    ends.push(place)
    size = 0
  }
  if (size < MIN_CHUNK) ends.pop()

  let older: string | null = null
  let from = ids.length
  return [...ends, 0].map((place) => {
    const name: string = place === 0 ? FIRST_CHUNK : (ids[place] ?? '')
    const chunk = { name, ids: ids.slice(place, from), older }
    older = name
    from = place
    return chunk
  })
}

/** Whether the hash (FNV-1a) of an id is one of the rare ones. */
function endsChunk(id: string): boolean {
  let hash = 0x811c9dc5
  for (let place = 0; place < id.length; place += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193)
  }
  return (hash >>> 0) % END_INTERVAL === 0
}
