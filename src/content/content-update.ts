import type { Calendar } from '../domain/text/calendar.ts'
import {
  type Entry,
  type StoredList,
  categoryList,
  MAX_NEIGHBOURS,
  MAX_NEWEST,
  monthList,
  tagList,
} from './lists/article-lists.ts'
import { type Content, type SmallTable, type StoryPerson, isSmallTable, pictureKey } from './content.ts'
import { ContentChange } from './content-change.ts'
import { digest } from './database/digest.ts'
import { newsIds, updateNews } from './lists/news.ts'
import { shownMenus } from './menus.ts'
import { type PictureFile, shownPictureUrls } from './pictures/pictures.ts'
import type { ListState } from './reads.ts'
import { type RelatedItem, isSameItem } from './related/related-index.ts'
import { type Changes, type Entity, type Row, type RowChanges, type ArticleRow, ENTITIES } from './rows.ts'

/** New and changed pictures by URL, and the URLs of removed ones. */
export interface PictureChanges {
  put: readonly (readonly [url: string, file: PictureFile])[]
  gone: readonly string[]
}

const NO_PICTURES: PictureChanges = { put: [], gone: [] }

/** Writes rows without what follows from them; `completeContent` has to come after the last ones. */
export function addRows<E extends Entity>(content: Content, entity: E, rows: readonly Row<E>[]): void {
  content.db.transaction(() => {
    for (const row of rows) {
      if (entity === 'articles') putArticle(content, row as Row<'articles'>)
      else putRow(content, entity, row)
    }
  })
}

/** Computes all that follows from the rows that were added to an empty database. */
export function completeContent(content: Content, pictures: PictureChanges): void {
  content.db.transaction(() => {
    content.readTables()
    putPictures(content, pictures)
    content.computeRelated()
    for (const { id } of content.db.all<{ id: string }>('select id from article')) {
      content.lists.move(id, null, content.articleRow(id))
      putCard(content, id)
      putRelated(content, id)
    }
    updateNews(content)
    for (const month of content.lists.idsOf('month')) content.lists.noteLastChange(monthList(month))
  })
}

/** Writes changed rows and pictures, and all that follows from them. */
export function updateContent(
  content: Content,
  changes: Changes,
  pictures: PictureChanges = NO_PICTURES,
): ContentChange {
  return content.db.transaction(() => new Update(content).run(changes, pictures))
}

function putRow(content: Content, entity: Entity, row: Row<Entity>): void {
  content.db.run(
    'insert or replace into row values (?, ?, ?, ?)',
    entity,
    row.id,
    lookupOf(entity, row),
    JSON.stringify(row),
  )
}

function lookupOf(entity: Entity, row: Row<Entity>): string | null {
  if (entity === 'letters') return (row as Row<'letters'>).slug
  return entity === 'media' ? (row as Row<'media'>).storage_path : null
}

/** Returns whether the row has changed. */
function putArticle(content: Content, row: Row<'articles'>): boolean {
  const { content: text, ...rest } = row
  const data = JSON.stringify(rest)
  const body = JSON.stringify(text ?? null)
  const next = digest(data + body)
  const before = content.db.get<{ digest: string }>('select digest from article where id = ?', row.id)
  if (before?.digest === next) return false
  content.db.run(
    `insert into article values (?, ?, ?, ?, ?, ?, '{}', ?, ?, '[]')
     on conflict do update set slug = excluded.slug, image = excluded.image, modified_at = excluded.modified_at, digest = excluded.digest,
       content_digest = excluded.content_digest, data = excluded.data, picture_urls = excluded.picture_urls`,
    row.id,
    row.slug,
    row.featured_image === null ? null : pictureKey(row.featured_image),
    row.modified_at,
    next,
    digest(body),
    data,
    JSON.stringify(shownPictureUrls(row)),
  )
  content.db.run('insert or replace into article_text values (?, ?)', row.id, body)
  return true
}

