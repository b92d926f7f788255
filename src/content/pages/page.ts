import type { RenderedBody } from '../../domain/body/render.ts'
import { SUBSCRIPTION_PATH } from '../../domain/readers/subscriber-link.ts'
import { replacesBuiltIn } from '../../domain/sections/page.ts'
import type { ContentReader } from '../content-reader.ts'
import { withLazy } from '../database/lazy.ts'
import { pageBody } from '../story/page-body.ts'
import type { Picture } from '../pictures/pictures.ts'
import type { TeamMember } from '../types.ts'
import { type PageType, definePage, required } from './page-type.ts'

export interface DatabasePageView {
  path: string
  title: string
  excerpt: string | null
  metaTitle: string | null
  metaDescription: string | null
  /** Rendered when it is first used. */
  readonly body: RenderedBody
  parent: { path: string; title: string } | null
  /** Changes with the text that `body` is made of. */
  contentKey: string
  pictures: ReadonlyMap<string, Picture>
}

/** A page that staff wrote, at the root or below another ('/colophon', '/about/press'). */
export const databasePage = definePage({
  route: '/[...page]',
  addresses: (content) =>
    [...content.pagePaths().keys()]
      .map((path) => path.slice(1))
      // A page may be older than the site's own page at its address.
      .filter((page) => !replacesBuiltIn(page) && `/${page}` !== SUBSCRIPTION_PATH)
      .map((page) => ({ page })),
  view: (content, { page }) => required(readPage(content, `/${page}`), `page ${page}`),
  sitemap: (content) =>
    Array.from(content.pagePaths(), ([path, page]) => ({ path, lastmod: page.modified_at })).filter(
      ({ path }) => path !== SUBSCRIPTION_PATH,
    ),
  *redirects(content) {
    for (const { old_slug, page_id } of content.redirectRows()) {
      const path = page_id === null ? null : content.pagePathOf(page_id)
      if (path !== null) yield [`/${old_slug}`, path]
    }
  },
})

/** A page with a standard text, which is shown until staff have written a page at its address. */
function standardPage<Standard>(
  route: '/about' | '/privacy' | '/terms',
  standard: (content: ContentReader) => Standard,
): PageType<{ own: DatabasePageView } | { own: null; standard: Standard }> {
  return definePage({
    route,
    view(content) {
      const own = readPage(content, route)
      return own === null ? { own, standard: standard(content) } : { own }
    },
    sitemap: (content) => (content.pagePaths().has(route) ? [] : [{ path: route, lastmod: null }]),
  })
}

/** What the standard about page shows beside the magazine's texts. */
export interface StandardAboutView {
  picture: Picture | null
  team: TeamMember[]
}

export const aboutPage = standardPage('/about', (content): StandardAboutView => ({
  picture: content.pictureAt(content.site().texts.about_picture || null),
  team: content.team(),
}))
export const privacyPage = standardPage('/privacy', () => null)
export const termsPage = standardPage('/terms', () => null)

function readPage(content: ContentReader, path: string): DatabasePageView | null {
  const page = content.page(path)
  if (page === null) return null
  const { row, contentKey, parent, pictures } = page
  const words = content.words()
  const language = content.storyLanguage()
  const view = {
    path,
    title: row.title,
    excerpt: row.excerpt,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    parent,
    contentKey,
    pictures,
  }
  return withLazy(view, 'body', () => pageBody(row.content, pictures, words, language, row.withdrawn_files))
}
