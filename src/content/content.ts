import { type Calendar, DEFAULT_CALENDAR } from '../domain/text/calendar.ts'
import { type Language, MAIN_LANGUAGE } from '../domain/text/language.ts'
import { wordsOf } from '../words/words.ts'
import { rememberedFacts } from '../domain/story/fact.ts'
import { DEFAULT_READ_TIME } from '../domain/story/read-time.ts'
import { mediaPath } from '../domain/media/media-address.ts'
import { rightsXmp } from '../domain/media/media-rights.ts'
import { Sections } from '../domain/sections/section.ts'
import { calendarOf } from '../domain/site/settings.ts'
import {
  ALL_ARTICLES,
  ArticleLists,
  MAX_NEWEST,
  type StoredList,
  categoryList,
  personList,
  roleList,
  writerList,
} from './lists/article-lists.ts'
import {
  type AuthorDirectory,
  type AuthorEntry,
  authorDirectory,
  authorPath,
  ownerName,
  signatureOf,
} from './lists/authors.ts'
import type { Database } from './database/database.ts'
import { KeptViews } from './kept-views.ts'
import { type PageTree, pageTree } from './addresses/page-tree.ts'
import {
  type Picture,
  type PictureFile,
  brandingPictures,
  frontPictures,
  pictureUrlsOfLetter,
  makePicture,
  shownPictureUrls,
  textPictures,
} from './pictures/pictures.ts'
import { type RelatedItem, RelatedIndex } from './related/related-index.ts'
import type { Entity, Row, ArticleRow } from './rows.ts'
import { type ArticleCard, type AuthorRef, articlePath, isPresentable } from './types.ts'

/** The tables that are kept in memory: they have few rows, whatever the number of articles. */
const SMALL_TABLES = [
  'categories',
  'tags',
  'profiles',
  'author_profiles',
  'credit_roles',
  'pages',
  'sections',
  'menus',
  'fonts',
  'global_styles',
  'theme',
  'branding',
  'site_settings',
  'front_versions',
] as const satisfies readonly Entity[]

const MAX_KEPT_CARDS = 1_000

export type SmallTable = (typeof SMALL_TABLES)[number]

type SmallTables = { [E in SmallTable]: Map<string, Row<E>> }

export function isSmallTable(entity: Entity): entity is SmallTable {
  return (SMALL_TABLES as readonly Entity[]).includes(entity)
}

/** An article as the database has it: its text is read apart. */
export interface ArticleRecord {
  row: ArticleRow
  card: ArticleCard
  /** Changes with the text. */
  contentKey: string
  pictureUrls: string[]
}

/** A letter in a list. `sentAt` is an ISO time. */
export interface LetterEntry {
  slug: string
  subject: string
  previewText: string
  sentAt: string
}

/** Somebody whom a story names: a person in its credits or, without credits, the account that owns it. Both are ids. */
export type StoryPerson = { person: string } | { owner: string }

/** The key shared by all URLs of a picture: its storage path, or the URL of a picture that is not ours. */
export function pictureKey(url: string): string {
  return mediaPath(url) ?? url
}

/**
 * The published content, in a database of the publisher's own. It is changed by content-update.ts, and pages read it
 * through a ContentReader, which records what they show. The backend alone decides which articles are published: a clock
 * here could differ from its clock and hide a new story.
 */
export class Content {
  /** The site's own address, without a slash at the end. */
  readonly siteUrl: string
  readonly db: Database
  readonly lists: ArticleLists
  tables!: SmallTables
  authors!: AuthorDirectory
  pages!: PageTree
  sections!: Sections
  language: Language = MAIN_LANGUAGE
  readonly keptViews = new KeptViews()
  /** Cards that were read, by article: many lists show the same ones. At most `MAX_KEPT_CARDS`. */
  readonly #cards = new Map<string, ArticleCard>()
  /** The index of related articles; null until it is used. */
  #related: RelatedIndex | null = null

  constructor(db: Database, siteUrl: string) {
    this.db = db
    this.siteUrl = siteUrl
    this.lists = new ArticleLists(db)
    this.readTables()
  }

  /** Reads the small tables from the database. */
  readTables(): void {
    this.#related = null
    this.forgetKept()
    const tables = SMALL_TABLES.map((entity) => {
      const rows = this.db.all<{ id: string; data: string }>(
        'select id, data from row where entity = ?',
        entity,
      )
      return [entity, new Map(rows.map(({ id, data }) => [id, JSON.parse(data) as unknown]))]
    })
    this.tables = Object.fromEntries(tables) as SmallTables
    this.deriveTables()
  }

