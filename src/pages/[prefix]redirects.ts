import type { APIRoute } from 'astro'
import { redirectRulesPage } from '../content/pages/redirects/redirect.ts'
import { staticPaths } from '../content/render-context.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => new Response(redirectRulesPage.read(context))
