import type { RenderedBody } from '../../domain/body/render.ts'
import { SUBSCRIPTION_PATH } from '../../domain/form-post.ts'
import { replacesBuiltIn } from '../../domain/page.ts'
import { digestedOrNull } from '../digest.ts'
import { pageBody } from '../page-body.ts'
import { type PageType, type ReadContent, definePage, required } from './page-type.ts'

export interface PageView {
  path: string
  title: string
  excerpt: string | null
  metaTitle: string | null
  metaDescription: string | null
  /** Rendered when it is first used. */
  readonly body: RenderedBody
  parent: { path: string; title: string } | null
}

/** A page that staff wrote, at the root or below another ('/colophon', '/about/press'). */
export const databasePage = definePage({
  route: '/[...page]',
  addresses: ({ pages }) =>
    [...pages.byPath.keys()]
      .map((path) => path.slice(1))
      // A page may be older than the site's own page at its address.
      .filter((page) => !replacesBuiltIn(page) && `/${page}` !== SUBSCRIPTION_PATH)
      .map((page) => ({ page })),
  view: (read, { page }) => required(readPage(read, `/${page}`) ?? undefined, `page ${page}`),
  sitemap: ({ pages }) =>
    Array.from(pages.byPath, ([path, page]) => ({ path, lastmod: page.updated_at })).filter(
      ({ path }) => path !== SUBSCRIPTION_PATH,
    ),
  *redirects({ pages, tables }) {
    for (const { old_slug, page_id } of tables.slug_redirects.values()) {
      const path = pages.pathOf.get(page_id ?? '')
      if (path !== undefined) yield [`/${old_slug}`, path]
    }
  },
})

/** A page with a text of the site's own; null: that text stands, else the page that staff wrote at its address. */
function builtInPage(route: '/about' | '/privacy' | '/terms'): PageType<PageView | null> {
  return definePage({
    route,
    view: (read) => readPage(read, route),
    sitemap: ({ pages }) => (pages.byPath.has(route) ? [] : [{ path: route, lastmod: null }]),
  })
}

export const aboutPage = builtInPage('/about')
export const privacyPage = builtInPage('/privacy')
export const termsPage = builtInPage('/terms')

function readPage(read: ReadContent, path: string): PageView | null {
  const page = read(`page ${path}`, ({ pages, views }) => {
    const row = pages.byPath.get(path)
    return digestedOrNull(row && views.page(row, pages.pathOf))
  })
  if (page === null) return null
  const { row, parent, pictures } = page
  let body: RenderedBody | undefined
  return {
    path,
    title: row.title,
    excerpt: row.excerpt,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    get body() {
      return (body ??= pageBody(row.content, pictures))
    },
    parent,
  }
}
