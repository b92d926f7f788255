import { categoryList, type Entry, MAX_NEWEST, MONTH_PREFIX, tagList, writerList } from './article-lists.ts'
import { type Content, isSmallTable, pictureKey } from './content.ts'
import { digest } from './digest.ts'
import { type PictureFile, pictureUrlsIn } from './pictures.ts'
import { isSameItem } from './related/related-index.ts'
import { type Changes, type Entity, type Row, type RowChanges, type ArticleRow, ENTITIES } from './rows.ts'

/** Number of published articles from which on a tag is shown to readers. */
export const MIN_TAG_ARTICLES = 3

/** New and changed pictures by URL, and the URLs of those that are gone. */
export interface PictureChanges {
  put: readonly (readonly [url: string, file: PictureFile])[]
  gone: readonly string[]
}

/** What a change of rows changed. */
export interface ContentChange {
  /** The names of all that changed, as a ContentReader records them. */
  names: Set<string>
  /** The articles that came, changed or went, or whose card changed. */
  articles: Set<string>
  /** The lists with other members or in another order, each with the places that articles left and took. */
  lists: Map<string, Entry[]>
}

/** The names under which a ContentReader records what it reads. */
export const names = {
  site: 'site',
  categories: 'categories',
  tags: 'tags',
  authors: 'authors',
  writers: 'writers',
  pages: 'pages',
  redirects: 'redirects',
  months: 'months',
  hero: 'hero',
  article: (slug: string) => `article ${slug}`,
  card: (id: string) => `card ${id}`,
  picture: (key: string) => `picture ${key}`,
  newest: (list: string, limit: number) => `newest ${limit} of ${list}`,
  size: (list: string) => `size of ${list}`,
  members: (list: string) => `members of ${list}`,
  isShown: (tagId: string) => `is shown ${tagId}`,
  neighbours: (id: string) => `neighbours of ${id}`,
  related: (id: string) => `related to ${id}`,
  chunk: (list: string, name: string) => `chunk ${name} of ${list}`,
  redirect: (path: string) => `redirect from ${path}`,
} as const

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
    for (const list of content.lists.names(MONTH_PREFIX)) content.lists.noteLastChange(list)
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
  return entity === 'media' ? (row as Row<'media'>).storage_path : null
}

/** Returns whether the row is another than before. */
function putArticle(content: Content, row: Row<'articles'>): boolean {
  const { content: text, ...rest } = row
  const data = JSON.stringify(rest)
  const body = JSON.stringify(text ?? null)
  const next = digest(data + body)
  const before = content.db.get<{ digest: string }>('select digest from article where id = ?', row.id)
  if (before?.digest === next) return false
  content.db.run(
    `insert into article values (?, ?, ?, ?, ?, ?, '{}', ?, ?, '[]')
     on conflict do update set slug = excluded.slug, image = excluded.image, updated_at = excluded.updated_at, digest = excluded.digest,
       content_digest = excluded.content_digest, data = excluded.data, picture_urls = excluded.picture_urls`,
    row.id,
    row.slug,
    row.featured_image === null ? null : pictureKey(row.featured_image),
    row.updated_at,
    next,
    digest(body),
    data,
    JSON.stringify([...new Set([...row.gallery, ...pictureUrlsIn(data + body)])]),
  )
  content.db.run('insert or replace into article_text values (?, ?)', row.id, body)
  return true
}

/** Returns whether the card is another than before. */
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
  for (const [url, { key, width, height }] of put) {
    const known = db.get<PictureFile>('select key, width, height from picture where url = ?', url)
    if (known?.key === key && known.width === width && known.height === height) continue
    db.run('insert or replace into picture values (?, ?, ?, ?)', url, key, width, height)
    changed.push(url)
  }
  return changed
}

/** One change of the content. */
class Update {
  readonly #content: Content
  readonly #change: ContentChange = { names: new Set(), articles: new Set(), lists: new Map() }
  /** The articles whose cards are to be made again. */
  readonly #cards = new Set<string>()
  /** The newest places and the sizes of changed lists before the change. */
  readonly #before = new Map<string, { newest: Entry[]; size: number }>()
  readonly #related = { put: new Map<string, ArticleRow>(), gone: new Set<string>() }

