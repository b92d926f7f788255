import type { APIRoute } from 'astro'
import { letterPicturePage } from '../../../content/pages/letters.ts'
import { staticPaths } from '../../../content/render-context.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = async (context) => {
  const bytes = await context.locals.renderLetterPicture(letterPicturePage.read(context))
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/jpeg' } })
}
