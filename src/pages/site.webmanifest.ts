import type { APIRoute } from 'astro'
import { type IconSize, ICON_SIZES, iconPath } from '../domain/site/branding.ts'

const SIZES = Object.keys(ICON_SIZES) as IconSize[]

function iconEntry(size: IconSize) {
  const side = ICON_SIZES[size]
  const purpose = size === 'maskable-512' ? { purpose: 'maskable' } : {}
  return { src: iconPath(size), type: 'image/png', sizes: `${side}x${side}`, ...purpose }
}

export const GET: APIRoute = (context) => {
  const { siteName, theme, texts } = context.locals.page.site
  return Response.json({
    name: siteName,
    short_name: siteName,
    description: texts.home_description,
    start_url: '/',
    display: 'browser',
    background_color: theme.light.paper,
    theme_color: theme.light.link,
    icons: [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }, ...SIZES.map(iconEntry)],
  })
}
