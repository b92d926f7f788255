import { articleType } from '../../../src/domain/story/article.ts'
import { authorType } from '../../../src/domain/people/author.ts'
import { mediaType } from '../../../src/domain/media/media.ts'
import { pageType } from '../../../src/domain/sections/page.ts'
import { slugify } from '../../../src/domain/sections/slug.ts'
import type { PictureIndex } from '../../../src/content/pictures/pictures.ts'
import { type Row, type Rows, ENTITIES } from '../../../src/content/rows.ts'
import { sectionRows } from '../../../supabase/seed/categories.ts'
import { menuRows } from '../../../supabase/seed/menus.ts'
import { addRows } from '../../../src/content/content-update.ts'
import { type Site, addAllPages, openSiteDatabase } from '../../../src/content/database/site-database.ts'

/** Rows for tests: each function fills in what a test does not care about. */

/** The columns of empty forms. */
const BLANK = {
  article: articleType.columnsOf(articleType.blank()),
  author: authorType.columnsOf(authorType.blank()),
  media: mediaType.columnsOf(mediaType.blank()),
  page: pageType.columnsOf(pageType.blank()),
}

/** No rows but the sections and menus of the demo content. */
export function emptyRows(): Rows {
  const none = Object.fromEntries(ENTITIES.map((entity) => [entity, []])) as unknown as Rows
  return { ...none, sections: sectionRows(), menus: menuRows() }
}

/** The site of these rows, in the tables that a test names, and of the sections of the demo content. `file`: of its database; null: a temporary one. */
export function siteOf(
  rows: Partial<Rows> = {},
  pictures: PictureIndex = new Map(),
  file: string | null = null,
): Site {
  const site = openSiteDatabase(file, 'https://mantel.example')
  const all = { ...emptyRows(), ...rows }
  for (const entity of ENTITIES) addRows(site.content, entity, all[entity])
  addAllPages(site, pictures)
  return site
}

export function article(row: Partial<Row<'articles'>> & { id: string }): Row<'articles'> {
  return {
    ...BLANK.article,
    title: `Story ${row.id}`,
    slug: `story-${row.id}`,
    content: { html: '<p>Text.</p>' },
    hero: false,
    read_time: null,
    published_at: '2026-03-01T09:00:00.000Z',
    modified_at: '2026-03-01T09:00:00.000Z',
    updated_at: '2026-03-01T09:00:00.000Z',
    tag_ids: [],
    withdrawn_files: [],
    ...row,
  }
}

export function category(id: string, name: string, row: Partial<Row<'categories'>> = {}): Row<'categories'> {
  const created_at = '2026-01-01T00:00:00.000Z'
  return { id, name, slug: slugify(name), color: '#6366f1', sections: [], created_at, ...row }
}

export function tag(id: string, name: string): Row<'tags'> {
  return { id, name, slug: slugify(name) }
}

export function author(
  row: Partial<Row<'author_profiles'>> & { id: string; name: string },
): Row<'author_profiles'> {
  return {
    ...BLANK.author,
    slug: slugify(row.name),
    created_at: '2025-08-15T00:00:00Z',
    social_links: {},
    ...row,
  }
}

export function media(row: Partial<Row<'media'>> & { id: string; storage_path: string }): Row<'media'> {
  return {
    ...BLANK.media,
    mime_type: 'image/jpeg',
    width: null,
    height: null,
    ...row,
  }
}

export function page(row: Partial<Row<'pages'>> & { id: string; slug: string }): Row<'pages'> {
  return {
    ...BLANK.page,
    title: `Page ${row.id}`,
    content: { html: '<p>Text.</p>' },
    modified_at: '2026-03-01T09:00:00.000Z',
    withdrawn_files: [],
    ...row,
  }
}

/** A redirect from `old_slug`, which is its id, too. */
export function redirect(row: Partial<Row<'slug_redirects'>> & { old_slug: string }): Row<'slug_redirects'> {
  const { article_id = null, page_id = null } = row
  const kind = article_id !== null ? 'article' : page_id !== null ? 'page' : 'custom'
  return { id: row.old_slug, kind, article_id, page_id, entity_id: null, target: null, ...row }
}
