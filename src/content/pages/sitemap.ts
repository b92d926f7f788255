import { monthList } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import { type SitemapEntry, latest } from '../types.ts'
import { type PageType, definePage } from './page-type.ts'

/** Addresses in one file of the site map (the format allows 50,000). */
const PART_SIZE = 5_000

/**
 * The file of the stories of the last two days, which the index does not name: its pages are in the others. Without a story it
 * names the home page, since a site map may not be empty, and robots.txt does not name it.
 */
const NEWS_PART = 'news'
export const NEWS_SITEMAP_PATH = partPath(NEWS_PART)

/** The file of all pages except stories. Files of stories are named by month: 202603, 20260302, 20260303 …. */
const PAGES_PART = '1'

/**
 * The index of the site map and its files: one of the pages of these types, and some for each month of stories, so that
 * a change of a story changes the file of its month only.
 */
export function sitemapPages(types: readonly PageType[]) {
  const entriesOfPages = (content: ContentReader) => types.flatMap((type) => [...type.sitemap(content)])
  return {
    sitemapIndexPage: definePage({
      route: '/sitemap.xml',
      view: (content): SitemapEntry[] =>
        withOffsets(content, [
          {
            path: partPath(PAGES_PART),
            lastmod: latest(entriesOfPages(content).map(({ lastmod }) => lastmod)),
          },
          ...content.months().flatMap((month) =>
            partsOf(content, month).map((part) => ({
              path: partPath(part),
              lastmod: content.lastChangeIn(month),
            })),
          ),
        ]),
    }),
    sitemapPartPage: definePage({
      route: '/sitemap-[part].xml',
      addresses: (content) =>
        [PAGES_PART, NEWS_PART, ...content.months().flatMap((month) => partsOf(content, month))].map(
          (part) => ({
            part,
          }),
        ),
      view(content, { part }): SitemapEntry[] {
        if (part === NEWS_PART) return newsEntries(content)
        if (part === PAGES_PART) return withOffsets(content, entriesOfPages(content))
        const month = `${part.slice(0, 4)}-${part.slice(4, 6)}`
        const start = part.length === 6 ? 0 : (Number(part.slice(6)) - 1) * PART_SIZE
        return withOffsets(content, content.addressesIn(month, start, PART_SIZE))
      },
    }),
  }
}

/** The entries with the magazine's time zone in their times. */
function withOffsets(content: ContentReader, entries: readonly SitemapEntry[]): SitemapEntry[] {
  const calendar = content.calendar()
  return entries.map((entry) => ({ ...entry, lastmod: entry.lastmod && calendar.isoTime(entry.lastmod) }))
}

function newsEntries(content: ContentReader): SitemapEntry[] {
  const calendar = content.calendar()
  const stories = content.news().map(({ path, title, publishedAt }) => {
    return { path, lastmod: null, news: { title, published: calendar.isoTime(publishedAt) } }
  })
  return stories.length === 0 ? [{ path: '/', lastmod: null }] : stories
}

function partPath(part: string): string {
  return `/sitemap-${part}.xml`
}

/** The names of the files of a month, the oldest stories first. */
function partsOf(content: ContentReader, month: string): string[] {
  const count = Math.ceil(content.size([monthList(month)]) / PART_SIZE)
  const name = month.replace('-', '')
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? name : `${name}${String(index + 1).padStart(2, '0')}`,
  )
}
