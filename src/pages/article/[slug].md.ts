import type { APIRoute } from 'astro'
import { articleMarkdownPage } from '../../content/pages/article.ts'
import { staticPaths } from '../../content/render-context.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) =>
  new Response(articleMarkdownPage.read(context).markdown, {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  })
