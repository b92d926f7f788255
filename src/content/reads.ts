import { isTagShown } from '../domain/sections/tag.ts'
import { type Entry, type StoredList, MAX_NEWEST } from './lists/article-lists.ts'
import type { StoryPerson } from './content.ts'
import type { Entity } from './rows.ts'

/** One thing that a page reads of the content, and that a change may change. */
export interface Read {
  /** Its entry in `reads`. */
  readonly kind: ReadKind<never>
  /** What pages record of it: no other read has the same. */
  readonly key: string
  /** What a person is told of a page that changes because of it. */
  readonly why: (page: ChangedPage) => string
}

/** What the reason of a page's change is made of. */
export interface ChangedPage {
  /** What a list is called. */
  nameOfList(list: StoredList): string
  /** The reason of a page that names people. */
  namesPeople(): string
  /** The reason of a page that names a story, given by id or slug. */
  namesStory(key: string): string
  /** The reason of a page that shows the related stories of a story. */
  showsRelatedTo(articleId: string): string
}

/** Kinds of differences that a change makes to the content, each with the fields that identify what differs. */
export interface Differences {
  /** Rows that came, changed or went, of a table that is kept in memory or of redirects. */
  rows: { table: Entity; ids: ReadonlySet<string> }
  /** An article that came, changed or went, or another card of it; with its slugs before and after. */
  article: { id: string; slugs: readonly string[] }
  /** An article whose neighbours in its category, or among the stories of its writers, may have changed. */
  neighbours: { articleId: string }
  /** A list of an article that came, changed or went. */
  list: { list: StoredList; before: ListState; after: ListState }
  /** The story at the top of the standard home page. */
  hero: null
  /** The menus as readers see them. */
  menus: null
  /** The blocks above the list of a page. */
  front: { path: string }
  /** The stories that are news. */
  news: null
  /** An article whose related articles have changed. */
  related: { articleId: string }
  /** A picture, by `pictureKey`, whose copies or texts have changed. */
  picture: { key: string }
  /** Byline data of a credited person. */
  person: { person: StoryPerson }
  /** A letter that came, changed or went. */
  letter: { slug: string }
  /** A chunk of a long list. */
  chunk: { list: string; name: string }
  /** An old address that came, went or leads elsewhere. */
  redirect: { path: string }
}

export interface ListState {
  /** The first `MAX_NEWEST` places. */
  newest: readonly Entry[]
  size: number
}

/** Calls `changed` with the argument of each read that a difference changes. */
type ChangedBy<Args extends readonly unknown[]> = {
  [K in keyof Differences]?: (difference: Differences[K], changed: (...args: Args) => void) => void
}

/** A kind of read: a function from what is read to the read. */
export interface ReadKind<Args extends readonly unknown[]> {
  (...args: Args): Read
  /** The reads of this kind that a difference changes. */
  changedBy<K extends keyof Differences>(what: K, difference: Differences[K]): Read[]
}

/** `key` begins with words that no other kind's begins with. */
function defineRead<Args extends readonly unknown[]>(definition: {
  key: (...args: Args) => string
  changedBy: ChangedBy<Args>
  why: (page: ChangedPage, ...args: Args) => string
}): ReadKind<Args> {
  const kind: ReadKind<Args> = (...args) => ({
    kind,
    key: definition.key(...args),
    why: (page) => definition.why(page, ...args),
  })
  kind.changedBy = (what, difference) => {
    const found: Read[] = []
    definition.changedBy[what]?.(difference, (...args) => found.push(kind(...args)))
    return found
  }
  return kind
}

function rowsOf(...tables: Entity[]): ChangedBy<[]> {
  return {
    rows({ table }, changed) {
      if (tables.includes(table)) changed()
    },
  }
}

/** Whether readers begin or cease to see the tag whose list this is. */
function isVisibilityChanged({ list, before, after }: Differences['list']): boolean {
  return list.kind === 'tag' && isTagShown(before.size) !== isTagShown(after.size)
}

/** Whether a list got its first article or lost its last one. */
function isEmptinessChanged({ before, after }: Differences['list']): boolean {
  return (before.size === 0) !== (after.size === 0)
}

