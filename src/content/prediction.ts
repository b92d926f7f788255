import type { Prediction } from '../domain/newsroom/prediction.ts'
import type { StoredList } from './lists/article-lists.ts'
import type { Content } from './content.ts'
import { updateContent } from './content-update.ts'
import { listChunkPage } from './pages/list-chunk.ts'
import { redirectPage } from './pages/redirects/redirect.ts'
import { articleMarkdownPage } from './pages/article.ts'
import { socialCardPage } from './pages/social-card.ts'
import { type ChangedPage, mostTelling } from './reads.ts'
import { type Changes, changedArticles } from './rows.ts'
import type { Site } from './database/site-database.ts'
import type { PredictedPage } from './site-pages.ts'

/** Pages of a prediction that are listed. */
const MAX_LISTED = 100

/** The pages that a change would have written or removed. Changes nothing. */
export function predictChange({ content, pages }: Site, changes: Changes): Prediction {
  const ids = changedArticles(changes)
  const before = new Map(ids.map((id) => [id, content.articleRow(id)]))
  return content.dryRun(ids, () => {
    const predicted = pages.predict(updateContent(content, changes))
    const reasons = new Reasons({ content, pages }, changes, before)
    const listed = predicted.slice(0, MAX_LISTED)
    return {
      total: predicted.length,
      pages: listed.map((page) => ({ pathname: page.pathname, kind: page.kind, why: reasons.of(page) })),
    }
  })
}

/** What the pages of a story are called that are not its own page. */
const WORDS_OF_ROUTES = new Map([
  [socialCardPage.route, 'its social card'],
  [articleMarkdownPage.route, 'its text as Markdown'],
])

const quoted = (text: string): string => `“${text}”`

/** Why pages change: by what they are made of, else by what they read. */
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

  of(page: PredictedPage): string {
    const { route, source, reads, params } = page
    if (this.#changed.has(source)) return WORDS_OF_ROUTES.get(route) ?? 'its own page'
    const owner = this.#site.pages.owner(page)
    if (owner !== null && owner.entity !== 'articles' && this.#changed.has(owner.id)) return 'its own page'
    if (route === redirectPage.route) return 'an old address'
    const read = mostTelling(reads)
    if (read !== null) return read.why(this.#changedPage(owner?.entity === 'articles' ? owner.id : null))
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

  /** `storyId`: the story that the page is about; null when it is about none. */
  #changedPage(storyId: string | null): ChangedPage {
    return {
      nameOfList: (list) => nameOfList(this.#site.content, list),
      namesPeople: () => this.#namedSubjects() ?? 'authors',
      namesStory: (key) => {
        const title = this.#titles.get(key)
        if (title === undefined) return this.#namedSubjects() ?? 'its pictures'
        return (storyId !== null && this.#relatedStory(storyId)) || `shows ${quoted(title)}`
      },
      showsRelatedTo: (articleId) => this.#relatedStory(articleId) ?? 'its related stories',
    }
  }

  /** The first changed story that is related to another; null when none is. */
  #relatedStory(articleId: string): string | null {
    const found = this.#site.content.relatedIds(articleId).find((id) => this.#titles.has(id))
    return found === undefined ? null : `related story ${quoted(this.#titles.get(found) ?? '')}`
  }
}

/** What a list is called. */
function nameOfList({ tables }: Content, list: StoredList): string {
  switch (list.kind) {
    case 'all':
      return 'the magazine'
    case 'featured':
      return 'featured stories'
    case 'hero':
      return 'a list'
    case 'month':
      return 'its month'
    case 'writer':
      return `the stories by ${tables.profiles.get(list.id)?.full_name ?? 'an author'}`
    case 'person':
      return `the stories of ${tables.author_profiles.get(list.id)?.name ?? 'a person'}`
    case 'person and role':
      return `the stories of ${tables.author_profiles.get(list.personId)?.name ?? 'a person'}`
    case 'category':
      return tables.categories.get(list.id)?.name ?? 'a list'
    case 'tag':
      return tables.tags.get(list.id)?.name ?? 'a list'
    case 'category and tag': {
      const names = [tables.categories.get(list.categoryId)?.name, tables.tags.get(list.tagId)?.name]
      return names.filter(Boolean).join(', ') || 'a list'
    }
  }
}
