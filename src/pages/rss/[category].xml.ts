import type { APIRoute } from 'astro'
import { currentSnapshot } from '../../content/current.ts'
import { staticPaths } from '../../content/routes.ts'
import { feedView } from '../../content/views/feed.ts'
import { rss, xmlResponse } from '../../site/xml.ts'

export const getStaticPaths = () => staticPaths(currentSnapshot(), 'category-rss')

export const GET: APIRoute = ({ params }) => {
  const snapshot = currentSnapshot()
  const view = feedView(snapshot, params.category ?? '')
  return view ? xmlResponse(rss(view, snapshot.siteUrl)) : new Response(null, { status: 404 })
}
