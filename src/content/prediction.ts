import type { Prediction } from '../domain/prediction.ts'
import { ALL_ARTICLES, FEATURED, MONTH_PREFIX } from './article-lists.ts'
import { updateContent } from './content-update.ts'
import { listChunkPage } from './pages/list-chunk.ts'
import { redirectPage } from './pages/redirect.ts'
import { socialCardPage } from './pages/social-card.ts'
import type { Changes } from './rows.ts'
import type { Site } from './site.ts'
import type { ForeseenPage } from './site-pages.ts'

/** Pages of a prediction that are listed. */
const MAX_LISTED = 100

/** The pages that a change would have written or removed. Changes nothing. */
export function predictChange({ content, pages }: Site, changes: Changes): Prediction {
  const { put = [], gone = [] } = changes.articles ?? {}
  const ids = [...gone, ...put.map(({ id }) => id)]
  const before = new Map(ids.map((id) => [id, content.articleRow(id)]))
  return content.dryRun(ids, () => {
    const foreseen = pages.foresee(updateContent(content, changes))
    const reasons = new Reasons({ content, pages }, changes, before)
    const listed = foreseen.slice(0, MAX_LISTED)
    return {
      total: foreseen.length,
      pages: listed.map((page) => ({ pathname: page.pathname, kind: page.kind, why: reasons.of(page) })),
    }
  })
}

const quoted = (text: string): string => `“${text}”`

/** Why pages change, by the names of what they read; the most telling one is said. */
class Reasons {
  readonly #site: Site
  /** The titles of the changed articles, by id and by slug. */
  readonly #titles = new Map<string, string>()
  /** The ids of all changed rows. */
  readonly #changed = new Set<string>()
  /** The names of the changed categories, tags and people. */
  readonly #subjects = new Set<string>()

  constructor(
    site: Site,
    changes: Changes,
    before: ReadonlyMap<string, { title: string; slug: string } | null>,
  ) {
    this.#site = site
    const { articles, categories, tags, author_profiles, profiles } = changes
    const titled = [...before, ...(articles?.put ?? []).map((row) => [row.id, row] as const)]
    for (const [id, row] of titled) if (row !== null) this.#titles.set(id, row.title).set(row.slug, row.title)
    for (const { put, gone } of Object.values(changes)) {
      for (const id of [...gone, ...put.map((row) => row.id)]) this.#changed.add(id)
    }
    for (const rows of [categories, tags, author_profiles])
      for (const { name } of rows?.put ?? []) this.#subjects.add(name)
    for (const { full_name } of profiles?.put ?? []) if (full_name !== null) this.#subjects.add(full_name)
  }

  of(page: ForeseenPage): string {
    const { route, source, reads, params } = page
    if (this.#changed.has(source)) return route === socialCardPage.route ? 'its social card' : 'its own page'
    const owner = this.#site.pages.owner(page)
    if (owner !== null && owner.entity !== 'articles' && this.#changed.has(owner.id)) return 'its own page'
    if (route === redirectPage.route) return 'an old address'
    const reasons = reads
      .map((name) => this.#reason(name, owner?.id ?? null))
      .filter((found) => found !== null)
    const [first] = reasons.sort((a, b) => a.order - b.order)
    if (first !== undefined) return first.text
    if (route === listChunkPage.route) return `older stories of ${params.list}`
    return this.#subject() ?? ''
  }

  /** What the change is about; null when it has no name. */
  #subject(): string | null {
    const [title] = this.#titles.values()
    return title === undefined ? this.#namedSubjects() : `shows ${quoted(title)}`
  }

  #namedSubjects(): string | null {
    return this.#subjects.size === 0 ? null : `names ${[...this.#subjects].map(quoted).join(', ')}`
  }

  /** What a name says; `order`: the less, the more telling. `articleId`: the story that the page is about. */
  #reason(name: string, articleId: string | null): { order: number; text: string } | null {
    for (const [order, [pattern, text]] of REASONS.entries()) {
      const match = pattern.exec(name)
      if (match !== null)
        return { order, text: typeof text === 'string' ? text : text(this, match, articleId) }
    }
    return null
  }

  list(name: string): string {
    const { tables } = this.#site.content
    const [, category, tag] = /^(?:category (\S+))? ?(?:tag (\S+))?$/.exec(name) ?? []
    const [, writer] = /^writer (\S+)$/.exec(name) ?? []
    if (name === ALL_ARTICLES) return 'the magazine'
    if (name === FEATURED) return 'featured stories'
    if (name.startsWith(MONTH_PREFIX)) return 'its month'
    if (writer !== undefined) return `the stories by ${tables.profiles.get(writer)?.full_name ?? 'an author'}`
    const of = [category && tables.categories.get(category)?.name, tag && tables.tags.get(tag)?.name]
    return of.filter(Boolean).join(', ') || 'a list'
  }

  /** A story that the page names; `key` is its id or slug. */
  story(key: string, articleId: string | null): string {
    const title = this.#titles.get(key)
    if (title === undefined) return this.#namedSubjects() ?? 'its pictures'
    return (articleId !== null && this.related(articleId)) || `shows ${quoted(title)}`
  }

  /** The first changed story that is related to another; null when none is. */
  related(articleId: string): string | null {
    const found = this.#site.content.relatedIds(articleId).find((id) => this.#titles.has(id))
    return found === undefined ? null : `related story ${quoted(this.#titles.get(found) ?? '')}`
  }
}

type Wording = string | ((reasons: Reasons, match: RegExpExecArray, articleId: string | null) => string)

/** What a read says of a page, the most telling first. */
const REASONS: readonly (readonly [RegExp, Wording])[] = [
  [/^site$/, 'settings and fonts of the whole site'],
  [/^hero$/, 'the story at its top'],
  [/^newest \d+ of (.+)$/, (reasons, [, list = '']) => `newest in ${reasons.list(list)}`],
  [/^chunk \S+ of (.+)$/, (_, [, list = '']) => `older stories of ${list}`],
  [/^pages$/, 'pages of the site'],
  [/^card (.+)$/, (reasons, [, id = ''], articleId) => reasons.story(id, articleId)],
  [/^article (.+)$/, (reasons, [, slug = ''], articleId) => reasons.story(slug, articleId)],
  [/^related to (.+)$/, (reasons, [, id = '']) => reasons.related(id) ?? 'its related stories'],
  [/^neighbours of /, 'the stories before and after it'],
  [/^(?:is shown .+|tags)$/, 'tags'],
  [/^(?:authors|writers)$/, 'authors'],
  [/^categories$/, 'categories'],
  [/^size of (.+)$/, (reasons, [, list = '']) => `number of stories in ${reasons.list(list)}`],
  [/^members of /, 'dates of its stories'],
  [/^(?:redirects|redirect from .+)$/, 'old addresses'],
  [/^months$/, 'the site map'],
  [/^picture /, 'a picture'],
]
