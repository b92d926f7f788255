import type { APIRoute } from 'astro'
import { BROWSE_PATH } from '../content/pages/browse.ts'
import { llmsPage } from '../content/pages/fixed-pages.ts'
import { markdownPath } from '../content/types.ts'
import { sectionPath } from '../domain/sections/section.ts'
import { wordsOf } from '../words/words.ts'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export const GET: APIRoute = (context) => {
  const { site, siteUrl } = context.locals.page
  const { browse, forPrograms: words } = wordsOf(site.language)
  const { latest, sections } = llmsPage.read(context)
  const link = (title: string, path: string, text = '') =>
    `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${siteUrl}${path})${text === '' ? '' : `: ${oneLine(text)}`}`
  const stories = latest.map(({ title, slug, excerpt }) => link(title, markdownPath(slug), excerpt ?? ''))
  const lines = [
    `# ${site.siteName}`,
    '',
    `> ${site.texts.home_description}`,
    '',
    words.markdown,
    '',
    ...(stories.length > 0 ? [`## ${words.latest}`, '', ...stories, ''] : []),
    `## ${words.all}`,
    '',
    ...sections.map((section) => link(section.title, sectionPath(section), section.description)),
    link(browse.all, BROWSE_PATH),
    link(words.authors, '/authors'),
    '',
    `## ${words.feeds}`,
    '',
    link('RSS', '/rss.xml'),
    link('JSON Feed', '/rss.json'),
    link(words.siteMap, '/sitemap.xml'),
    '',
  ]
  return new Response(lines.join('\n'))
}
