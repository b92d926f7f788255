import type { APIRoute } from 'astro'
import { staticPaths } from '../content/render-context.ts'
import { headerRulesPage } from '../content/pages/response-headers.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => new Response(headerRulesPage.read(context))
