import { type ContentChange, names } from './content-update.ts'
import { ContentReader } from './content-reader.ts'
import type { Content } from './content.ts'
import type { Database } from './database.ts'
import { chunkList } from './pages/list-chunk.ts'
import type { LongList } from './pages/page-type.ts'
import { CONTENT_PAGES } from './pages/registry.ts'

/** Stores the chunks of the lists that changed, and names those that did; calls back with the chunks of each list. */
export function updateChunks(
  content: Content,
  { lists, names: changed }: ContentChange,
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
    setChunks(db, list, [], changed)
    db.run('delete from long_list where name = ?', list)
    setAddresses(list, [])
  }
  for (const { name, list, from } of all.values()) {
    const start = JSON.stringify([from, ...list])
    if (!isFirst && starts.get(name) === start && !list.some((base) => lists.has(base))) continue
    const chunks = chunkList(content.lists.after(list, from))
    db.run('insert or replace into long_list values (?, ?)', name, start)
    setChunks(db, name, chunks, changed)
    setAddresses(
      name,
      chunks.map((chunk) => chunk.name),
    )
  }
}

function setChunks(
  db: Database,
  list: string,
  chunks: ReturnType<typeof chunkList>,
  changed: Set<string>,
): void {
  const stored = db.all<{ name: string; ids: string; older: string | null }>(
    'select name, ids, older from chunk where list = ?',
    list,
  )
  const before = new Map(stored.map((chunk) => [chunk.name, chunk]))
  for (const { name, ids, older } of chunks) {
    const known = before.get(name)
    before.delete(name)
    const text = JSON.stringify(ids)
    if (known?.ids === text && known.older === older) continue
    db.run('insert or replace into chunk values (?, ?, ?, ?)', list, name, older, text)
    changed.add(names.chunk(list, name))
  }
  for (const name of before.keys()) db.run('delete from chunk where list = ? and name = ?', list, name)
}
