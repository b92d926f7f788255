import articleStyles from '../../styles/article.css?url'
import emphasisFontStyles from '../../styles/emphasis-fonts.css?url'
import listStyles from '../../styles/list.css?url'
import otherFontStyles from '../../styles/other-fonts.css?url'
import { addStyles, createElement } from '../dom.ts'
import { type LivePage, livePageOf, showNotFound } from './live-page.ts'

/** Session storage key for a deep link into the admin (see AdminDocument.astro). */
const DEEP_LINK = 'mantel.deep-link'

/**
 * Handles the address of a 404 page: forwards admin addresses to the admin where the host has no rewrite, and renders
 * articles and authors that are not built yet, and previews, from live data.
 */
export async function renderLiveFallback(main: HTMLElement): Promise<void> {
  const { pathname, search, hash } = location
  if (pathname.startsWith('/admin/')) {
    sessionStorage.setItem(DEEP_LINK, pathname + search + hash)
    location.replace('/admin')
    return
  }
  const [, name, segment = ''] =
    /^\/(article|author|preview)\/([^/]+?)(?:\.html|\/home|\/section)?\/?$/.exec(pathname) ?? []
  if (name !== undefined) {
    const kind = name as keyof typeof SHOWN
    const page = livePageOf(main)
    // Without them the page stays what it is.
    await new Promise<void>((resolve, reject) => loadDeferred('words', reject, resolve))
    main.replaceChildren(createElement('p', { class: 'top', role: 'status' }, page.words.loading[kind]))
    try {
      if (await SHOWN[kind](segment, page)) return
    } catch (error) {
      console.error(`The ${kind} cannot be shown:`, error)
      showNotFound(main, page.words.failed[kind], page.words.failedText, pathname, pageWords.tryAgain)
      return
    }
  }
  console.error('404 Error: User attempted to access non-existent route:', pathname)
}

async function showArticle(segment: string, page: LivePage): Promise<boolean> {
  const { showLiveArticle } = await import('./live-article.ts')
  await Promise.all([articleStyles, emphasisFontStyles, otherFontStyles].map(addStyles))
  return showLiveArticle(decoded(segment) ?? segment, page)
}

async function showAuthor(segment: string, page: LivePage): Promise<boolean> {
  const { showLiveAuthor } = await import('./live-author.ts')
  await Promise.all([listStyles, otherFontStyles].map(addStyles))
  return showLiveAuthor(decoded(segment), page)
}

async function showPreview(token: string, page: LivePage): Promise<boolean> {
  const { showLivePreview } = await import('./live-preview.ts')
  await Promise.all([articleStyles, emphasisFontStyles, otherFontStyles].map(addStyles))
  return showLivePreview(token, page)
}

const SHOWN = { article: showArticle, author: showAuthor, preview: showPreview }

/** Null when percent-encoding is malformed. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
