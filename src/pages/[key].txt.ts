import type { APIRoute } from 'astro'
import { indexNowKeyPage } from '../content/pages/index-now.ts'
import { staticPaths } from '../content/render-context.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => new Response(indexNowKeyPage.read(context))
