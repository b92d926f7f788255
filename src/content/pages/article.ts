import type { RenderedBody } from '../../domain/body/render.ts'
import { bylineText } from '../../domain/story/credit.ts'
import { type StoryPalette, storyPalette } from '../../domain/story/story-palette.ts'
import { textOrder } from '../lists/authors.ts'
import { withLazy } from '../database/lazy.ts'
import { pageBody } from '../story/page-body.ts'
import { storyMarkdown } from '../story/story-markdown.ts'
import { type ArticleCard, type ArticleDetail, type Signature, articlePath } from '../types.ts'
import { storyHtml } from './feed.ts'
import { definePage, RANK, required } from './page-type.ts'

export interface ArticleView extends Omit<ArticleDetail, 'content'> {
  /** ISO times in the magazine's time zone, and whether it was changed on a day after its publication. */
  dates: { published: string; modified: string; isUpdated: boolean }
  /** Rendered when it is first used. */
  readonly body: RenderedBody
  /** Its writers with an author page. */
  signatures: Signature[]
  /** The tags that several stories share, by name; the card has all tags. */
  tags: { name: string; slug: string }[]
  /** The colours made of its own. Null: the magazine's colours. */
  palette: StoryPalette | null
  related: ArticleCard[]
  /** The stories of its category published last before and first after this one that are not among the related ones. */
  previous: ArticleCard | null
  next: ArticleCard | null
}

/** The page of a story. */
export const articlePage = definePage({
  route: '/article/[slug]',
  rank: RANK.first,
  *addressesOf(content, articleId) {
    const slug = content.slugOf(articleId)
    if (slug !== null) yield { slug }
  },
  view(content, { slug }, { site }): ArticleView {
    const article = required(content.article(slug), `article ${slug}`)
    const { id, publishedAt, modifiedAt } = article.card
    const calendar = content.calendar()
    const words = content.words()
    const language = content.storyLanguage()
    const related = content.related(id)
    const neighbours = content.neighbours(id, related)
    const beside = [neighbours.previous, neighbours.next].filter((card) => card !== null)
    const compare = textOrder(calendar.locale)
    const view = {
      ...article,
      dates: {
        published: calendar.isoTime(publishedAt),
        modified: calendar.isoTime(modifiedAt),
        isUpdated: calendar.dayOf(modifiedAt) > calendar.dayOf(publishedAt),
      },
      tags: content
        .tagsOf(id)
        .map(({ name, slug: tag }) => ({ name, slug: tag }))
        .sort((a, b) => compare(a.name, b.name)),
      palette: article.colour === null ? null : storyPalette(article.colour, site.theme),
      related,
      ...neighbours,
      signatures: content.signatures(id, [...related, ...beside]),
    }
    return withLazy(view, 'body', () =>
      pageBody(article.content, article.pictures, words, language, article.withdrawn),
    )
  },
  *redirects(content) {
    for (const { old_slug, article_id } of content.redirectRows()) {
      const slug = article_id === null ? null : content.slugOf(article_id)
      if (slug !== null) yield [articlePath(old_slug), articlePath(slug)]
    }
  },
})

/**
 * A story as Markdown, for programs that read it. Its old addresses have no redirects: hosts limit their number, and the
 * page of the story links to it.
 */
export const articleMarkdownPage = definePage({
  route: '/article/[slug].md',
  *addressesOf(content, articleId) {
    const slug = content.slugOf(articleId)
    if (slug !== null) yield { slug }
  },
  view(content, { slug }, { siteUrl, site }) {
    const article = required(content.article(slug), `article ${slug}`)
    const { card, credits, intro, contentKey, gallery, withdrawn, opening, facts } = article
    const { pictures, pictureRights } = article
    const { title, path, publishedAt } = card
    const day = content.calendar().format(publishedAt, 'longDate')
    const heading = {
      title,
      intro,
      byline: bylineText(credits, content.calendar().locale),
      day,
      url: siteUrl + path,
    }
    const { image } = card
    const view = { heading, image, contentKey, pictures, pictureRights, gallery, withdrawn, opening, facts }
    const written = content.storyLanguage()
    return withLazy(view, 'markdown', () =>
      storyMarkdown(heading, storyHtml(article, siteUrl, site.language, written)),
    )
  },
})
