import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type ArticleStatus, ARTICLE_STATUSES, articleType } from '../../../../domain/story/article.ts'
import { isObject } from '../../../../domain/body/json.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { parsePart } from '../../../data/requests/postgrest.ts'
import { optionalRowQuery, rowQuery } from '../../../data/requests/queries.ts'
import { type EditorForm, type Field, isBodyField } from '../saving/form.ts'
import { editedBody } from './article-text.ts'

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

const placeSchema = z.pick(entrySchema, { id: true })

export const HISTORY_KEY = ['article_revisions', 'history'] as const

/** Revisions of an article, newest first. Without `every`, revisions that the same person replaced within minutes are left out. */
export function historyQuery(articleId: string, every: boolean) {
  return infiniteQueryOptions({
    queryKey: [...HISTORY_KEY, articleId, every],
    queryFn: async ({ pageParam, signal }) =>
      parsePart(
        entrySchema,
        await adminClient()
          .rpc('list_article_revisions', { p_article: articleId, p_every: every, p_before: pageParam })
          .abortSignal(signal),
        PAGE_SIZE,
        (last) => placeSchema.parse(last).id,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** The profile that wrote the newest revision of an article. */
export function lastRevisionByQuery(articleId: string, version: number) {
  return optionalRowQuery(
    ['article_revisions', 'last-by', articleId, version],
    z.pick(entrySchema, { created_by: true }),
    () =>
      adminClient()
        .from('article_revisions')
        .select('created_by')
        .eq('article_id', articleId)
        .eq('kind', 'saved')
        .order('id', { ascending: false })
        .limit(1),
  )
}

/** Further columns of a stored row; a malformed one gets a default, so that the text can still be read. */
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

const revisionSchema = z.pipe(
  z.object({ data: z.unknown() }),
  z.transform(({ data }): Revision => {
    const row = isObject(data) ? data : {}
    const { status, content, tag_ids } = storedSchema.parse(row)
    const dated = { ...row, published_at: row.published_at ?? row.publish_at }
    const form = articleType.formOf(articleType.decodeColumns(dated), { ...editedBody(content), tag_ids })
    const missing = articleType.names.filter((name) => !((isBodyField(name) ? 'content' : name) in row))
    return { status, content, form, missing }
  }),
)

/** One revision; it never changes. */
export function revisionQuery(id: number) {
  return rowQuery(
    ['article_revisions', 'text', id],
    revisionSchema,
    () => adminClient().from('article_revisions').select('data').eq('id', id),
    { staleTime: Infinity },
  )
}
