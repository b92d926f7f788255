import { DatabaseSync } from 'node:sqlite'
import type { Item } from './description.ts'

type Kind = Item['kind']
type OfKind<K extends Kind> = Extract<Item, { kind: K }>

/**
 * The items of an export file on the disk: what a plan is made of is read several times, and the bodies of 50,000 stories are
 * more than the memory holds. The file is temporary, and goes when it is closed.
 */
export class Stage {
  readonly #db = new DatabaseSync('')

  constructor() {
    this.#db.exec(
      'create table item (place integer primary key, kind text not null, key text not null, json text not null, unique (kind, key))',
    )
  }

  /** Takes all items of a reader. Of two with one key, as the parts of a split export have them, the first counts. */
  async fill(items: AsyncIterable<Item>, onItem?: (count: number) => void): Promise<void> {
    const add = this.#db.prepare('insert or ignore into item (kind, key, json) values (?, ?, ?)')
    this.#db.exec('begin')
    let count = 0
    for await (const item of items) {
      add.run(item.kind, item.key, JSON.stringify(item))
      count += 1
      onItem?.(count)
    }
    this.#db.exec('commit')
  }

  /** The items of a kind in the order of the file. */
  *of<K extends Kind>(kind: K): Generator<OfKind<K>> {
    const rows = this.#db.prepare('select json from item where kind = ? order by place').iterate(kind)
    for (const { json } of rows) yield JSON.parse(String(json)) as OfKind<K>
  }

  /**
   * What the ids of the rows are made of: where the old site stood, or its name; `file`, the name of the file, where it says
   * neither.
   */
  source(file: string): string {
    const [old] = this.of('magazine')
    return old?.address ?? (old?.name || file)
  }

  count(kind: Kind): number {
    return Number(this.#db.prepare('select count(*) as n from item where kind = ?').get(kind)?.n)
  }

  close(): void {
    this.#db.close()
  }
}
