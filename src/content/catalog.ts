import { sectionsOfCategory } from '../domain/category.ts'
import type { AuthorDirectory, AuthorEntry } from './authors.ts'
import type { Row, Tables } from './rows.ts'

type ArticleRow = Row<'articles'>

/** Minimum number of published articles of a tag that readers see. */
const MIN_TAG_ARTICLES = 3

/** The articles in the orders and groups that pages show. Every list is newest first unless it says otherwise. */
export type Catalog = ReturnType<typeof createCatalog>

export function createCatalog(tables: Tables, directory: AuthorDirectory) {
  const byDate = [...tables.articles.values()].sort(latestFirst('published_at'))
  /** The author entry of each account that wrote an article; null for one without an author page. */
  const writers = new Map<string, AuthorEntry | null>()
  for (const { author_id } of byDate) {
    const writer = tables.profiles.get(author_id ?? '')
    if (writer && !writers.has(writer.id)) writers.set(writer.id, directory.ofProfile(writer))
  }
  const sectionsOf = new Map(
    Array.from(tables.categories.values(), ({ id, name }) => [
      id,
      sectionsOfCategory(name).map(({ path }) => path),
    ]),
  )
  const ofCategory = group(byDate, ({ category_id }) => (category_id === null ? [] : [category_id]))
  const ofTag = new Map<string, { tag: Row<'tags'>; articles: readonly ArticleRow[] }>()
  for (const [id, articles] of group(byDate, ({ tag_ids }) => tag_ids)) {
    const tag = tables.tags.get(id)
    if (tag !== undefined && articles.length >= MIN_TAG_ARTICLES) ofTag.set(id, { tag, articles })
  }
  return {
    byDate,
    writers,
    bySlug: new Map(byDate.map((article) => [article.slug, article])),
    hero: byDate.find(({ hero }) => hero) ?? byDate[0] ?? null,
    /** The featured ones, most recently changed first. */
    featured: byDate.filter(({ featured }) => featured).sort(latestFirst('updated_at')),
    /** By category id. */
    ofCategory,
    /** The index of an article in the list of its category, by its id. */
    place: new Map([...ofCategory.values()].flatMap((rows) => rows.map(({ id }, index) => [id, index]))),
    /** By path of the section page. */
    ofSection: group(byDate, ({ category_id }) => sectionsOf.get(category_id ?? '') ?? []),
    /** By the author's key. */
    ofAuthor: group(byDate, ({ author_id }) => {
      const writer = writers.get(author_id ?? '')
      return writer ? [writer.key] : []
    }),
    /** By tag id, without the tags of fewer than `MIN_TAG_ARTICLES`. */
    ofTag,
  }
}

function latestFirst(time: 'published_at' | 'updated_at') {
  return (a: ArticleRow, b: ArticleRow): number => {
    if (a[time] !== b[time]) return a[time] < b[time] ? 1 : -1
    return a.id < b.id ? -1 : 1
  }
}

/** The articles by each of their keys, in the same order. */
function group(
  articles: readonly ArticleRow[],
  keysOf: (article: ArticleRow) => readonly string[],
): ReadonlyMap<string, readonly ArticleRow[]> {
  const groups = new Map<string, ArticleRow[]>()
  for (const article of articles) {
    for (const key of keysOf(article)) {
      const list = groups.get(key)
      if (list === undefined) groups.set(key, [article])
      else list.push(article)
    }
  }
  return groups
}

/** The latest of some ISO times; null when there is none. */
export function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
}

/** The time of the latest change among these articles; null when there are none. */
export function lastChange(articles: readonly ArticleRow[] = []): string | null {
  return latest(articles.map(({ updated_at }) => updated_at))
}
