import { type ContentChange, names } from './content-update.ts'
import { ContentReader } from './content-reader.ts'
import type { Content } from './content.ts'
import type { Database } from './database.ts'
import { FIRST_CHUNK } from './list-chunks.ts'
import { chunkList } from './pages/list-chunk.ts'
import type { LongList } from './pages/page-type.ts'
import { CONTENT_PAGES } from './pages/registry.ts'

/**
 * Stores the chunks of the lists that changed, and names those that did; calls back with the chunks of each list that
 * has other ones.
 */
export function updateChunks(
  content: Content,
  { lists, names: changed, articles }: ContentChange,
  isFirst: boolean,
  setAddresses: (list: string, chunks: string[]) => void,
): void {
  const { db } = content
  const reader = new ContentReader(content)
  const all = new Map<string, LongList>()
  for (const type of CONTENT_PAGES) for (const list of type.longLists(reader)) all.set(list.name, list)
  const stored = db.all<{ list: string; start: string }>('select name as list, start from long_list')
  const starts = new Map(stored.map(({ list, start }) => [list, start]))
  for (const list of starts.keys()) {
    if (all.has(list)) continue
    setChunks(db, list, [], null, changed)
    db.run('delete from long_list where name = ?', list)
    setAddresses(list, [])
  }
  for (const { name, list, from } of all.values()) {
    const start = JSON.stringify([from, ...list])
    if (!isFirst && starts.get(name) === start && !list.some((base) => lists.has(base))) continue
    const chunks = chunkList(content.lists.after(list, from))
    db.run('insert or replace into long_list values (?, ?)', name, start)
    // Of a list that is made of others now, any chunk may be another.
    const isSame = starts.get(name) === start
    const hasOthers = setChunks(db, name, chunks, isSame ? articles : null, changed)
    if (isFirst || hasOthers)
      setAddresses(
        name,
        chunks.map((chunk) => chunk.name),
      )
  }
}

/**
 * Stores the chunks of a list in place of those that it had, and names those that are new or may be others: all but
 * those that have as many articles as before between the same ends, none of them among the changed `articles`. Returns
 * whether chunks came or went. `articles` null: no chunk is known to be the same.
 */
function setChunks(
  db: Database,
  list: string,
  chunks: ReturnType<typeof chunkList>,
  articles: ReadonlySet<string> | null,
  changed: Set<string>,
): boolean {
  const stored = db.all<{ name: string; older: string | null; bytes: number }>(
    'select name, older, octet_length(ids) as bytes from chunk where list = ?',
    list,
  )
  const before = new Map(stored.map((chunk) => [chunk.name, chunk]))
  let hasNew = false
  for (const { name, ids, older } of chunks) {
    const known = before.get(name)
    before.delete(name)
    const bytes = ids.reduce((sum, id) => sum + id.length + 3, 1)
    const hasSameEnds = known?.bytes === bytes && known.older === older
    // The first one begins at a place in the list, not with an article.
    const isSame = name !== FIRST_CHUNK && articles !== null && !ids.some((id) => articles.has(id))
    if (hasSameEnds && isSame) continue
    hasNew ||= known === undefined
    db.run('insert or replace into chunk values (?, ?, ?, ?)', list, name, older, JSON.stringify(ids))
    changed.add(names.chunk(list, name))
  }
  for (const name of before.keys()) db.run('delete from chunk where list = ? and name = ?', list, name)
  return hasNew || before.size > 0
}