/** Returns whether the card has changed. */
function putCard(content: Content, id: string): boolean {
  const row = content.articleRow(id)
  if (row === null) return true
  const next = content.makeCard(row)
  const before = content.db.get<{ card: string }>('select card from article where id = ?', id)
  if (before?.card === next) return false
  content.db.run('update article set card = ? where id = ?', next, id)
  content.forgetCard(id)
  return true
}

function putRelated(content: Content, id: string): boolean {
  const next = content.related.stored(id)
  const before = content.db.get<{ related: string }>('select related from article where id = ?', id)
  if (before === undefined || before.related === next) return false
  content.db.run('update article set related = ? where id = ?', next, id)
  return true
}

function putPictures({ db }: Content, { put, gone }: PictureChanges): string[] {
  for (const url of gone) db.run('delete from picture where url = ?', url)
  const changed = [...gone]
  for (const [url, picture] of put) {
    const file = JSON.stringify(picture)
    if (db.get<{ file: string }>('select file from picture where url = ?', url)?.file === file) continue
    db.run('insert or replace into picture values (?, ?)', url, file)
    changed.push(url)
  }
  return changed
}

/** One change of the content. */
class Update {
  readonly #content: Content
  readonly #change = new ContentChange()
  /** The articles whose cards have to be made again. */
  readonly #cards = new Set<string>()
  /** By name, the lists of changed articles as they were before the change. */
  readonly #before = new Map<string, { list: StoredList; state: ListState }>()
  /** What the related articles have to follow. */
  readonly #related = { put: new Map<string, RelatedItem>(), removed: new Set<string>() }

  constructor(content: Content) {
    this.#content = content
  }

