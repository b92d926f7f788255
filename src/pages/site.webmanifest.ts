import type { APIRoute } from 'astro'
import { COLOURS } from '../magazine/colours.ts'
import { HOME } from '../magazine/texts.ts'

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-180.png', type: 'image/png', sizes: '180x180' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
]

export const GET: APIRoute = ({ locals }) => {
  const { siteName } = locals.page.site
  return Response.json({
    name: siteName,
    short_name: siteName,
    description: HOME.description(siteName),
    start_url: '/',
    display: 'browser',
    background_color: COLOURS.paper,
    theme_color: COLOURS.prussian,
    icons: ICONS,
  })
}
