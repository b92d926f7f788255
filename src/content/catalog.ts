import { SECTIONS } from '../domain/category.ts'
import type { AuthorDirectory, AuthorEntry } from './authors.ts'
import type { Row } from './rows.ts'
import type { Tables } from './tables.ts'

type ArticleRow = Row<'articles'>

/** A tag needs as many published articles to be shown to readers. */
const MIN_TAG_ARTICLES = 3

/** The articles in the orders and groups that pages show. Every list is newest first unless it says otherwise. */
export interface Catalog {
  byDate: readonly ArticleRow[]
  /** The index of an article in the list of its category, by its id. */
  place: ReadonlyMap<string, number>
  bySlug: ReadonlyMap<string, ArticleRow>
  hero: ArticleRow | null
  /** The featured ones, most recently changed first. */
  featured: readonly ArticleRow[]
  /** By category id. */
  ofCategory: ReadonlyMap<string, readonly ArticleRow[]>
  /** By path of the section page. */
  ofSection: ReadonlyMap<string, readonly ArticleRow[]>
  /** By the author's key. */
  ofAuthor: ReadonlyMap<string, readonly ArticleRow[]>
  /** By tag id, without the tags of fewer than `MIN_TAG_ARTICLES`. */
  ofTag: ReadonlyMap<string, { tag: Row<'tags'>; articles: readonly ArticleRow[] }>
  /** The author entry of each account that wrote something; null without an author page. */
  writers: ReadonlyMap<string, AuthorEntry | null>
}

function newestFirst(a: ArticleRow, b: ArticleRow): number {
  if (a.published_at !== b.published_at) return a.published_at < b.published_at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function lastChangedFirst(a: ArticleRow, b: ArticleRow): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

export function createCatalog(tables: Tables, directory: AuthorDirectory): Catalog {
  const sectionsOf = new Map<string, string[]>()
  for (const { id, name } of tables.categories.values()) {
    const paths = SECTIONS.filter(({ categories }) => categories.includes(name)).map(({ path }) => path)
    sectionsOf.set(id, paths)
  }
  const byDate = [...tables.articles.values()].sort(newestFirst)
  const place = new Map<string, number>()
  const bySlug = new Map<string, ArticleRow>()
  const ofCategory = new Map<string, ArticleRow[]>()
  const ofSection = new Map<string, ArticleRow[]>()
  const ofAuthor = new Map<string, ArticleRow[]>()
  const tagged = new Map<string, ArticleRow[]>()
  const writers = new Map<string, AuthorEntry | null>()
  for (const article of byDate) {
    bySlug.set(article.slug, article)
    if (article.category_id !== null) {
      append(ofCategory, article.category_id, article)
      place.set(article.id, (ofCategory.get(article.category_id)?.length ?? 1) - 1)
      for (const path of sectionsOf.get(article.category_id) ?? []) append(ofSection, path, article)
    }
    for (const id of article.tag_ids) append(tagged, id, article)
    const writer = article.author_id === null ? undefined : tables.profiles.get(article.author_id)
    if (writer !== undefined) {
      let entry = writers.get(writer.id)
      if (entry === undefined) {
        entry = directory.ofProfile(writer)
        writers.set(writer.id, entry)
      }
      if (entry !== null) append(ofAuthor, entry.key, article)
    }
  }
  const ofTag = new Map<string, { tag: Row<'tags'>; articles: ArticleRow[] }>()
  for (const [id, articles] of tagged) {
    const tag = tables.tags.get(id)
    if (tag !== undefined && articles.length >= MIN_TAG_ARTICLES) ofTag.set(id, { tag, articles })
  }
  const hero = byDate.find((article) => article.hero) ?? byDate[0] ?? null
  const featured = byDate.filter((article) => article.featured).sort(lastChangedFirst)
  return { byDate, place, bySlug, hero, featured, ofCategory, ofSection, ofAuthor, ofTag, writers }
}

/** The time of the latest change among these articles; null when there are none. */
export function lastChange(articles: readonly ArticleRow[] | undefined): string | null {
  let latest: string | null = null
  for (const { updated_at } of articles ?? []) if (latest === null || updated_at > latest) latest = updated_at
  return latest
}