  constructor(content: Content) {
    this.#content = content
  }

  run(changes: Changes, pictures: PictureChanges): ContentChange {
    const { lists } = this.#content
    const hero = lists.hero()
    this.#changeSmallTables(changes)
    this.#changeRows('media', changes.media, ({ storage_path }) => this.#touchPicture(storage_path))
    this.#changeRows('slug_redirects', changes.slug_redirects, () => this.#touch(names.redirects))
    for (const url of putPictures(this.#content, pictures)) this.#touchPicture(pictureKey(url))
    const { put = [], gone = [] } = changes.articles ?? {}
    for (const id of gone) this.#changeArticle(id, null)
    for (const row of put) this.#changeArticle(row.id, row)
    for (const id of this.#cards) this.#changeCard(id)
    this.#compareLists()
    if (lists.hero() !== hero) this.#touch(names.hero)
    this.#changeRelated()
    return this.#change
  }

  #touch(...touched: string[]): void {
    for (const name of touched) this.#change.names.add(name)
  }

  #touchPicture(key: string): void {
    this.#touch(names.picture(key))
    const shown = this.#content.db.all<{ id: string }>('select id from article where image = ?', key)
    for (const { id } of shown) this.#cards.add(id)
  }

  /** Calls back with each row that is put, gone or replaced, where that changes anything. */
  #changeRows<E extends Entity>(
    entity: E,
    change: RowChanges<Row<E>> | undefined,
    changed: (row: Row<E>) => void,
  ): void {
    const { db } = this.#content
    const { put = [], gone = [] } = change ?? {}
    const stored = (id: string) =>
      db.get<{ data: string }>('select data from row where entity = ? and id = ?', entity, id)?.data
    for (const id of gone) {
      const before = stored(id)
      if (before === undefined) continue
      db.run('delete from row where entity = ? and id = ?', entity, id)
      changed(JSON.parse(before) as Row<E>)
    }
    for (const row of put) {
      const before = stored(row.id)
      if (before === JSON.stringify(row)) continue
      putRow(this.#content, entity, row)
      if (before !== undefined) changed(JSON.parse(before) as Row<E>)
      changed(row)
    }
  }

  #changeSmallTables(changes: Changes): void {
    const { tables } = this.#content
    const changed = new Map<Entity, Set<string>>()
    const writers = this.#content.lists.names(writerList('')).map((list) => list.slice(writerList('').length))
    const writerNames = () => new Map(writers.map((id) => [id, JSON.stringify(this.#content.authorRef(id))]))
    const before = changes.profiles || changes.author_profiles ? writerNames() : null
    const change = <E extends keyof typeof tables>(entity: E) => {
      this.#changeRows(entity, changes[entity], ({ id }) =>
        changed.set(entity, (changed.get(entity) ?? new Set()).add(id)),
      )
      if (!changed.has(entity)) return
      const { put = [], gone = [] } = (changes[entity] ?? {}) as Partial<RowChanges<Row<E>>>
      for (const id of gone) tables[entity].delete(id)
      for (const row of put) (tables[entity] as Map<string, Row<E>>).set(row.id, row)
    }
    for (const entity of ENTITIES) if (isSmallTable(entity)) change(entity)
    if (changed.size === 0) return
    this.#content.deriveTables()

    const addCards = (list: string) => {
      for (const id of this.#content.lists.members(list)) this.#cards.add(id)
    }
    if (before !== null) {
      const after = writerNames()
      for (const id of writers) if (before.get(id) !== after.get(id)) addCards(writerList(id))
    }
    for (const id of changed.get('categories') ?? []) addCards(categoryList(id))
    for (const id of changed.get('tags') ?? []) {
      addCards(tagList(id))
      // Articles link to its page, whose address their cards do not have.
      this.#touch(names.isShown(id))
    }
    if (changed.has('categories')) this.#touch(names.categories)
    if (changed.has('tags')) this.#touch(names.tags)
    if (changed.has('profiles') || changed.has('author_profiles')) this.#touch(names.authors, names.writers)
    if (changed.has('pages')) this.#touch(names.pages)
    if (changed.has('fonts') || changed.has('global_styles') || changed.has('site_settings')) {
      this.#touch(names.site)
    }
  }

  #changeArticle(id: string, next: Row<'articles'> | null): void {
    const { db, lists } = this.#content
    const before = this.#content.article(id)
    if (before === null && next === null) return
    const neighbours = (row: ArticleRow | null) => {
      if (row?.category_id == null) return
      const { newer, older } = lists.neighbours(categoryList(row.category_id), { id, sort: row.published_at })
      for (const near of [newer, older]) if (near !== null) this.#touch(names.neighbours(near))
    }
    neighbours(before?.row ?? null)
    this.#rememberLists(before?.row ?? null, next)
    const isCompared = before === null || next === null || !isSameItem(before.row, next)
    if (isCompared) this.#content.openRelated()
    if (next === null) {
      for (const table of ['article', 'article_text']) db.run(`delete from ${table} where id = ?`, id)
      this.#content.forgetCard(id)
    } else if (!putArticle(this.#content, next)) return
    this.#change.articles.add(id)
    const row = next === null ? null : this.#content.articleRow(id)
    for (const [list, place] of lists.move(id, before?.row ?? null, row)) {
      const places = this.#change.lists.get(list)
      if (places === undefined) this.#change.lists.set(list, [place])
      else places.push(place)
    }
    neighbours(row)
    this.#touch(names.neighbours(id), names.card(id))
    for (const slug of [before?.row.slug, row?.slug]) if (slug !== undefined) this.#touch(names.article(slug))
    if (row !== null) this.#cards.add(id)
    if (!isCompared) return
    const { put, gone } = this.#related
    if (row === null) {
      put.delete(id)
      gone.add(id)
    } else {
      gone.delete(id)
      put.set(id, row)
    }
  }

  /** Keeps what lists show before an article moves in them. */
  #rememberLists(...rows: (ArticleRow | null)[]): void {
    const { lists } = this.#content
    for (const row of rows) {
      for (const list of row === null ? [] : lists.of(row)) {
        this.#touch(names.members(list))
        if (this.#before.has(list)) continue
        this.#before.set(list, { newest: lists.newestPlaces([list], MAX_NEWEST), size: lists.size(list) })
      }
    }
  }

  #changeCard(id: string): void {
    if (!putCard(this.#content, id)) return
    const slug = this.#content.articleRow(id)?.slug
    if (slug === undefined) return
    this.#change.articles.add(id)
    this.#touch(names.card(id), names.article(slug))
  }

  #compareLists(): void {
    const { lists } = this.#content
    for (const [list, before] of this.#before) {
      const newest = lists.newestPlaces([list], MAX_NEWEST)
      // By time, too: in several lists shown as one, a story moves whose place in its own is the same.
      const first = newest.findIndex(({ id, sort }, index) => {
        const place = before.newest[index]
        return place?.id !== id || place.sort !== sort
      })
      const from = first < 0 ? (newest.length === before.newest.length ? MAX_NEWEST : newest.length) : first
      for (let limit = from + 1; limit <= MAX_NEWEST; limit += 1) this.#touch(names.newest(list, limit))
      if (list.startsWith(MONTH_PREFIX)) lists.noteLastChange(list)
      const size = lists.size(list)
      if (size === before.size) continue
      this.#touch(names.size(list))
      if (list.startsWith(tagList(''))) this.#compareTag(list, before.size, size)
      if ((size === 0) === (before.size === 0)) continue
      if (list.startsWith(MONTH_PREFIX)) this.#touch(names.months)
      if (list.startsWith(writerList(''))) this.#touch(names.writers)
    }
  }

  /** A tag that comes to be shown, or is not any more, changes the pages of all its articles. */
  #compareTag(list: string, before: number, size: number): void {
    if (before >= MIN_TAG_ARTICLES === size >= MIN_TAG_ARTICLES) return
    this.#touch(names.isShown(list.slice(tagList('').length)), names.tags)
  }

  #changeRelated(): void {
    const { put, gone } = this.#related
    if (put.size + gone.size === 0) return
    for (const id of this.#content.related.update([...put.values()], [...gone])) {
      if (putRelated(this.#content, id)) this.#touch(names.related(id))
    }
  }
}
