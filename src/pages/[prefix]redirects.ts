import type { APIRoute } from 'astro'
import { redirectRulesPage, staticPaths } from '../content/pages/registry.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => new Response(redirectRulesPage.read(context))
