import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema, articleType } from '../../../../domain/article.ts'
import { toEditorHtml } from '../../../../domain/body/to-editor-html.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { isObject } from '../../../../domain/body/json.ts'
import { selectOf, storedVersion } from '../../../../domain/content-type.ts'
import { type EditorForm, articlePatch } from '../saving/form.ts'
import { type Versions, SaveFailure } from '../saving/state.ts'
import {
  type ArticleRecord,
  type SavedArticle,
  type WorkingCopy,
  formOfRow,
} from '../saving/article-record.ts'
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

/** Decodes a working copy; missing fields take the value in `article`, the form of its article. */
export function toWorkingCopy(
  { data, ...row }: z.infer<typeof copySchema>,
  article: EditorForm,
): WorkingCopy {
  const stored = isObject(data) ? data : {}
  const read = (form: unknown) => articleType.decode(form, storedVersion(stored), article)
  return { ...row, form: read(stored.form), base: read(stored.base) }
}

const taggedSchema = z.extend(articleSchema, { article_tags: z.array(z.object({ tag_id: idSchema })) })

/** Whether a body is empty in any format. */
function isNothing(content: unknown): boolean {
  return content === null || (typeof content === 'object' && Object.keys(content).length === 0)
}

/** A stored body as editor HTML; null when it cannot be edited as text. */
export function editedHtml(content: unknown): string | null {
  const body = isNothing(content) ? { html: '' } : toEditorHtml(content)
  return body === null ? null : normalHtml(body.html)
}

/** Converts a row to what the editor holds. */
export function toStored(row: z.infer<typeof articleSchema>, tagIds: string[]): SavedArticle {
  const { id, version, status, published_at, created_at, updated_at, content } = row
  const form = formOfRow(row, tagIds, editedHtml(content))
  return { id, version, status, published_at, created_at, updated_at, content, form }
}

const COLUMNS = selectOf(taggedSchema)

/** One article with its tags and its working copy. Rejects with a SaveFailure, 'not-found' when there is none. */
export async function loadText(articleId: string, signal?: AbortSignal): Promise<ArticleRecord> {
  return loadWhere('id', articleId, signal)
}

/** The same by address; null when no article has it. */
export async function loadTextBySlug(slug: string): Promise<ArticleRecord | null> {
  try {
    return await loadWhere('slug', slug)
  } catch (error) {
    if (error instanceof SaveFailure && error.kind === 'not-found') return null
    throw error
  }
}

async function loadWhere(column: 'id' | 'slug', value: string, signal?: AbortSignal): Promise<ArticleRecord> {
  const aborts = signal ?? new AbortController().signal
  const { data, error, status } = await adminClient()
    .from('articles')
    .select(COLUMNS)
    .eq(column, value)
    .is('deleted_at', null)
    .abortSignal(aborts)
    .maybeSingle()
  if (error) {
    // A malformed id counts as "not found".
    if (error.code === '22P02') throw new SaveFailure('not-found', '', error)
    throw await saveFailure(error, status)
  }
  if (data === null) throw new SaveFailure('not-found', '')
  const { article_tags, ...row } = taggedSchema.parse(data)
  const tagIds = article_tags.map(({ tag_id }) => tag_id)
  const article = toStored(row, tagIds)
  return { article, workingCopy: row.status === 'published' ? await loadCopy(article, aborts) : null }
}

async function loadCopy({ id, form }: SavedArticle, signal: AbortSignal): Promise<WorkingCopy | null> {
  const { data, error, status } = await adminClient()
    .from('article_working_copies')
    .select('version, base_version, updated_at, updated_by, data')
    .eq('article_id', id)
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw await saveFailure(error, status)
  return data === null ? null : toWorkingCopy(copySchema.parse(data), form)
}

const versionsSchema = z.object({
  version: z.int(),
  article_working_copies: z.nullable(z.object({ version: z.int() })),
})

/** The versions of an article and its working copy; null when the article cannot be read. Rejects with a SaveFailure. */
export async function loadVersions(articleId: string): Promise<Versions | null> {
  const { data, error, status } = await adminClient()
    .from('articles')
    .select('version, article_working_copies(version)')
    .eq('id', articleId)
    .is('deleted_at', null)
    .maybeSingle()
  if (error) throw await saveFailure(error, status)
  if (data === null) return null
  const { version, article_working_copies } = versionsSchema.parse(data)
  return { version, copyVersion: article_working_copies?.version ?? null }
}
