import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema, articleType } from '../../../../domain/article.ts'
import { toEditorHtml } from '../../../../domain/body/to-editor-html.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { isObject, selectOf, storedVersion } from '../../../../domain/content-type.ts'
import { articlePatch } from '../saving/editor-form.ts'
import type { EditorForm } from '../saving/editor-form.ts'
import { SaveFailure } from '../saving/save-failure.ts'
import type { ServerText, StoredArticle, WorkingCopy } from '../saving/texts.ts'
import { formOfRow } from '../saving/texts.ts'
import { normalHtml } from '../../../writing/normal-html.ts'
import { saveFailure } from './failure.ts'

export const copySchema = z.object({
  version: z.int(),
  base_version: z.int(),
  updated_at: timestampSchema,
  updated_by: z.nullable(idSchema),
  data: z.unknown(),
})

/** The stored text of a working copy. The database keeps the patch in the history when the copy is discarded. */
export function copyData(form: EditorForm, base: EditorForm) {
  const patch = { ...articlePatch(form, base, null), tag_ids: form.tag_ids }
  return { v: articleType.version, form, base, patch }
}

/** A stored working copy; what it does not hold is as in `article`, the form of its article. */
export function toWorkingCopy(
  { data, ...row }: z.infer<typeof copySchema>,
  article: EditorForm,
): WorkingCopy {
  const stored = isObject(data) ? data : {}
  const read = (form: unknown) => articleType.decode(form, storedVersion(stored), article)
  return { ...row, form: read(stored.form), base: read(stored.base) }
}

const taggedSchema = z.extend(articleSchema, { article_tags: z.array(z.object({ tag_id: idSchema })) })

/** A body that was never written, in whatever form. */
function isNothing(content: unknown): boolean {
  return content === null || (typeof content === 'object' && Object.keys(content).length === 0)
}

/** A stored body as the editor itself would write it; null when it cannot be edited as text. */
export function editedHtml(content: unknown): string | null {
  const body = isNothing(content) ? { html: '' } : toEditorHtml(content)
  return body === null ? null : normalHtml(body.html)
}

/** An article's row as the editor holds it: the body as the editor itself would write it. */
export function toStored(row: z.infer<typeof articleSchema>, tagIds: string[]): StoredArticle {
  const { id, version, status, published_at, created_at, updated_at, content } = row
  const form = formOfRow(row, tagIds, editedHtml(content))
  return { id, version, status, published_at, created_at, updated_at, content, form }
}

const COLUMNS = selectOf(taggedSchema)

/** One article with its tags and its working copy. Rejects with a SaveFailure, 'not-found' when there is none. */
export async function loadText(articleId: string, signal?: AbortSignal): Promise<ServerText> {
  return loadWhere('id', articleId, signal)
}

/** The same by address; null when no article has it. */
export async function loadTextBySlug(slug: string): Promise<ServerText | null> {
  try {
    return await loadWhere('slug', slug)
  } catch (error) {
    if (error instanceof SaveFailure && error.kind === 'not-found') return null
    throw error
  }
}

async function loadWhere(column: 'id' | 'slug', value: string, signal?: AbortSignal): Promise<ServerText> {
  const aborts = signal ?? new AbortController().signal
  const { data, error, status } = await adminClient()
    .from('articles')
    .select(COLUMNS)
    .eq(column, value)
    .is('deleted_at', null)
    .abortSignal(aborts)
    .maybeSingle()
  if (error) {
    // An id that is no id of ours is an article that is not there.
    if (error.code === '22P02') throw new SaveFailure('not-found', '', error)
    throw await saveFailure(error, status)
  }
  if (data === null) throw new SaveFailure('not-found', '')
  const { article_tags, ...row } = taggedSchema.parse(data)
  const tagIds = article_tags.map(({ tag_id }) => tag_id)
  const article = toStored(row, tagIds)
  return { article, workingCopy: row.status === 'published' ? await loadCopy(article, aborts) : null }
}

async function loadCopy({ id, form }: StoredArticle, signal: AbortSignal): Promise<WorkingCopy | null> {
  const { data, error, status } = await adminClient()
    .from('article_working_copies')
    .select('version, base_version, updated_at, updated_by, data')
    .eq('article_id', id)
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw await saveFailure(error, status)
  return data === null ? null : toWorkingCopy(copySchema.parse(data), form)
}
