import type { APIRoute } from 'astro'
import { iconSvgPage } from '../content/pages/icons.ts'

export const GET: APIRoute = async (context) => {
  const bytes = await context.locals.renderIcon(iconSvgPage.read(context), 'svg')
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/svg+xml' } })
}
