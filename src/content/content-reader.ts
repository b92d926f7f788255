import { introOf } from '../domain/story/article.ts'
import { joinedMonth } from '../domain/people/author.ts'
import { mediaUrl } from '../domain/body/urls.ts'
import { type Calendar, daysLater } from '../domain/text/calendar.ts'
import { storyLanguage } from '../domain/text/language.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { type CreditRole, compareRoles } from '../domain/story/credit.ts'
import { shownFacts } from '../domain/story/fact.ts'
import type { FrontBlock } from '../domain/sections/front.ts'
import { typographyCss } from '../domain/media/font.ts'
import { withCaption } from '../domain/media/caption.ts'
import { NO_RIGHTS, sharedRights, withOwnRights } from '../domain/media/media-rights.ts'
import { COPIED_ENDING } from '../domain/media/picture-formats.ts'
import { openingOf } from '../domain/story/opening.ts'
import { colourOfStory } from '../domain/story/story-palette.ts'
import { type Sections, sectionPath } from '../domain/sections/section.ts'
import type { Mark } from '../domain/site/branding.ts'
import { isTagShown } from '../domain/sections/tag.ts'
import { settingsType } from '../domain/site/settings.ts'
import { shownTexts } from '../domain/site/texts.ts'
import { STANDARD_THEME } from '../domain/theme/theme.ts'
import {
  ALL_ARTICLES,
  type ArticleList,
  categoryList,
  MAX_NEIGHBOURS,
  MAX_NEWEST,
  compareEntries,
  monthList,
  personList,
  roleList,
  tagList,
  writerList,
} from './lists/article-lists.ts'
import { type AuthorEntry, authorName, authorPath, signatureOf, socialLinks } from './lists/authors.ts'
import { type Content, type LetterEntry, pictureKey } from './content.ts'
import { digest } from './database/digest.ts'
import { withLazy } from './database/lazy.ts'
import { newsIds } from './lists/news.ts'
import { type Picture, pictureSources, shownPictureUrls } from './pictures/pictures.ts'
import { type ShownMenus, shownMenus } from './menus.ts'
import { type Read, reads } from './reads.ts'
import type { ArticleRow, Row } from './rows.ts'
import {
  type ArticleCard,
  type ArticleDetail,
  type AuthorDetail,
  type CreditedCard,
  type Signature,
  type SitemapEntry,
  type ShownMark,
  type SiteView,
  type StoryCredit,
  type TeamMember,
  articlePath,
  latest,
} from './types.ts'

/** A map whose entries are in its JSON. */
class PictureMap extends Map<string, Picture> {
  toJSON(): unknown {
    return [...this]
  }
}

/** Days of a year of whole weeks. */
const YEAR_DAYS = 52 * 7

/** Stories of a writer that are named at the end of another. */
const MAX_OTHERS = 3

/** A tag, and whether readers see it. */
type ShownTag = Row<'tags'> & { isShown: boolean }

/**
 * Reads the content for one page, and records what the page read, so that it is looked at again when that changes. After
 * `end` only texts can be read, which the digest of their article or page covers.
 */
export class ContentReader {
  readonly #content: Content
  readonly #reads = new Set<string>()
  #hasEnded = false

  constructor(content: Content) {
    this.#content = content
  }

  /** Ends the record. Returns the keys of all that was read. */
  end(): ReadonlySet<string> {
    this.#hasEnded = true
    return this.#reads
  }

