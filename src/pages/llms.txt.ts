import type { APIRoute } from 'astro'
import { BROWSE } from '../content/pages/browse.ts'
import { llmsPage } from '../content/pages/fixed-pages.ts'
import { markdownPath } from '../content/types.ts'
import { sectionPath } from '../domain/sections/section.ts'
import { SECTIONS } from '../magazine/sections.ts'
import { HOME } from '../magazine/texts.ts'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export const GET: APIRoute = (context) => {
  const { site, siteUrl } = context.locals.page
  const { latest } = llmsPage.read(context)
  const link = (title: string, path: string, text = '') =>
    `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${siteUrl}${path})${text === '' ? '' : `: ${oneLine(text)}`}`
  const lines = [
    `# ${site.siteName}`,
    '',
    `> ${HOME.description(site.siteName)}`,
    '',
    'Each story is there as Markdown, too: at the address of its page with the ending .md.',
    '',
    '## Latest Stories',
    '',
    ...latest.map(({ title, slug, excerpt }) => link(title, markdownPath(slug), excerpt ?? '')),
    '',
    '## All Stories',
    '',
    ...SECTIONS.map((section) => link(section.title, sectionPath(section), section.description)),
    link(BROWSE.title, BROWSE.path),
    link('Authors', '/authors'),
    '',
    '## Feeds',
    '',
    link('RSS', '/rss.xml'),
    link('JSON Feed', '/rss.json'),
    link('Site map', '/sitemap.xml'),
    '',
  ]
  return new Response(lines.join('\n'))
}
