import type { APIRoute } from 'astro'
import { currentSnapshot } from '../../content/current.ts'
import { staticPaths } from '../../content/routes.ts'
import { currentSocialCardRenderer } from '../../content/social-card.ts'
import { titleCardView } from '../../content/views/title-card.ts'

export const getStaticPaths = () => staticPaths(currentSnapshot(), 'title-card')

export const GET: APIRoute = async ({ params }) => {
  const view = titleCardView(currentSnapshot(), params.slug ?? '')
  if (view === null) return new Response(null, { status: 404 })
  const bytes = await currentSocialCardRenderer()(view)
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } })
}
