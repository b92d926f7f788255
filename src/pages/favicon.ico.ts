import type { APIRoute } from 'astro'
import { iconIcoPage } from '../content/pages/icons.ts'

export const GET: APIRoute = async (context) => {
  const bytes = await context.locals.renderIcon(iconIcoPage.read(context), 'ico')
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/x-icon' } })
}