/** The index of the first of the newest places that has changed; MAX_NEWEST when none has. */
function firstChange({ before, after }: Differences['list']): number {
  // By time, too: in several lists shown as one, a story moves whose place in its own is the same.
  const first = after.newest.findIndex(({ id, sort }, index) => {
    const place = before.newest[index]
    return place?.id !== id || place.sort !== sort
  })
  if (first >= 0) return first
  return after.newest.length === before.newest.length ? MAX_NEWEST : after.newest.length
}

/**
 * Every kind of read: under which key pages record it, what changes it, and what a person is told of a page that changes
 * because of it. Of several reads of one page the first in this order is told.
 */
export const reads = {
  /** Settings, fonts, colours and marks, which every page shows. */
  site: defineRead({
    key: () => 'site',
    changedBy: rowsOf('fonts', 'global_styles', 'site_settings', 'theme', 'branding'),
    why: () => 'settings, fonts, colours and logo of the whole site',
  }),
  /** The blocks above the list of a page, given by its path. */
  front: defineRead({
    key: (path: string) => `front ${path}`,
    changedBy: { front: ({ path }, changed) => changed(path) },
    why: () => 'its front',
  }),
  /** The story at the top of the standard home page. */
  hero: defineRead({
    key: () => 'hero',
    changedBy: { hero: (_, changed) => changed() },
    why: () => 'the story at its top',
  }),
  /** The ids of the newest articles of a list. */
  newest: defineRead({
    key: ({ name }: StoredList, limit: number) => `newest ${limit} of ${name}`,
    changedBy: {
      list(difference, changed) {
        for (let limit = firstChange(difference) + 1; limit <= MAX_NEWEST; limit += 1) {
          changed(difference.list, limit)
        }
      },
    },
    why: (page, list) => `newest in ${page.nameOfList(list)}`,
  }),
  /** A chunk of a long list, both by their names in addresses. */
  chunk: defineRead({
    key: (list: string, name: string) => `chunk ${name} of ${list}`,
    changedBy: { chunk: ({ list, name }, changed) => changed(list, name) },
    why: (_, list) => `older stories of ${list}`,
  }),
  /** The sections: every page has those of the navigation. */
  sections: defineRead({
    key: () => 'sections',
    changedBy: rowsOf('sections'),
    why: () => 'the sections',
  }),
  /** The menus, which every page has: their items, and the titles and addresses of what these lead to. */
  menus: defineRead({
    key: () => 'menus',
    changedBy: { menus: (_, changed) => changed() },
    why: () => 'the menus',
  }),
  /** The pages that staff wrote, and their addresses. */
  pages: defineRead({
    key: () => 'pages',
    changedBy: rowsOf('pages', 'sections'),
    why: () => 'pages of the site',
  }),
  /** What lists show of an article. */
  card: defineRead({
    key: (articleId: string) => `card ${articleId}`,
    changedBy: { article: ({ id }, changed) => changed(id) },
    why: (page, articleId) => page.namesStory(articleId),
  }),
  /** All that is shown of the article with a slug, and whether there is one. */
  article: defineRead({
    key: (slug: string) => `article ${slug}`,
    changedBy: {
      article({ slugs }, changed) {
        for (const slug of slugs) changed(slug)
      },
    },
    why: (page, slug) => page.namesStory(slug),
  }),
  /** The ids of the articles most like one. */
  related: defineRead({
    key: (articleId: string) => `related to ${articleId}`,
    changedBy: { related: ({ articleId }, changed) => changed(articleId) },
    why: (page, articleId) => page.showsRelatedTo(articleId),
  }),
  /** The ids of the `MAX_NEIGHBOURS` articles before and after one. */
  neighbours: defineRead({
    key: (articleId: string) => `neighbours of ${articleId}`,
    changedBy: { neighbours: ({ articleId }, changed) => changed(articleId) },
    why: () => 'the stories before and after it',
  }),
  /** Whether readers see a tag, and its address. */
  isShown: defineRead({
    key: (tagId: string) => `is shown ${tagId}`,
    changedBy: {
      rows({ table, ids }, changed) {
        if (table === 'tags') for (const id of ids) changed(id)
      },
      list(difference, changed) {
        const { list } = difference
        if (list.kind === 'tag' && isVisibilityChanged(difference)) changed(list.id)
      },
    },
    why: () => 'tags',
  }),
  /** The tags, and which of them readers see. */
  tags: defineRead({
    key: () => 'tags',
    changedBy: {
      ...rowsOf('tags'),
      list(difference, changed) {
        if (isVisibilityChanged(difference)) changed()
      },
    },
    why: () => 'tags',
  }),
  /** The people with an author page. */
  authors: defineRead({
    key: () => 'authors',
    changedBy: rowsOf('profiles', 'author_profiles'),
    why: () => 'authors',
  }),
  /** Byline data of a credited person. */
  person: defineRead({
    key: (person: StoryPerson) => ('owner' in person ? `account ${person.owner}` : `person ${person.person}`),
    changedBy: { person: ({ person }, changed) => changed(person) },
    why: (page) => page.namesPeople(),
  }),
  /** The roles that people have in stories. */
  roles: defineRead({
    key: () => 'roles',
    changedBy: rowsOf('credit_roles'),
    why: () => 'roles of credits',
  }),
  /** The people whom stories name, and their names. */
  writers: defineRead({
    key: () => 'writers',
    changedBy: {
      ...rowsOf('profiles', 'author_profiles'),
      list(difference, changed) {
        const { kind } = difference.list
        if ((kind === 'writer' || kind === 'person') && isEmptinessChanged(difference)) changed()
      },
    },
    why: () => 'authors',
  }),
  categories: defineRead({
    key: () => 'categories',
    changedBy: rowsOf('categories'),
    why: () => 'categories',
  }),
  /** The sections that list a category: articles link to the first, which their cards do not have. */
  sectionsOf: defineRead({
    key: (categoryId: string) => `sections of ${categoryId}`,
    changedBy: {
      rows({ table, ids }, changed) {
        if (table === 'categories') for (const id of ids) changed(id)
      },
    },
    why: () => 'the section of its category',
  }),
  /** The number of articles in a list. */
  size: defineRead({
    key: ({ name }: StoredList) => `size of ${name}`,
    changedBy: {
      list({ list, before, after }, changed) {
        if (before.size !== after.size) changed(list)
      },
    },
    why: (page, list) => `number of stories in ${page.nameOfList(list)}`,
  }),
  /** Addresses and times of the articles in a list. */
  members: defineRead({
    key: ({ name }: StoredList) => `members of ${name}`,
    changedBy: { list: ({ list }, changed) => changed(list) },
    why: () => 'dates of its stories',
  }),
  /** All old addresses, and where they lead. */
  redirects: defineRead({
    key: () => 'redirects',
    changedBy: { ...rowsOf('slug_redirects'), redirect: (_, changed) => changed() },
    why: () => 'old addresses',
  }),
  /** Where an old address leads. */
  redirect: defineRead({
    key: (path: string) => `redirect from ${path}`,
    changedBy: { redirect: ({ path }, changed) => changed(path) },
    why: () => 'old addresses',
  }),
  /** The months with articles. */
  months: defineRead({
    key: () => 'months',
    changedBy: {
      list(difference, changed) {
        if (difference.list.kind === 'month' && isEmptinessChanged(difference)) changed()
      },
    },
    why: () => 'the site map',
  }),
  /** The ids of the stories that are news. */
  news: defineRead({
    key: () => 'news',
    changedBy: { news: (_, changed) => changed() },
    why: () => 'the news of the last two days',
  }),
  /** The letters in their list. */
  letters: defineRead({
    key: () => 'letters',
    changedBy: { letter: (_, changed) => changed() },
    why: () => 'the letters',
  }),
  /** All that is shown of a letter, and whether there is one with this slug. */
  letter: defineRead({
    key: (slug: string) => `letter ${slug}`,
    changedBy: { letter: ({ slug }, changed) => changed(slug) },
    why: () => 'a letter',
  }),
  /** The copies and texts of a picture, given by `pictureKey`. */
  picture: defineRead({
    key: (key: string) => `picture ${key}`,
    changedBy: { picture: ({ key }, changed) => changed(key) },
    why: () => 'a picture',
  }),
}

const KINDS: readonly ReadKind<never>[] = Object.values(reads)

/** The reads that a difference changes. */
export function changedReads<K extends keyof Differences>(what: K, difference: Differences[K]): Read[] {
  return KINDS.flatMap((kind) => kind.changedBy(what, difference))
}

/** The read that says most of why a page changes; null when there is none. */
export function mostTelling(some: readonly Read[]): Read | null {
  for (const kind of KINDS) {
    const found = some.find((read) => read.kind === kind)
    if (found !== undefined) return found
  }
  return null
}
