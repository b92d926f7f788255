import type { APIRoute } from 'astro'
import { staticPaths } from '../../content/render-context.ts'
import { socialCardPage } from '../../content/pages/social-card.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = async (context) => {
  const bytes = await context.locals.renderSocialCard(socialCardPage.read(context))
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } })
}
