import type { APIRoute } from 'astro'
import { siteCardPage } from '../content/pages/social-card.ts'

export const GET: APIRoute = async (context) => {
  const bytes = await context.locals.renderSocialCard(siteCardPage.read(context))
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } })
}
