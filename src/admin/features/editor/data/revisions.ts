import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { ARTICLE_STATUSES, articleSchema, type ArticleStatus } from '../../../../domain/article.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'
import type { EditorForm } from '../saving/editor-form.ts'
import { formOfRow } from '../saving/article-record.ts'
import { editedHtml } from './article-text.ts'
import { editorKeys } from './keys.ts'

const PAGE_SIZE = 50

const entrySchema = z.object({
  id: z.int(),
  /** 'working-copy': unpublished changes that were discarded. */
  kind: z.enum(['saved', 'working-copy']),
  created_at: timestampSchema,
  created_by: z.nullable(idSchema),
  author_name: z.nullable(z.string()),
  status: z.enum(ARTICLE_STATUSES),
  /** The columns that differ from the entry before. */
  changed: z.array(z.string()),
  is_first: z.boolean(),
})
export type HistoryEntry = z.infer<typeof entrySchema>

/** The history of an article, the newest first; `every` also what a person saved minutes before saving again. */
export function historyQuery(articleId: string, every: boolean) {
  return infiniteQueryOptions({
    queryKey: editorKeys.revisionList(articleId, every),
    queryFn: async ({ pageParam, signal }) =>
      parseRows(
        entrySchema,
        await adminClient()
          .rpc('list_article_revisions', { p_article: articleId, p_every: every, p_before: pageParam })
          .abortSignal(signal),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
  })
}

const revisionSchema = z.object({
  data: z.extend(
    z.omit(articleSchema, { id: true, hero: true, version: true, created_at: true, updated_at: true }),
    // Texts that were kept before tags were.
    { tag_ids: z.optional(z.array(idSchema)) },
  ),
})

/** An older text of an article. `tag_ids` of the form are those of `knowsTags`, else empty. */
export interface Revision {
  status: ArticleStatus
  content: unknown
  form: EditorForm
  knowsTags: boolean
}

/** One version whole; it never changes. */
export function revisionQuery(id: number) {
  return queryOptions({
    queryKey: editorKeys.revision(id),
    queryFn: async ({ signal }): Promise<Revision> => {
      const { data } = parseRow(
        revisionSchema,
        await adminClient()
          .from('article_revisions')
          .select('data')
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      )
      const { status, content, tag_ids } = data
      const form = formOfRow(data, tag_ids ?? [], editedHtml(content))
      return { status, content, form, knowsTags: tag_ids !== undefined }
    },
    staleTime: Infinity,
  })
}
