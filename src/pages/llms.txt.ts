import type { APIRoute } from 'astro'
import { BROWSE } from '../content/pages/browse.ts'
import { sectionPath } from '../domain/section.ts'
import { SECTIONS } from '../magazine/sections.ts'
import { HOME } from '../magazine/texts.ts'

export const GET: APIRoute = ({ locals: { page } }) => {
  const { site, siteUrl } = page
  const link = (title: string, path: string, text = '') =>
    `- [${title}](${siteUrl}${path})${text === '' ? '' : `: ${text}`}`
  const lines = [
    `# ${site.siteName}`,
    '',
    `> ${HOME.description(site.siteName)}`,
    '',
    'Each story is there as Markdown, too: at the address of its page with the ending .md.',
    '',
    '## Stories',
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