  #read({ key }: Read): void {
    this.#requireOpen(key)
    this.#reads.add(key)
  }

  #requireOpen(key: string): void {
    if (this.#hasEnded)
      throw new Error(`"${key}" is read after the view was made, so its record does not cover it`)
  }

  siteUrl(): string {
    return this.#content.siteUrl
  }

  site(): SiteView {
    this.#read(reads.site())
    const { site_settings, global_styles, fonts, theme, branding } = this.#content.tables
    const [settings = settingsType.columnsOf(settingsType.blank())] = site_settings.values()
    const [styles] = global_styles.values()
    const [{ light, dark } = STANDARD_THEME] = theme.values()
    const [marks] = branding.values()
    const logo = this.#mark(marks?.logo)
    const font = (id: string | null | undefined) => (id && fonts.get(id)) || null
    const { timeZone, language } = this.#content.calendar
    return {
      siteName: settings.site_name,
      tagline: settings.tagline,
      socialLabel: settings.social_label,
      socialUrl: settings.social_url,
      newsletterEnabled: settings.newsletter_enabled,
      newsletterConfirm: settings.newsletter_confirm,
      contactEnabled: settings.contact_enabled,
      contactEmail: settings.contact_email,
      menus: this.#menus(),
      texts: shownTexts(settings.texts, wordsOf(this.#content.language).texts, settings.site_name),
      language: this.#content.language,
      dates: { timeZone, language },
      typographyCss: typographyCss({
        primary_font: font(styles?.primary_font_id),
        secondary_font: font(styles?.secondary_font_id),
        accent_font: font(styles?.accent_font_id),
      }),
      theme: { light, dark },
      logo: logo && { light: logo, dark: this.#mark(marks?.logo_dark) },
      sharePicture: this.pictureAt(marks?.share_picture ?? null),
    }
  }

  /** The chosen icon. */
  icon(): ShownMark | null {
    this.#read(reads.site())
    const [marks] = this.#content.tables.branding.values()
    return this.#mark(marks?.icon)
  }

  /** A mark as pages show it; null for none, and for a picture whose size is not known. */
  #mark(mark: Mark | null | undefined): ShownMark | null {
    if (mark == null || 'svg' in mark) return mark ?? null
    const picture = this.pictureAt(mark.picture)
    if (picture === null || picture.width === null || picture.height === null) return null
    return { picture, width: picture.width, height: picture.height }
  }

  #menus(): ShownMenus {
    this.#read(reads.menus())
    return shownMenus(this.#content)
  }

  /** The zone and the language of the dates that readers see. */
  calendar(): Calendar {
    this.#read(reads.site())
    return this.#content.calendar
  }

  /** The tag of the language that stories are written in. */
  storyLanguage(): string {
    this.#read(reads.site())
    return storyLanguage(this.#content.calendar.language, this.#content.language)
  }

  /** What pages say as an interface, in the magazine's language. */
  words(): Words {
    this.#read(reads.site())
    return wordsOf(this.#content.language)
  }

  /** Whether search engines are told of changed pages. */
  tellsSearchEngines(): boolean {
    this.#read(reads.site())
    const [settings] = this.#content.tables.site_settings.values()
    return settings?.index_now ?? false
  }

  sections(): Sections {
    this.#read(reads.sections())
    return this.#content.sections
  }

  // Articles

  /** An article with all that its page and the feeds show of it; null when there is none. */
  article(slug: string): ArticleDetail | null {
    this.#read(reads.article(slug))
    const id = this.#content.idOfSlug(slug)
    return id === null ? null : this.articleOf(id)
  }

  /** An article by id; null when there is none. */
  articleOf(id: string): ArticleDetail | null {
    const content = this.#content
    const record = content.article(id)
    if (record === null) return null
    const { row, card, contentKey, pictureUrls } = record
    this.#read(reads.article(row.slug))
    const opening = openingOf(row.opening, card.image)
    const all = this.#picturesAt(pictureUrls)
    const isCredited = (url: string) =>
      COPIED_ENDING.test(url) && (opening !== 'none' || url !== row.featured_image)
    const shared = sharedRights(
      pictureUrls.filter(isCredited).map((url) => all.get(url)?.rights ?? NO_RIGHTS),
    )
    const pictures = new PictureMap([...all].map(([url, picture]) => [url, withOwnRights(picture, shared)]))
    const detail = {
      card: {
        ...card,
        image: card.image && withOwnRights(withCaption(card.image, row.captions), shared),
      },
      credits: this.#creditsOf(row),
      intro: introOf(row),
      contentKey,
      opening,
      colour: colourOfStory(row.colour, card.image?.colours ?? []),
      facts: shownFacts(row.facts),
      gallery: row.gallery
        .filter((url) => mediaUrl(url) !== null)
        .map((url) => pictures.get(url))
        .filter((picture) => picture !== undefined)
        .map((picture) => withCaption(picture, row.captions)),
      metaTitle: row.meta_title,
      metaDescription: row.meta_description,
      keywords: row.meta_keywords,
      section: row.category_id === null ? null : this.#sectionOf(row.category_id),
      pictureRights: shared,
      pictures,
      withdrawn: row.withdrawn_files,
    }
    return withLazy(detail, 'content', () => content.articleText(id))
  }

  /** The first section of a category. */
  #sectionOf(categoryId: string): ArticleDetail['section'] {
    this.#read(reads.sectionsOf(categoryId))
    const category = this.#content.tables.categories.get(categoryId)
    const [section] = category === undefined ? [] : this.sections().of(category)
    return section === undefined ? null : { path: sectionPath(section), title: section.title }
  }

  /** The people of a story by role. Without credits its owner wrote it. */
  #creditsOf(row: ArticleRow): StoryCredit[] {
    this.#read(reads.roles())
    const { tables } = this.#content
    const { by, unknownAuthor } = this.words()
    // Unknown people too: they may be added later.
    for (const { person_id } of row.credits ?? []) this.#read(reads.person({ person: person_id }))
    const groups = new Map<string | null, StoryCredit>()
    for (const { person, roleId } of this.#content.creditsOf(row)) {
      this.#read(reads.person(person))
      const {
        name: role = null,
        byline = by,
        is_words: isWords = true,
      } = tables.credit_roles.get(roleId ?? '') ?? {}
      const group = groups.get(roleId) ?? { role, byline, isWords, people: [] }
      group.people.push(this.#content.authorRef(person))
      groups.set(roleId, group)
    }
    return groups.size > 0
      ? [...groups.values()]
      : [{ role: null, byline: by, isWords: true, people: [{ name: unknownAuthor, path: null }] }]
  }

  /** The writers of a story who have an author page, each with the stories of theirs beside it that are not `shown`. */
  signatures(id: string, shown: readonly ArticleCard[]): Signature[] {
    const content = this.#content
    const row = content.articleRow(id)
    if (row === null) return []
    this.#read(reads.article(row.slug))
    this.#read(reads.roles())
    this.#read(reads.neighbours(id))
    // Those without a page, too: they may get one.
    for (const { person } of content.creditsOf(row)) this.#read(reads.person(person))
    return content.writersOf(row).map(({ person, entry }) => {
      const { image, sentence } = signatureOf(entry)
      const { name } = content.authorRef(person)
      const others = this.#othersBy(row, entry, shown)
      return { name, path: authorPath(entry.key), image: this.pictureAt(image), sentence, others }
    })
  }

  #othersBy({ id, published_at: sort }: ArticleRow, entry: AuthorEntry, shown: readonly ArticleCard[]) {
    const { lists } = this.#content
    const beside = this.#content
      .writtenBy(entry)
      .map((list) => lists.neighbours(list, { id, sort }, MAX_NEIGHBOURS))
    // Of all lists together as many as of one: of these `reads.neighbours` knows.
    const closest = (side: 'older' | 'newer') =>
      this.cards([...new Set(beside.flatMap((found) => found[side]))])
        .map((card) => ({ card, id: card.id, sort: card.publishedAt }))
        .sort((one, other) => compareEntries(one, other) * (side === 'older' ? 1 : -1))
        .slice(0, MAX_NEIGHBOURS)
        .map(({ card }) => card)
    return [...closest('older'), ...closest('newer')]
      .filter((card) => shown.every((one) => one.id !== card.id))
      .slice(0, MAX_OTHERS)
      .map(({ path, title, emphasis }) => ({ path, title, emphasis }))
  }

  pictureAt(url: string | null): Picture | null {
    return url === null ? null : (this.#picturesAt([url]).get(url) ?? null)
  }

  #picturesAt(urls: readonly string[]): ReadonlyMap<string, Picture> {
    return new PictureMap(
      urls.map((url) => {
        this.#read(reads.picture(pictureKey(url)))
        return [url, this.#content.picture(url)]
      }),
    )
  }

  card(id: string): ArticleCard | null {
    this.#read(reads.card(id))
    return this.#content.card(id)
  }

  /** The cards of these articles, without the ones that do not exist. */
  cards(ids: readonly string[]): ArticleCard[] {
    return ids.map((id) => this.card(id)).filter((card) => card !== null)
  }

  /** The card with the names of its story's writers; none where its credits name no writer. */
  credited(card: ArticleCard): CreditedCard {
    this.#read(reads.card(card.id))
    const row = this.#content.articleRow(card.id)
    const words = row === null ? undefined : this.#creditsOf(row).find(({ isWords }) => isWords)
    return { ...card, writers: words?.people.map(({ name }) => name) ?? [] }
  }

  /** The ids of the newest articles: the page shows only the cards that it takes of them. */
  newestIds(list: ArticleList, limit: number): string[] {
    // Of changes after that `reads.newest` knows nothing.
    if (limit > MAX_NEWEST) throw new Error(`Of a list, at most the newest ${MAX_NEWEST} can be read`)
    for (const one of list) this.#read(reads.newest(one, limit))
    return this.#content.lists.newest(list, limit)
  }

  newest(list: ArticleList, limit: number): ArticleCard[] {
    return this.cards(this.newestIds(list, limit))
  }

  /**
   * What `make` makes of a story, kept for all pages until one of the reads that it makes changes; null is not kept. The same
   * `name` stands for the same `make`.
   */
  kept<V extends object>(
    name: string,
    id: string,
    make: (content: ContentReader, id: string) => V | null,
  ): V | null {
    const { view, reads: made } = this.#content.keptViews.get(`${name} ${id}`, () => {
      const reader = new ContentReader(this.#content)
      return { view: make(reader, id), reads: reader.end() }
    })
    this.#requireOpen(`${name} ${id}`)
    for (const key of made) this.#reads.add(key)
    return view
  }

  /** The number of articles in all of these lists together. */
  size(list: ArticleList): number {
    for (const one of list) this.#read(reads.size(one))
    return list.reduce((sum, one) => sum + this.#content.lists.size(one), 0)
  }

  /** The id of the story at the top of the standard home page; null when there are no stories. */
  hero(): string | null {
    this.#read(reads.hero())
    return this.#content.hero()
  }

  /** The blocks above the list of a page; null for the standard ones. */
  front(path: string): readonly FrontBlock[] | null {
    this.#read(reads.front(path))
    return this.#content.fronts().get(path)?.blocks ?? null
  }

  /** The articles of the same category published just before and just after an article, except those already `shown`. */
  neighbours(
    id: string,
    shown: readonly ArticleCard[],
  ): { previous: ArticleCard | null; next: ArticleCard | null } {
    this.#read(reads.neighbours(id))
    const row = this.#content.articleRow(id)
    if (row?.category_id == null) return { previous: null, next: null }
    const list = categoryList(row.category_id)
    const { newer, older } = this.#content.lists.neighbours(
      list,
      { id, sort: row.published_at },
      MAX_NEIGHBOURS,
    )
    const closest = (ids: readonly string[]) => {
      const other = ids.find((one) => shown.every((card) => card.id !== one))
      return other === undefined ? null : this.card(other)
    }
    return { previous: closest(older), next: closest(newer) }
  }

  /** The articles most like one, best first. */
  related(id: string): ArticleCard[] {
    this.#read(reads.related(id))
    return this.cards(this.#content.relatedIds(id))
  }

  /** When one of the articles that a list page shows at first was changed last; null when there are none. */
  lastChange(list: ArticleList): string | null {
    for (const one of list) this.#read(reads.members(one))
    return latest(list.map((one) => this.#content.lists.lastChangeOfNewest(one)))
  }

  /** When an article of a month was changed last. */
  lastChangeIn(month: string): string | null {
    this.#read(reads.members(monthList(month)))
    return this.#content.lists.lastChange(monthList(month))
  }

  /** The entries of at most `limit` articles of a month but the oldest `start`, the oldest first. */
  addressesIn(month: string, start: number, limit: number): SitemapEntry[] {
    this.#read(reads.members(monthList(month)))
    const articles = this.#content.lists.addresses(monthList(month), start, limit)
    return articles.map(({ id, slug, modified_at }) => {
      const { image = null } = this.card(id) ?? {}
      const copy = image && pictureSources(image)?.src
      return { path: articlePath(slug), lastmod: modified_at, ...(copy && { image: copy }) }
    })
  }

  /** The stories that are news: see news.ts. */
  news(): ArticleCard[] {
    this.#read(reads.news())
    return this.cards(newsIds(this.#content))
  }

  /** The stories of the week a year before a moment, an ISO time: 52 weeks, so that it is of the same days. */
  aYearBefore(iso: string): ArticleCard[] {
    const calendar = this.calendar()
    const monday = daysLater(calendar.weekOf(iso), -YEAR_DAYS)
    const sunday = daysLater(monday, 6)
    for (const month of new Set([monday, sunday].map((day) => day.slice(0, 7))))
      this.#read(reads.members(monthList(month)))
    // The days of a zone begin up to 14 hours before or 12 after those of UTC.
    const [from, to] = [daysLater(monday, -1), daysLater(sunday, 2)].map((sort) => ({ id: '', sort }))
    if (from === undefined || to === undefined) return []
    const places = this.#content.lists.between([ALL_ARTICLES], from, to, MAX_NEWEST)
    const inWeek = places.filter(({ sort }) => {
      const day = calendar.dayOf(sort)
      return monday <= day && day <= sunday
    })
    return this.cards(inWeek.map(({ id }) => id))
  }

  /** The months with articles, as YYYY-MM, the oldest first. */
  months(): readonly string[] {
    this.#read(reads.months())
    return this.#content.lists.idsOf('month')
  }

  // Categories and tags

  categories(): Row<'categories'>[] {
    this.#read(reads.categories())
    return [...this.#content.tables.categories.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The ids of the tags with these reads. */
  tagIds(wanted: readonly string[]): Map<string, string[]> {
    this.#read(reads.tags())
    const tags = [...this.#content.tables.tags.values()]
    const idsOf = (name: string) => tags.filter((tag) => tag.name === name).map(({ id }) => id)
    return new Map(wanted.map((name) => [name, idsOf(name)]))
  }

  #isShown(tagId: string): boolean {
    this.#read(reads.isShown(tagId))
    return isTagShown(this.#content.lists.size(tagList(tagId)))
  }

  /** The tags that readers see. */
  tags(): Row<'tags'>[] {
    this.#read(reads.tags())
    const tags = [...this.#content.tables.tags.values()]
    return tags.filter(({ id }) => this.#isShown(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The tags of an article that readers see. */
  tagsOf(articleId: string): Row<'tags'>[] {
    this.#read(reads.card(articleId))
    const ids = this.#content.articleRow(articleId)?.tag_ids ?? []
    const tags = ids.filter((id) => this.#isShown(id)).map((id) => this.#content.tables.tags.get(id))
    return tags.filter((tag) => tag !== undefined)
  }

  tag(id: string): ShownTag | null {
    this.#read(reads.tags())
    return this.#withVisibility(this.#content.tables.tags.get(id))
  }

  tagAt(slug: string): ShownTag | null {
    this.#read(reads.tags())
    return this.#withVisibility([...this.#content.tables.tags.values()].find((row) => row.slug === slug))
  }

  #withVisibility(tag: Row<'tags'> | undefined): ShownTag | null {
    return tag === undefined ? null : { ...tag, isShown: this.#isShown(tag.id) }
  }

  // People

  /** The editorial team first, then by name. */
  authors(): readonly AuthorEntry[] {
    this.#read(reads.authors())
    return this.#content.authors.entries
  }

  /** The addresses of author pages, each with its author. */
  authorKeys(): ReadonlyMap<string, AuthorEntry> {
    this.#read(reads.authors())
    return this.#content.authors.byKey
  }

  /** What an author's page shows of the author. */
  authorOf(entry: AuthorEntry): AuthorDetail {
    const { row } = entry
    return {
      card: {
        id: row.id,
        path: authorPath(entry.key),
        name: authorName(entry),
        role: row.role,
        bio: row.bio,
        image: this.pictureAt(row.image_url),
        social: socialLinks(row.social_links),
        articleCount: this.size(this.articlesBy(entry)),
      },
      email: row.email,
      joined: joinedMonth(row, this.calendar()),
    }
  }

  /** The editorial team, as the page about the magazine shows it. */
  team(): TeamMember[] {
    return this.authors()
      .filter(({ row }) => row.team_position !== null)
      .map(({ key, row }) => ({
        ...{ path: authorPath(key), name: authorName({ row }), role: row.role },
        image: this.pictureAt(row.image_url),
      }))
  }

  /** The articles of everybody whose author page this is, in whatever role. */
  articlesBy(entry: AuthorEntry): ArticleList {
    return [...this.#ownedBy(entry), personList(entry.row.id)]
  }

  /** The articles of an author by role: first what they wrote, then the others in which they have any. */
  partsBy(entry: AuthorEntry): { role: CreditRole | null; articles: ArticleList }[] {
    this.#read(reads.roles())
    const roles = [...this.#content.tables.credit_roles.values()].sort(compareRoles)
    const inRole = (role: CreditRole): ArticleList => [
      roleList({ person_id: entry.row.id, role_id: role.id }),
    ]
    const written = roles.filter(({ is_words }) => is_words).flatMap(inRole)
    return [
      { role: null, articles: [...this.#ownedBy(entry), ...written] },
      ...roles
        .filter(({ is_words }) => !is_words)
        .map((role) => ({ role, articles: inRole(role) }))
        .filter(({ articles }) => this.size(articles) > 0),
    ]
  }

  /** The articles without credits of the accounts whose author page this is. */
  #ownedBy(entry: AuthorEntry): ArticleList {
    this.#read(reads.authors())
    const { authors, tables } = this.#content
    return this.#idsOf('writer')
      .filter((id) => {
        const profile = tables.profiles.get(id)
        return profile !== undefined && authors.ofProfile(profile)?.key === entry.key
      })
      .map(writerList)
  }

  #idsOf(kind: 'writer' | 'person'): readonly string[] {
    this.#read(reads.writers())
    return this.#content.lists.idsOf(kind)
  }

  /** The names of the people whom stories name. */
  writerNames(): string[] {
    const content = this.#content
    const people = [
      ...this.#idsOf('writer').map((owner) => ({ owner })),
      ...this.#idsOf('person').map((person) => ({ person })),
    ]
    const names = people.map((person) => content.authorRef(person).name)
    const { unknownAuthor } = this.words()
    return [...new Set(names)].filter((name) => name !== unknownAuthor)
  }

  // Pages that staff wrote

  pagePaths(): ReadonlyMap<string, Row<'pages'>> {
    this.#read(reads.pages())
    return this.#content.pages.byPath
  }

  /** The page that staff wrote at an address, with the one above it; null when there is none. */
  page(path: string) {
    this.#read(reads.pages())
    const { pages, tables } = this.#content
    const row = pages.byPath.get(path)
    if (row === undefined) return null
    const above = tables.pages.get(row.parent_id ?? '')
    const parentPath = above && pages.pathOf.get(above.id)
    const parent = above && parentPath !== undefined ? { path: parentPath, title: above.title } : null
    return {
      row,
      contentKey: digest(JSON.stringify([row.content, row.withdrawn_files])),
      parent,
      pictures: this.#picturesAt(shownPictureUrls(row)),
    }
  }

  // Letters

  /** The letters, the newest first. */
  letters(): LetterEntry[] {
    this.#read(reads.letters())
    return this.#content.letters()
  }

  letter(slug: string): Row<'letters'> | null {
    this.#read(reads.letter(slug))
    return this.#content.letter(slug)
  }

  // What follows from all pages: see list-chunk.ts and redirect.ts

  /** The articles of a chunk, and the names of those beside it; null when there is no such chunk. */
  chunk(
    list: string,
    name: string,
  ): { articles: ArticleCard[]; newer: string | null; older: string | null } | null {
    this.#read(reads.chunk(list, name))
    const { db } = this.#content
    const found = db.get<{ ids: string; sort: string; older: string | null }>(
      'select ids, sort, older from chunk where list = ? and name = ?',
      list,
      name,
    )
    if (found === undefined) return null
    const { ids, sort, older } = found
    const newer = db.get<{ name: string }>(
      `select name from chunk where list = ? and sort >= ? and (sort > ? or name < ?)
       order by sort, name desc limit 1`,
      ...[list, sort, sort, name],
    )
    return { articles: this.cards(JSON.parse(ids) as string[]), newer: newer?.name ?? null, older }
  }

  redirect(path: string): string | null {
    this.#read(reads.redirect(path))
    const found = this.#content.db.get<{ target: string }>('select target from redirect where path = ?', path)
    return found?.target ?? null
  }

  redirects(): { path: string; target: string; has_page: number }[] {
    this.#read(reads.redirects())
    return this.#content.db.all('select path, target, has_page from redirect order by path')
  }

  redirectRows(): Row<'slug_redirects'>[] {
    this.#read(reads.redirects())
    return [...this.#content.redirectRows()]
  }

  /** The present slug of an article; null when it is not published. */
  slugOf(articleId: string): string | null {
    this.#read(reads.card(articleId))
    return this.#content.articleRow(articleId)?.slug ?? null
  }

  pagePathOf(pageId: string): string | null {
    this.#read(reads.pages())
    return this.#content.pages.pathOf.get(pageId) ?? null
  }
}
