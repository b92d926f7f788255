import { apiUrl } from '../../../backend/env/api-url.ts'
import '../../../domain/rows/zod-without-eval.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { withFileAddresses } from '../../../domain/media/file-addresses.ts'
import { livePreviewSchema, previewNotice } from '../../../domain/newsroom/preview.ts'
import { previewBarHtml } from '../../../domain/newsroom/preview-bar.ts'
import { createElement, showNotFound } from '../dom.ts'
import { REQUEST_TIMEOUT_MS } from '../request-timeout.ts'
import { drawLiveArticle } from './live-article.ts'

/**
 * Draws the story of a preview into `main`, on a host that only has files: an edge function checks the token, which is sent
 * in the body, and answers the story. Shows "not found" and resolves to false where it opens nothing.
 */
export async function showLivePreview(
  token: string,
  main: HTMLElement,
  calendar: Calendar,
): Promise<boolean> {
  document.head.append(createElement('meta', { name: 'referrer', content: 'no-referrer' }))
  const response = await fetch(`${apiUrl()}/functions/v1/preview`, {
    method: 'POST',
    headers: { apikey: __SUPABASE_PUBLISHABLE_KEY__, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.status === 404) {
    const { live } = pageWords
    showNotFound(main, live.noPreview, live.noPreviewText, '/', live.home)
    return false
  }
  const preview = livePreviewSchema.parse(JSON.parse(withFileAddresses(await response.text(), apiUrl())))
  if (preview.article === null) {
    location.replace(`/article/${preview.slug}`)
    return true
  }
  if (!(await drawLiveArticle(preview.article, main, calendar))) throw new Error('the story cannot be read')
  // The other pages of a preview are drawn by the publisher, which does not answer here.
  const { live, previewBar } = pageWords
  const notice = `${previewNotice(preview, previewBar)} ${live.onlyStory}`
  document
    .querySelector('.skip')
    ?.insertAdjacentHTML('afterend', previewBarHtml({ name: previewBar.preview, notice, links: [] }))
  return true
}
