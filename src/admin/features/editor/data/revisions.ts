import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type ArticleStatus, ARTICLE_STATUSES, articleType } from '../../../../domain/article.ts'
import { isObject } from '../../../../domain/body/json.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { parseRow, parseRows } from '../../../data/postgrest.ts'
import type { EditorForm, Field } from '../saving/form.ts'
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
  /** Columns that differ from the previous revision. */
  changed: z.array(z.string()),
  is_first: z.boolean(),
})
export type HistoryEntry = z.infer<typeof entrySchema>

/**
 * The revisions of an article, newest first. Without `every`, revisions that the same person replaced within minutes
 * are left out.
 */
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

const revisionSchema = z.object({ data: z.unknown() })

/** Further columns of a stored row; a malformed one never costs the text. */
const storedSchema = z.object({
  status: z.catch(z.enum(ARTICLE_STATUSES), 'draft'),
  content: z.unknown(),
  tag_ids: z.catch(z.array(idSchema), []),
})

/** A revision's text. `missing` are fields that did not exist when it was stored. */
export interface Revision {
  status: ArticleStatus
  content: unknown
  form: EditorForm
  missing: Field[]
}

/** Decodes the stored row of a revision. */
export function toRevision(stored: unknown): Revision {
  const row = isObject(stored) ? stored : {}
  const { status, content, tag_ids } = storedSchema.parse(row)
  const form = formOfRow(articleType.decodeColumns(row), tag_ids, editedHtml(content))
  const missing = articleType.names.filter((name) => !((name === 'html' ? 'content' : name) in row))
  return { status, content, form, missing }
}

/** One revision; it never changes. */
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
      return toRevision(data)
    },
    staleTime: Infinity,
  })
}