  /** To be called when the database took back what was written, or another process wrote to it. */
  forgetKept(): void {
    this.#cards.clear()
    this.keptViews.forget()
    this.lists.forget()
  }

  /** To be called after a change of the small tables. */
  deriveTables(): void {
    const [settings] = this.tables.site_settings.values()
    this.lists.calendar = settings === undefined ? DEFAULT_CALENDAR : calendarOf(settings)
    this.language = settings?.language ?? MAIN_LANGUAGE
    this.authors = authorDirectory(this.tables.author_profiles.values(), this.calendar.locale)
    this.sections = new Sections(this.tables.sections.values())
    this.pages = pageTree(this.tables.pages, this.sections)
  }

  /** The zone and the language of the dates that readers see. */
  get calendar(): Calendar {
    return this.lists.calendar
  }

  /** Computes the related articles of all articles. */
  computeRelated(): void {
    this.#related = RelatedIndex.of(
      Array.from(this.#relatedItems(), ({ item }) => item),
      this.language,
    )
  }

  get related(): RelatedIndex {
    return (this.#related ??= RelatedIndex.restore(this.#relatedItems(), this.language))
  }

  /**
   * Restores the index of related articles where it is not in memory. To be called before rows change: the stored lists
   * belong to the rows as they were.
   */
  openRelated(): void {
    this.#related = this.related
  }

  /** Takes back what `work` changed here and in the database; of articles it may change only these. */
  dryRun<T>(articleIds: readonly string[], work: () => T): T {
    return this.keptViews.dryRun(() => this.#dryRun(articleIds, work))
  }

  #dryRun<T>(articleIds: readonly string[], work: () => T): T {
    const { tables, authors, pages, sections, language, calendar } = this
    this.tables = Object.fromEntries(
      SMALL_TABLES.map((entity) => [entity, new Map<string, unknown>(tables[entity])]),
    ) as SmallTables
    try {
      return this.db.dryRun(work)
    } finally {
      // The lists of another language are not those of the database.
      if (this.language !== language) this.#related = null
      const people = this.lists.idsOf('person')
      const changed = new Map(people.map((id) => [id, this.personKey(id)]))
      Object.assign(this, { tables, authors, pages, sections, language })
      this.lists.calendar = calendar
      this.forgetKept()
      const ids = [...articleIds, ...this.storiesOfRelinked(changed)]
      const rows = new Map(ids.map((id) => [id, this.articleRow(id)]))
      const present = [...rows.values()].filter((row) => row !== null).map((row) => this.relatedItem(row))
      if (rows.size > 0)
        this.#related?.update(
          present,
          [...rows.keys()].filter((id) => rows.get(id) === null),
        )
    }
  }

  /** The ids of the stories of those people who have another account now; `keys`: what stood for each before. */
  storiesOfRelinked(keys: ReadonlyMap<string, string>): string[] {
    const relinked = [...keys].filter(([id, key]) => this.personKey(id) !== key)
    return relinked.flatMap(([id]) => this.lists.members(personList(id)))
  }

