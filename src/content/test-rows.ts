import { slugify } from '../domain/slug.ts'
import type { Row, Rows } from './rows.ts'

/** Rows for tests: each function fills in what a test does not care about. */

export function emptyRows(): Rows {
  return {
    articles: [],
    categories: [],
    tags: [],
    profiles: [],
    author_profiles: [],
    media: [],
    pages: [],
    fonts: [],
    global_styles: [],
    slug_redirects: [],
    site_settings: [],
  }
}

export function article(row: Partial<Row<'articles'>> & { id: string }): Row<'articles'> {
  return {
    title: `Story ${row.id}`,
    title_emphasis: null,
    slug: `story-${row.id}`,
    content: { html: '<p>Text.</p>' },
    excerpt: null,
    featured: false,
    hero: false,
    featured_image: null,
    gallery: [],
    read_time: null,
    category_id: null,
    author_id: null,
    meta_title: null,
    meta_description: null,
    meta_keywords: [],
    published_at: '2026-03-01T09:00:00.000Z',
    updated_at: '2026-03-01T09:00:00.000Z',
    tag_ids: [],
    ...row,
  }
}

export function category(id: string, name: string, color = '#6366f1'): Row<'categories'> {
  return { id, name, slug: slugify(name), color }
}

export function author(
  row: Partial<Row<'author_profiles'>> & { id: string; name: string },
): Row<'author_profiles'> {
  return {
    profile_id: null,
    slug: slugify(row.name),
    role: null,
    bio: null,
    image_url: null,
    email: null,
    created_at: '2025-08-15T00:00:00Z',
    social_links: {},
    ...row,
  }
}

export function media(row: Partial<Row<'media'>> & { id: string; storage_path: string }): Row<'media'> {
  return { mime_type: 'image/jpeg', alt_text: null, caption: null, width: null, height: null, ...row }
}

export function page(row: Partial<Row<'pages'>> & { id: string; slug: string }): Row<'pages'> {
  return {
    title: `Page ${row.id}`,
    content: { html: '<p>Text.</p>' },
    excerpt: null,
    meta_title: null,
    meta_description: null,
    parent_id: null,
    updated_at: '2026-03-01T09:00:00.000Z',
    ...row,
  }
}
