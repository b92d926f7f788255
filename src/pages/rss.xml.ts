import type { APIRoute } from 'astro'
import { currentSnapshot } from '../content/current.ts'
import { feedView } from '../content/views/feed.ts'
import { rss, xmlResponse } from '../site/xml.ts'

export const GET: APIRoute = () => {
  const snapshot = currentSnapshot()
  const view = feedView(snapshot, null)
  return view ? xmlResponse(rss(view, snapshot.siteUrl)) : new Response(null, { status: 404 })
}
