import { introOf } from '../domain/article.ts'
import { joinedLabel } from '../domain/author.ts'
import { mediaUrl } from '../domain/body/safe-html.ts'
import { sectionOfCategory } from '../domain/category.ts'
import { typographyCss } from '../domain/font.ts'
import { mediaPath } from '../domain/media-address.ts'
import { DEFAULT_READ_TIME } from '../domain/read-time.ts'
import { settingsType } from '../domain/settings.ts'
import { UNKNOWN_AUTHOR } from '../domain/fallback-names.ts'
import { type AuthorEntry, authorName, authorPath, socialLinks } from './authors.ts'
import type { Catalog } from './catalog.ts'
import { type Digested, digest, digestedList, digestedOrNull, Memo, withDigest } from './digest.ts'
import { type Picture, type PictureIndex, makePicture, pictureUrlsIn } from './pictures.ts'
import type { Row, Tables } from './rows.ts'
import type { ArticleCard, AuthorCard, AuthorRef, SiteView } from './types.ts'

type ArticleRow = Row<'articles'>

/** What the page of a story shows of the story itself. `content` is the input of `renderBody`. */
export interface ArticleDetail {
  card: ArticleCard
  /** The line under the title; empty when there is none. */
  intro: string
  content: unknown
  gallery: Picture[]
  metaTitle: string | null
  metaDescription: string | null
  keywords: string[]
  section: { path: string; title: string } | null
  /** The pictures that the body names, by their address there. */
  pictures: ReadonlyMap<string, Picture>
}

/** Values that depend on one row only. */
interface RowMeta {
  digest: string
  /** The URLs of the pictures in its text and its gallery. */
  pictureUrls: readonly string[]
}

/** Values computed of rows, shared by a snapshot and those made from it. */
export class ViewCaches {
  readonly meta = new Memo<RowMeta>()
  readonly cards = new Memo<Digested<ArticleCard>>()
  readonly articles = new Memo<Digested<ArticleDetail>>()
  /** By the address of a picture. */
  readonly mediaPaths = new Map<string, string | null>()
  readonly mediaByPath = new Memo<ReadonlyMap<string, Row<'media'>>>()

  /** Drops what is kept of an article that is gone. */
  forget(articleId: string): void {
    for (const memo of [this.meta, this.cards, this.articles]) memo.delete(articleId)
  }
}

export function articlePath(slug: string): string {
  return `/article/${slug}`
}

/** Makes the values that pages show from the rows of one snapshot, each with its digest. */
export class ViewBuilder {
  readonly #tables: Tables
  readonly #catalog: Catalog
  readonly #pictures: PictureIndex
  readonly #caches: ViewCaches
  readonly #media: ReadonlyMap<string, Row<'media'>>
  readonly #cards = new Map<ArticleRow, Digested<ArticleCard>>()

