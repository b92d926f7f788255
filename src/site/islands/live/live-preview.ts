import { apiUrl } from '../../../backend/env/api-url.ts'
import '../../../domain/rows/zod-without-eval.ts'
import { withFileAddresses } from '../../../domain/media/file-addresses.ts'
import { livePreviewSchema, previewNotice } from '../../../domain/newsroom/preview.ts'
import { previewBarHtml } from '../../../domain/newsroom/preview-bar.ts'
import { createElement } from '../dom.ts'
import { REQUEST_TIMEOUT_MS } from '../request-timeout.ts'
import { drawLiveArticle } from './live-article.ts'
import { type LivePage, showNotFound } from './live-page.ts'

/**
 * Draws the story of a preview, on a host that only has files: an edge function checks the token, which is sent
 * in the body, and answers the story. Shows "not found" and resolves to false where it opens nothing.
 */
export async function showLivePreview(token: string, page: LivePage): Promise<boolean> {
  const { main, words } = page
  document.head.append(createElement('meta', { name: 'referrer', content: 'no-referrer' }))
  const response = await fetch(`${apiUrl()}/functions/v1/preview`, {
    method: 'POST',
    headers: { apikey: __SUPABASE_PUBLISHABLE_KEY__, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.status === 404) {
    showNotFound(main, words.noPreview, words.noPreviewText, '/', words.home)
    return false
  }
  const preview = livePreviewSchema.parse(JSON.parse(withFileAddresses(await response.text(), apiUrl())))
  if (preview.article === null) {
    location.replace(`/article/${preview.slug}`)
    return true
  }
  if (!(await drawLiveArticle(preview.article, page))) throw new Error('the story cannot be read')
  // The other pages of a preview are drawn by the publisher, which does not answer here.
  const { previewBar } = pageWords
  const notice = `${previewNotice(preview, previewBar)} ${words.onlyStory}`
  document
    .querySelector('.skip')
    ?.insertAdjacentHTML('afterend', previewBarHtml({ name: previewBar.preview, notice, links: [] }))
  return true
}