  *#relatedItems() {
    const rows = this.db.iterate<{ data: string; related: string }>('select data, related from article')
    for (const { data, related } of rows) {
      yield { item: this.relatedItem(JSON.parse(data) as ArticleRow), stored: related }
    }
  }

  article(id: string): ArticleRecord | null {
    const found = this.db.get<{
      data: string
      card: string
      content_digest: string
      picture_urls: string
    }>('select data, card, content_digest, picture_urls from article where id = ?', id)
    if (found === undefined) return null
    return {
      row: JSON.parse(found.data) as ArticleRow,
      card: JSON.parse(found.card) as ArticleCard,
      contentKey: found.content_digest,
      pictureUrls: JSON.parse(found.picture_urls) as string[],
    }
  }

  articleRow(id: string): ArticleRow | null {
    const found = this.db.get<{ data: string }>('select data from article where id = ?', id)
    return found === undefined ? null : (JSON.parse(found.data) as ArticleRow)
  }

  articleText(id: string): unknown {
    const found = this.db.get<{ content: string }>('select content from article_text where id = ?', id)
    return found && (JSON.parse(found.content) as unknown)
  }

  card(id: string): ArticleCard | null {
    const kept = this.#cards.get(id)
    if (kept !== undefined) return kept
    const found = this.db.get<{ card: string }>('select card from article where id = ?', id)
    if (found === undefined) return null
    const card = JSON.parse(found.card) as ArticleCard
    if (this.#cards.size >= MAX_KEPT_CARDS) this.#cards.clear()
    this.#cards.set(id, card)
    return card
  }

  /** To be called when an article has another card, or none any more. */
  forgetCard(id: string): void {
    this.#cards.delete(id)
  }

  idOfSlug(slug: string): string | null {
    return this.db.get<{ id: string }>('select id from article where slug = ?', slug)?.id ?? null
  }

  relatedIds(id: string): string[] {
    const found = this.db.get<{ related: string }>('select related from article where id = ?', id)
    return RelatedIndex.idsOf(found?.related ?? '[]')
  }

  picture(url: string): Picture {
    const stored = this.db.get<{ file: string }>('select file from picture where url = ?', url)
    const file = stored && (JSON.parse(stored.file) as PictureFile)
    return makePicture(url, file, this.media(url))
  }

  /** The row of the media library that the address of a picture names. */
  media(url: string): Row<'media'> | undefined {
    const path = mediaPath(url)
    if (path === null) return undefined
    const found = this.db.get<{ data: string }>(
      `select data from row where lookup = ? and entity = 'media'`,
      path,
    )
    return found && (JSON.parse(found.data) as Row<'media'>)
  }

  /**
   * The id of the story at the top of the standard home page: the story marked as hero, else the newest with a picture
   * and a section, else the newest.
   */
  hero(): string | null {
    const marked = this.lists.hero()
    if (marked !== null) return marked
    const newest = this.lists.newest([ALL_ARTICLES], MAX_NEWEST)
    return newest.find((id) => isPresentable(this.card(id))) ?? newest[0] ?? null
  }

  /** The version of each front that is live, by the path of its page. Where nobody has edited a front there is none. */
  fronts(): ReadonlyMap<string, Row<'front_versions'>> {
    const fronts = new Map<string, Row<'front_versions'>>()
    for (const version of this.tables.front_versions.values()) {
      const other = fronts.get(version.page)
      // A version that was live before may be stored still.
      if (other === undefined || version.live_from > other.live_from) fronts.set(version.page, version)
    }
    return fronts
  }

  /** The XMP that the copies of a picture get; null: none. */
  xmp(url: string): string | null {
    const row = this.media(url)
    return row === undefined ? null : rightsXmp(row)
  }

  /** The URLs of all pictures that the content names. */
  *pictureUrls(): Iterable<string> {
    const articles = this.db.iterate<{ picture_urls: string }>('select picture_urls from article')
    for (const { picture_urls } of articles) yield* JSON.parse(picture_urls) as string[]
    for (const page of this.tables.pages.values()) yield* shownPictureUrls(page)
    for (const { image_url } of this.tables.author_profiles.values()) if (image_url !== null) yield image_url
    for (const front of this.tables.front_versions.values()) yield* frontPictures(front)
    const letters = this.db.iterate<{ data: string }>(`select data from row where entity = 'letters'`)
    for (const { data } of letters) yield* pictureUrlsOfLetter(JSON.parse(data) as Row<'letters'>)
    for (const settings of this.tables.site_settings.values()) yield* textPictures(settings)
    for (const branding of this.tables.branding.values()) yield* brandingPictures(branding)
  }

  /** The URLs of the pictures of which copies exist. */
  knownPictures(): string[] {
    return this.db.all<{ url: string }>('select url from picture').map(({ url }) => url)
  }

  /** The ids of the stored rows of a table. */
  idsOf(entity: Entity): string[] {
    const rows =
      entity === 'articles'
        ? this.db.all<{ id: string }>('select id from article')
        : this.db.all<{ id: string }>('select id from row where entity = ?', entity)
    return rows.map(({ id }) => id)
  }

  /** The letters, the newest first. */
  letters(): LetterEntry[] {
    return this.db.all<LetterEntry>(
      `select lookup as slug, json_extract(data, '$.content.subject') as subject,
         json_extract(data, '$.content.preview_text') as previewText, json_extract(data, '$.frozen_at') as sentAt
       from row where entity = 'letters' order by sentAt desc, slug`,
    )
  }

  /** The letter with a slug; null when there is none. */
  letter(slug: string): Row<'letters'> | null {
    const found = this.db.get<{ data: string }>(
      `select data from row where lookup = ? and entity = 'letters'`,
      slug,
    )
    return found === undefined ? null : (JSON.parse(found.data) as Row<'letters'>)
  }

  *redirectRows(): Iterable<Row<'slug_redirects'>> {
    const rows = this.db.iterate<{ data: string }>(
      `select data from row where entity = 'slug_redirects' order by id`,
    )
    for (const { data } of rows) yield JSON.parse(data) as Row<'slug_redirects'>
  }

  /** The people of a story with the ids of their roles. Without credits: the story's owner, without a role. */
  creditsOf({ credits, author_id }: ArticleRow): { person: StoryPerson; roleId: string | null }[] {
    const { author_profiles, credit_roles } = this.tables
    const known = (credits ?? []).filter(
      ({ person_id, role_id }) => author_profiles.has(person_id) && credit_roles.has(role_id),
    )
    if (known.length > 0) {
      return known.map(({ person_id, role_id }) => ({ person: { person: person_id }, roleId: role_id }))
    }
    return author_id === null ? [] : [{ person: { owner: author_id }, roleId: null }]
  }

  /** The author page of somebody whom a story names; null when they have none. */
  authorOf(named: StoryPerson): AuthorEntry | null {
    if ('person' in named) return this.authors.ofRow(named.person)
    const account = this.tables.profiles.get(named.owner)
    return account === undefined ? null : this.authors.ofProfile(account)
  }

  /** How somebody is named in a story. */
  authorRef(named: StoryPerson): AuthorRef {
    const entry = this.authorOf(named)
    return {
      name: this.#nameOf(named, entry) || wordsOf(this.language).unknownAuthor,
      path: entry && authorPath(entry.key),
    }
  }

  #nameOf(named: StoryPerson, entry: AuthorEntry | null): string | undefined {
    if ('person' in named) return this.tables.author_profiles.get(named.person)?.name.trim()
    const owner = this.tables.profiles.get(named.owner)
    return owner && ownerName(owner, entry)
  }

  /** Byline data of a credited person. */
  shownOf(named: StoryPerson) {
    const entry = this.authorOf(named)
    return {
      ref: this.authorRef(named),
      signature: entry && signatureOf(entry),
      written: entry && this.writtenBy(entry).map(({ name }) => name),
    }
  }

  /** The lists of what an author wrote: without credits, and in each role of writers. */
  writtenBy({ row: { id, profile_id } }: AuthorEntry): StoredList[] {
    const roles = [...this.tables.credit_roles.values()].filter(({ is_words }) => is_words)
    const owned = profile_id === null ? [] : [writerList(profile_id)]
    return [...owned, ...roles.map((role) => roleList({ person_id: id, role_id: role.id }))]
  }

  /** The people who wrote a story and have an author page. */
  writersOf(row: ArticleRow): { person: StoryPerson; entry: AuthorEntry }[] {
    return this.creditsOf(row).flatMap(({ person, roleId }) => {
      const isWriter = roleId === null || this.tables.credit_roles.get(roleId)?.is_words
      const entry = isWriter ? this.authorOf(person) : null
      return entry === null ? [] : [{ person, entry }]
    })
  }

  /** The lists in which pages show the neighbours of a story: of its category, and of each of its writers. */
  *listsWithNeighbours(row: ArticleRow): Iterable<StoredList> {
    if (row.category_id !== null) yield categoryList(row.category_id)
    for (const { entry } of this.writersOf(row)) yield* this.writtenBy(entry)
  }

  /** What an article is compared by with others. A person is the same in credits and as owner. */
  relatedItem(row: ArticleRow): RelatedItem {
    const owner = row.author_id === null ? [] : [row.author_id]
    const people = row.credits?.map(({ person_id }) => this.personKey(person_id)) ?? owner
    return { ...row, people: [...new Set(people)].sort() }
  }

  /** The key of a person in related articles: their account if they have one, else the person's id. */
  personKey(personId: string): string {
    return this.tables.author_profiles.get(personId)?.profile_id ?? personId
  }

  /** The card of an article as JSON. */
  makeCard(row: ArticleRow): string {
    const category = this.tables.categories.get(row.category_id ?? '')
    const tags = row.tag_ids.map((id) => this.tables.tags.get(id)).filter((tag) => tag !== undefined)
    const image = row.featured_image
    return JSON.stringify({
      id: row.id,
      slug: row.slug,
      path: articlePath(row.slug),
      title: row.title,
      emphasis: row.title_emphasis,
      excerpt: row.excerpt ?? '',
      category: category ? { name: category.name, slug: category.slug, color: category.color } : null,
      readTime: row.read_time ?? DEFAULT_READ_TIME,
      publishedAt: row.published_at,
      modifiedAt: row.modified_at,
      image: image === null ? null : this.picture(image),
      tags: tags.map(({ name }) => name).sort(),
      remembered: rememberedFacts(row.facts),
    } satisfies ArticleCard)
  }
}