  constructor(tables: Tables, catalog: Catalog, pictures: PictureIndex, caches: ViewCaches) {
    this.#tables = tables
    this.#catalog = catalog
    this.#pictures = pictures
    this.#caches = caches
    this.#media = caches.mediaByPath.get('', [tables.media], () => {
      return new Map([...tables.media.values()].map((row) => [row.storage_path, row]))
    })
  }

  #mediaOf(url: string): Row<'media'> | undefined {
    let path = this.#caches.mediaPaths.get(url)
    if (path === undefined) this.#caches.mediaPaths.set(url, (path = mediaPath(url)))
    return path === null ? undefined : this.#media.get(path)
  }

  picture(url: string): Picture {
    return makePicture(url, this.#pictures.get(url), this.#mediaOf(url))
  }

  meta(row: ArticleRow | Row<'pages'>): RowMeta {
    return this.#caches.meta.get(row.id, [row], () => {
      const text = JSON.stringify(row)
      const gallery = 'gallery' in row ? row.gallery : []
      return { digest: digest(text), pictureUrls: [...new Set([...gallery, ...pictureUrlsIn(text)])] }
    })
  }

  #author(row: ArticleRow): AuthorRef {
    const writer = row.author_id === null ? undefined : this.#tables.profiles.get(row.author_id)
    if (writer === undefined) return { name: UNKNOWN_AUTHOR, path: null }
    const entry = this.#catalog.writers.get(writer.id) ?? null
    const name = writer.full_name?.trim() || (entry && authorName(entry)) || UNKNOWN_AUTHOR
    return { name, path: entry && authorPath(entry.key) }
  }

  #category(row: ArticleRow): Row<'categories'> | undefined {
    return row.category_id === null ? undefined : this.#tables.categories.get(row.category_id)
  }

  /** Every page that lists a story needs its card, so its inputs are compared once per snapshot. */
  card(row: ArticleRow): Digested<ArticleCard> {
    let found = this.#cards.get(row)
    if (found === undefined) this.#cards.set(row, (found = this.#makeCard(row)))
    return found
  }

  cards(rows: readonly ArticleRow[]): Digested<ArticleCard[]> {
    return digestedList(rows.map((row) => this.card(row)))
  }

  cardOrNull(row: ArticleRow | null | undefined): Digested<ArticleCard | null> {
    return digestedOrNull(row && this.card(row))
  }

  #makeCard(row: ArticleRow): Digested<ArticleCard> {
    const category = this.#category(row)
    const author = this.#author(row)
    const tags = row.tag_ids.map((id) => this.#tables.tags.get(id)).filter((tag) => tag !== undefined)
    const image = row.featured_image
    const inputs: unknown[] = [row, category, author.name, author.path, ...tags]
    if (image !== null) inputs.push(this.#pictures.get(image), this.#mediaOf(image))
    return this.#caches.cards.get(row.id, inputs, () =>
      withDigest({
        id: row.id,
        slug: row.slug,
        path: articlePath(row.slug),
        title: row.title,
        emphasis: row.title_emphasis,
        excerpt: row.excerpt ?? '',
        category: category ? { name: category.name, slug: category.slug, color: category.color } : null,
        author,
        readTime: row.read_time ?? DEFAULT_READ_TIME,
        publishedAt: row.published_at,
        updatedAt: row.updated_at,
        image: image === null ? null : this.picture(image),
        tags: tags.map(({ name }) => name).sort(),
      }),
    )
  }

  article(row: ArticleRow): Digested<ArticleDetail> {
    const card = this.card(row)
    const { digest: rowDigest, pictureUrls } = this.meta(row)
    const inputs: unknown[] = [card]
    for (const url of pictureUrls) inputs.push(this.#pictures.get(url), this.#mediaOf(url))
    return this.#caches.articles.get(row.id, inputs, () => {
      const pictures = this.#picturesAt(pictureUrls)
      const gallery = row.gallery
        .filter((url) => mediaUrl(url) !== null)
        .map((url) => pictures.get(url) ?? this.picture(url))
      const section = card.value.category && sectionOfCategory(card.value.category.name)
      return {
        value: {
          card: card.value,
          intro: introOf(row),
          content: row.content,
          gallery,
          metaTitle: row.meta_title,
          metaDescription: row.meta_description,
          keywords: row.meta_keywords,
          section: section && { path: section.path, title: section.title },
          pictures,
        },
        digest: digest(JSON.stringify([rowDigest, card.digest, [...pictures]])),
      }
    })
  }

  #picturesAt(urls: readonly string[]): ReadonlyMap<string, Picture> {
    return new Map(urls.map((url) => [url, this.picture(url)]))
  }

  author(entry: AuthorEntry) {
    const { row, member } = entry
    const image = row?.image_url ?? member?.image ?? null
    return withDigest({
      card: {
        id: entry.id,
        path: authorPath(entry.key),
        name: authorName(entry),
        role: row?.role ?? member?.role ?? null,
        bio: row?.bio ?? member?.bio ?? null,
        image: image === null ? null : this.picture(image),
        social: socialLinks(row?.social_links ?? {}, member?.social ?? {}),
        articleCount: this.#catalog.ofAuthor.get(entry.key)?.length ?? 0,
      } satisfies AuthorCard,
      email: row?.email ?? null,
      joined: row && joinedLabel(row),
    })
  }

  /** What a page that staff wrote shows. */
  page(row: Row<'pages'>, pathOf: ReadonlyMap<string, string>) {
    const parentRow = row.parent_id === null ? undefined : this.#tables.pages.get(row.parent_id)
    const parentPath = parentRow && pathOf.get(parentRow.id)
    const parent = parentRow && parentPath ? { path: parentPath, title: parentRow.title } : null
    const { digest: rowDigest, pictureUrls } = this.meta(row)
    const pictures = this.#picturesAt(pictureUrls)
    return {
      value: { row, parent, pictures },
      digest: digest(JSON.stringify([rowDigest, parent, [...pictures]])),
    }
  }

  site(): Digested<SiteView> {
    const [settings = settingsType.columnsOf(settingsType.blank())] = this.#tables.site_settings.values()
    const [styles] = this.#tables.global_styles.values()
    const font = (id: string | null | undefined) => (id && this.#tables.fonts.get(id)) || null
    return withDigest({
      siteName: settings.site_name,
      tagline: settings.tagline,
      socialLabel: settings.social_label,
      socialUrl: settings.social_url,
      newsletterEnabled: settings.newsletter_enabled,
      newsletterConfirm: settings.newsletter_confirm,
      contactEnabled: settings.contact_enabled,
      contactEmail: settings.contact_email,
      typographyCss: typographyCss({
        primary_font: font(styles?.primary_font_id),
        secondary_font: font(styles?.secondary_font_id),
        accent_font: font(styles?.accent_font_id),
      }),
    })
  }
}
