import type { RenderedBody } from '../../domain/body/render.ts'
import { compareText } from '../authors.ts'
import { withDigest } from '../digest.ts'
import { RELATED_COUNT } from '../related/related-index.ts'
import { pageBody } from '../page-body.ts'
import type { ArticleCard } from '../types.ts'
import { type ArticleDetail, articlePath } from '../view-builder.ts'
import { definePage, required } from './page-type.ts'

export interface ArticleView extends Omit<ArticleDetail, 'content'> {
  /** Rendered when it is first used. */
  readonly body: RenderedBody
  /** Those that several stories have, by name; the card has all. */
  tags: { name: string; slug: string }[]
  related: ArticleCard[]
  /** The stories of its category published just before and just after this one. */
  previous: ArticleCard | null
  next: ArticleCard | null
}

/** The page of a story. */
export const articlePage = definePage({
  route: '/article/[slug]',
  addresses: ({ catalog }) => catalog.byDate.map(({ slug }) => ({ slug })),
  view(read, { slug }): ArticleView {
    const { content, ...detail } = read(`article ${slug}`, ({ catalog, views }) =>
      views.article(required(catalog.bySlug.get(slug), `article ${slug}`)),
    )
    const { id } = detail.card
    const neighbour = (name: string, step: 1 | -1) =>
      read(`${name} ${id}`, ({ catalog, tables, views }) => {
        const siblings = catalog.ofCategory.get(tables.articles.get(id)?.category_id ?? '') ?? []
        return views.cardOrNull(siblings[(catalog.place.get(id) ?? siblings.length) + step])
      })
    let body: RenderedBody | undefined
    return {
      ...detail,
      get body() {
        return (body ??= pageBody(content, detail.pictures))
      },
      tags: read(`tags of ${id}`, ({ catalog, tables }) => {
        const tagIds = tables.articles.get(id)?.tag_ids ?? []
        const tags = tagIds.flatMap((tagId) => catalog.ofTag.get(tagId)?.tag ?? [])
        tags.sort((a, b) => compareText(a.name, b.name))
        return withDigest(tags.map(({ name, slug }) => ({ name, slug })))
      }),
      related: read(`related to ${id}`, (snapshot) =>
        snapshot.views.cards(snapshot.related(id, RELATED_COUNT)),
      ),
      previous: neighbour('before', 1),
      next: neighbour('after', -1),
    }
  },
  // Oldest first, so that a new story changes the last file of the site map only.
  sitemap: ({ catalog }) =>
    catalog.byDate
      .map(({ slug, updated_at }) => ({ path: articlePath(slug), lastmod: updated_at }))
      .reverse(),
  *redirects({ tables }) {
    for (const { old_slug, article_id } of tables.slug_redirects.values()) {
      const article = tables.articles.get(article_id ?? '')
      if (article) yield [articlePath(old_slug), articlePath(article.slug)]
    }
  },
})
