import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema } from '../../../../domain/story/article.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { UNKNOWN_AUTHOR } from '../../../story/fallback-names.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { tagSchema } from '../../../../domain/sections/tag.ts'
import { useAuthorName } from '../../../data/people/author-name.ts'
import { fetchIds, pagedQuery } from '../../../data/requests/paged-query.ts'
import { rowQuery } from '../../../data/requests/queries.ts'
import { dayStart } from '../../../ui/dates/local-date-time.ts'
import type { ArticlesQuery } from '../articles-search.ts'

/** Null for those who may not read profiles; their lists take the names of `get_author_names`. */
const authorSchema = z.nullable(
  z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) }),
)

const listedSchema = z.pick(articleSchema, {
  id: true,
  title: true,
  slug: true,
  status: true,
  featured: true,
  hero: true,
  featured_image: true,
  category_id: true,
  author_id: true,
  published_at: true,
  publish_at: true,
  updated_at: true,
})

const articleRowSchema = z.extend(listedSchema, {
  deleted_at: z.nullable(timestampSchema),
  category: z.nullable(z.object({ name: z.string(), color: z.string() })),
  author: authorSchema,
  /** Unpublished edits to a published article. */
  working_copy: z.nullable(z.object({ version: z.int() })),
})
export type ArticleRow = z.infer<typeof articleRowSchema>

const COLUMNS: string = `${selectOf(listedSchema)}, deleted_at, category:categories(name, color), author:profiles!articles_author_id_fkey(full_name, email),
  working_copy:article_working_copies(version)`

export function articleListQuery(query: ArticlesQuery) {
  return pagedQuery({
    entity: 'articles',
    query,
    schema: articleRowSchema,
    pageSize: 20,
    searched: 'articles',
    nullsLast: query.sort === 'published_at',
    request: () => filteredArticles(query),
  })
}

/** PostgreSQL reads it as the time on its clock, by which an article is out. */
const SERVER_NOW = 'now'

/** The ids of the articles that the search and the filters find, as fetchIds says. */
export const fetchArticleIds = (query: ArticlesQuery) =>
  fetchIds({
    query,
    searched: 'articles',
    nullsLast: query.sort === 'published_at',
    request: () => filteredArticles(query, 'id'),
  })

function filteredArticles(
  { status, category, author, tag, featured, hero, on, from, to }: ArticlesQuery,
  ofArticle = COLUMNS,
) {
  const columns = tag === undefined ? ofArticle : `${ofArticle}, tagged:article_tags!inner(tag_id)`
  let rows = adminClient().from('articles').select(columns, { count: 'exact' })
  rows = status === 'trash' ? rows.not('deleted_at', 'is', null) : rows.is('deleted_at', null)
  if (status === 'scheduled') rows = rows.eq('status', 'published').gt('published_at', SERVER_NOW)
  else if (status !== 'all' && status !== 'trash') rows = rows.eq('status', status)
  if (status === 'published') rows = rows.lte('published_at', SERVER_NOW)
  if (category !== undefined) rows = rows.eq('category_id', category)
  if (author !== undefined) rows = rows.eq('author_id', author)
  if (tag !== undefined) rows = rows.eq('tagged.tag_id', tag)
  if (featured !== undefined) rows = rows.eq('featured', featured)
  if (hero !== undefined) rows = rows.eq('hero', hero)
  if (from !== undefined) rows = rows.gte(on, dayStart(from))
  if (to !== undefined) rows = rows.lt(on, dayStart(to, 1))
  return rows
}

export function hasUnpublishedChanges({
  status,
  working_copy,
}: Pick<ArticleRow, 'status' | 'working_copy'>): boolean {
  return status === 'published' && working_copy !== null
}

/** Returns the author of an article: the name, else the e-mail address where it may be read. */
export function useByline(): (row: Pick<ArticleRow, 'author_id' | 'author'>) => string {
  const authorName = useAuthorName()
  return ({ author_id, author }) =>
    author?.full_name || authorName(author_id) || author?.email || UNKNOWN_AUTHOR
}

const tagLinkSchema = z.object({ tag: z.nullable(z.pick(tagSchema, { id: true, name: true })) })

const viewedSchema = z.extend(articleSchema, {
  id: idSchema,
  deleted_at: z.nullable(timestampSchema),
  category: articleRowSchema.shape.category,
  author: articleRowSchema.shape.author,
  working_copy: articleRowSchema.shape.working_copy,
  article_tags: z.array(tagLinkSchema),
})
export type ViewedArticle = z.infer<typeof viewedSchema>

/** One article with its names and tags. Fails with a BackendError of kind 'not-found' when there is none to see. */
export function articleQuery(id: string) {
  return rowQuery(['articles', 'one', id], viewedSchema, () =>
    adminClient()
      .from('articles')
      .select(
        `*, category:categories(name, color), author:profiles!articles_author_id_fkey(full_name, email),
        working_copy:article_working_copies(version), article_tags(tag:tags(id, name))`,
      )
      .eq('id', id),
  )
}