  run(changes: Changes, pictures: PictureChanges): ContentChange {
    const hero = this.#content.hero()
    const news = newsIds(this.#content).join()
    const menus = JSON.stringify(shownMenus(this.#content))
    const { language } = this.#content
    this.#changeSmallTables(changes)
    for (const { storage_path } of this.#changeRows('media', changes.media)) this.#changePicture(storage_path)
    this.#addRows('slug_redirects', this.#changeRows('slug_redirects', changes.slug_redirects))
    for (const { slug } of this.#changeRows('letters', changes.letters)) this.#change.add('letter', { slug })
    for (const url of putPictures(this.#content, pictures)) this.#changePicture(pictureKey(url))
    const { put = [], gone = [] } = changes.articles ?? {}
    for (const id of gone) this.#changeArticle(id, null)
    for (const row of put) this.#changeArticle(row.id, row)
    for (const id of this.#cards) this.#changeCard(id)
    this.#compareLists()
    if (this.#content.hero() !== hero) this.#change.add('hero', null)
    updateNews(this.#content)
    if (newsIds(this.#content).join() !== news) this.#change.add('news', null)
    if (JSON.stringify(shownMenus(this.#content)) !== menus) this.#change.add('menus', null)
    if (this.#content.language === language) this.#changeRelated()
    else this.#changeAllRelated()
    return this.#change
  }

  #changePicture(key: string): void {
    this.#change.add('picture', { key })
    const shown = this.#content.db.all<{ id: string }>('select id from article where image = ?', key)
    for (const { id } of shown) this.#cards.add(id)
  }

  /** Writes rows. Returns the added and removed ones; of a changed row both states. */
  #changeRows<E extends Entity>(entity: E, change: RowChanges<Row<E>> | undefined): Row<E>[] {
    const { db } = this.#content
    const { put = [], gone = [] } = change ?? {}
    const changed: Row<E>[] = []
    const stored = (id: string) =>
      db.get<{ data: string }>('select data from row where entity = ? and id = ?', entity, id)?.data
    for (const id of gone) {
      const before = stored(id)
      if (before === undefined) continue
      db.run('delete from row where entity = ? and id = ?', entity, id)
      changed.push(JSON.parse(before) as Row<E>)
    }
    for (const row of put) {
      const before = stored(row.id)
      if (before === JSON.stringify(row)) continue
      putRow(this.#content, entity, row)
      if (before !== undefined) changed.push(JSON.parse(before) as Row<E>)
      changed.push(row)
    }
    return changed
  }

  #addRows(table: Entity, rows: readonly { id: string }[]): ReadonlySet<string> {
    const ids = new Set(rows.map(({ id }) => id))
    if (ids.size > 0) this.#change.add('rows', { table, ids })
    return ids
  }

  /** Writes rows of a table that is kept in memory. Returns the ids of rows that changed. */
  #changeSmallTable<E extends SmallTable>(entity: E, changes: Changes): ReadonlySet<string> {
    const change: RowChanges<Row<E>> | undefined = changes[entity]
    const ids = this.#addRows(entity, this.#changeRows(entity, change))
    const table = this.#content.tables[entity] as Map<string, Row<E>>
    if (ids.size === 0) return ids
    for (const id of change?.gone ?? []) table.delete(id)
    for (const row of change?.put ?? []) table.set(row.id, row)
    return ids
  }

  #changeSmallTables(changes: Changes): void {
    const content = this.#content
    const { lists, calendar } = content
    const { put = [], gone = [] } = changes.author_profiles ?? {}
    const rewritten = [...gone, ...put.map(({ id }) => id)]
    // A story whose credits name nobody who is known has its owner, too, and is in no list of theirs.
    const owners = new Set([
      ...lists.idsOf('writer'),
      ...(changes.profiles?.gone ?? []),
      ...(changes.profiles?.put ?? []).map(({ id }) => id),
      ...[...put, ...rewritten.map((id) => content.tables.author_profiles.get(id))].flatMap(
        (row) => row?.profile_id ?? [],
      ),
    ])
    const people: StoryPerson[] = [
      ...Array.from(owners, (owner) => ({ owner })),
      ...lists.idsOf('person').map((person) => ({ person })),
    ]
    const shown = () => people.map((person) => JSON.stringify(content.shownOf(person)))
    const before = changes.profiles || changes.author_profiles ? shown() : null
    const keys = new Map(lists.idsOf('person').map((id) => [id, content.personKey(id)]))
    if (rewritten.some((id) => keys.has(id))) content.openRelated()
    const fronts = content.fronts()
    const changed = new Map<Entity, ReadonlySet<string>>()
    for (const entity of ENTITIES) {
      if (isSmallTable(entity)) changed.set(entity, this.#changeSmallTable(entity, changes))
    }
    if ([...changed.values()].every(({ size }) => size === 0)) return
    content.deriveTables()
    if (content.calendar.timeZone !== calendar.timeZone) this.#changeMonths(calendar)

    const addCards = (list: StoredList) => {
      for (const id of lists.members(list)) this.#cards.add(id)
    }
    if (before !== null) {
      const after = shown()
      for (const [place, person] of people.entries()) {
        if (before[place] !== after[place]) this.#change.add('person', { person })
      }
    }
    const present = content.fronts()
    for (const path of new Set([...fronts.keys(), ...present.keys()])) {
      if (present.get(path) !== fronts.get(path)) this.#change.add('front', { path })
    }
    for (const id of content.storiesOfRelinked(keys)) this.#compareAgain(id)
    for (const id of changed.get('categories') ?? []) addCards(categoryList(id))
    for (const id of changed.get('tags') ?? []) addCards(tagList(id))
  }

  /** Has the related articles of an article computed again. */
  #compareAgain(id: string): void {
    const row = this.#content.articleRow(id)
    if (row !== null) this.#related.put.set(id, this.#content.relatedItem(row))
  }

  /** Moves the articles to their months in another time zone. */
  #changeMonths(before: Calendar): void {
    const { calendar, db, lists } = this.#content
    for (const { id } of db.all<{ id: string }>('select id from article')) {
      const sort = this.#content.articleRow(id)?.published_at
      if (sort === undefined) continue
      const [from, to] = [monthList(before.monthOf(sort)), monthList(calendar.monthOf(sort))]
      if (from.name === to.name) continue
      this.#rememberLists(from, to)
      this.#addPlaces(lists.moveBetween({ id, sort }, from, to))
    }
  }

  #changeArticle(id: string, next: Row<'articles'> | null): void {
    const { db, lists } = this.#content
    const before = this.#content.article(id)
    if (before === null && next === null) return
    this.#addNeighbours(before?.row ?? null)
    this.#rememberLists(...lists.of(before?.row ?? null), ...lists.of(next))
    const item = (compared: ArticleRow) => this.#content.relatedItem(compared)
    const isCompared = before === null || next === null || !isSameItem(item(before.row), item(next))
    if (isCompared) this.#content.openRelated()
    if (next === null) {
      for (const table of ['article', 'article_text']) db.run(`delete from ${table} where id = ?`, id)
      this.#content.forgetCard(id)
    } else if (!putArticle(this.#content, next)) return
    const row = next === null ? null : this.#content.articleRow(id)
    this.#addPlaces(lists.move(id, before?.row ?? null, row))
    this.#addNeighbours(row)
    this.#change.add('neighbours', { articleId: id })
    this.#addArticle(
      id,
      [before?.row.slug, row?.slug].filter((slug) => slug !== undefined),
    )
    if (row !== null) this.#cards.add(id)
    if (!isCompared) return
    const { put, removed } = this.#related
    if (row === null) {
      put.delete(id)
      removed.add(id)
    } else {
      removed.delete(id)
      put.set(id, item(row))
    }
  }

  #addPlaces(changed: readonly [list: StoredList, place: Entry][]): void {
    for (const [{ name }, place] of changed) {
      const places = this.#change.lists.get(name)
      if (places === undefined) this.#change.lists.set(name, [place])
      else places.push(place)
    }
  }

  #addArticle(id: string, slugs: readonly string[]): void {
    this.#change.articles.add(id)
    this.#change.add('article', { id, slugs })
  }

  /** The articles around one have other neighbours when it comes, moves or goes. */
  #addNeighbours(row: ArticleRow | null): void {
    if (row === null) return
    const { id, published_at: sort } = row
    for (const list of this.#content.listsWithNeighbours(row)) {
      const { newer, older } = this.#content.lists.neighbours(list, { id, sort }, MAX_NEIGHBOURS)
      for (const articleId of [...newer, ...older]) this.#change.add('neighbours', { articleId })
    }
  }

  /** Keeps what lists show before an article moves in them. */
  #rememberLists(...some: StoredList[]): void {
    for (const list of some) {
      if (!this.#before.has(list.name)) this.#before.set(list.name, { list, state: this.#stateOf(list) })
    }
  }

  #stateOf(list: StoredList): ListState {
    const { lists } = this.#content
    return { newest: lists.newestPlaces([list], MAX_NEWEST), size: lists.size(list) }
  }

  #changeCard(id: string): void {
    if (!putCard(this.#content, id)) return
    const slug = this.#content.articleRow(id)?.slug
    if (slug !== undefined) this.#addArticle(id, [slug])
  }

  #compareLists(): void {
    for (const { list, state } of this.#before.values()) {
      if (list.kind === 'month') this.#content.lists.noteLastChange(list)
      this.#change.add('list', { list, before: state, after: this.#stateOf(list) })
    }
  }

  #changeRelated(): void {
    const { put, removed } = this.#related
    if (put.size + removed.size === 0) return
    this.#putRelated(this.#content.related.update([...put.values()], [...removed]))
  }

  /** In another language other words are stop words. */
  #changeAllRelated(): void {
    this.#content.computeRelated()
    const all = this.#content.db.all<{ id: string }>('select id from article')
    this.#putRelated(all.map(({ id }) => id))
  }

  #putRelated(ids: Iterable<string>): void {
    for (const id of ids) {
      if (putRelated(this.#content, id)) this.#change.add('related', { articleId: id })
    }
  }
}
