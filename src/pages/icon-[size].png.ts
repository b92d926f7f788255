import type { APIRoute } from 'astro'
import { iconPngPage } from '../content/pages/icons.ts'
import { staticPaths } from '../content/render-context.ts'
import type { IconSize } from '../domain/site/branding.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = async (context) => {
  const bytes = await context.locals.renderIcon(iconPngPage.read(context), context.params.size as IconSize)
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png' } })
}
