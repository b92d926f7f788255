import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { serverClock } from '../../../../backend/server-clock.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { toBackendError } from '../../../../backend/errors.ts'
import { articleSchema, articleType } from '../../../../domain/story/article.ts'
import { publishDate } from '../../../../domain/story/article-state.ts'
import { storyParts } from '../../../../domain/body/story-parts.ts'
import { toEditorHtml } from '../../../../domain/body/html/to-editor-html.ts'
import { isObject } from '../../../../domain/body/json.ts'
import { selectOf, storedVersion } from '../../../../domain/rows/content-type.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import type { QueryResult } from '../../../data/requests/postgrest.ts'
import { describeError } from '../../../resources/describe-error.ts'
import { normalHtml } from '../../../writing/paste/normal-html.ts'
import {
  type ArticleRecord,
  type SavedArticle,
  type WorkingCopy,
  isCreated,
} from '../saving/article-record.ts'
import { type EditorForm, type FormBody, articlePatch, contentOf } from '../saving/form.ts'
import type { EditorServer } from '../saving/session.ts'
import { type FailureKind, type Versions, SaveFailure } from '../saving/state.ts'
import { sessionsEnded } from '../saving/tab-lock.ts'
import { type ArticleSave, saveArguments } from './planned-save.ts'

/** The data of a response. Rejects with a SaveFailure when there was an error. */
async function unwrap({ data, error, status }: QueryResult): Promise<unknown> {
  if (error === null) return data
  const cause = toBackendError(error, status)
  const { kind, code, constraint } = cause
  const failure = (failureKind: FailureKind, text = '') => new SaveFailure(failureKind, text, cause)
  switch (kind) {
    case 'network':
    case 'conflict':
    case 'not-found':
      throw failure(kind)
    case 'duplicate':
      // The only other unique key belongs to the working copy, which somebody else has just created.
      throw failure(constraint === 'articles_slug_key' ? 'slug-taken' : 'conflict')
    case 'denied':
      if (code !== '42501' || !(await isSignedIn())) throw failure('signed-out')
      throw failure('denied', 'You are not allowed to save this article.')
    default:
      throw failure('other', sentence(describeError(cause, { otherwise: '' })))
  }
}

/** With a full stop, which the server's messages lack. */
function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}

/** Whether a session exists; without one, requests are sent as anonymous. */
async function isSignedIn(): Promise<boolean> {
  const { data } = await adminClient().auth.getSession()
  return data.session !== null
}

const copySchema = z.object({
  version: z.int(),
  base_version: z.int(),
  updated_at: timestampSchema,
  updated_by: z.nullable(idSchema),
  data: z.unknown(),
})
const COPY_COLUMNS = selectOf(copySchema)

/** Decodes a working copy; missing fields take the value in `article`, the form of its article. */
export function toWorkingCopy(
  { data, ...row }: z.infer<typeof copySchema>,
  article: EditorForm,
): WorkingCopy {
  const stored = isObject(data) ? data : {}
  const read = (form: unknown) => articleType.decode(form, storedVersion(stored), article)
  return { ...row, form: read(stored.form), base: read(stored.base) }
}

/** Whether there is no stored body: null, or an object without keys. */
function hasNoBody(content: unknown): boolean {
  return content === null || (typeof content === 'object' && Object.keys(content).length === 0)
}

/** A stored body as the editor holds it. */
export function editedBody(content: unknown): FormBody {
  const body = hasNoBody(content) ? { html: '' } : toEditorHtml(content, serverClock.storyLanguage())
  return { html: body === null ? null : normalHtml(body.html), parts: storyParts(content) }
}

/** The article of a row and its tags. */
function toSavedArticle(row: z.infer<typeof articleSchema>, tag_ids: string[]): SavedArticle {
  const { id, version, status, hero, published_at, created_at, updated_at, content } = row
  const dated = { ...row, published_at: publishDate(row) }
  const form = articleType.formOf(dated, { ...editedBody(content), tag_ids })
  return { id, version, status, hero, published_at, created_at, updated_at, content, form }
}

/** Whether a stored working copy counts: one that a tab saved after the article was unpublished elsewhere does not. */
function mayHaveWorkingCopy({ status }: Pick<SavedArticle, 'status'>): boolean {
  return status === 'published'
}

const recordSchema = z.extend(articleSchema, {
  article_tags: z.array(z.object({ tag_id: idSchema })),
  article_working_copies: z.nullable(copySchema),
})
const RECORD_COLUMNS = `${articleType.select},article_tags(tag_id),article_working_copies(${COPY_COLUMNS})`

/** One article with its tags and its working copy; null when there is none. */
async function findText(
  column: 'id' | 'slug',
  value: string,
  signal = new AbortController().signal,
): Promise<ArticleRecord | null> {
  const answer = await adminClient()
    .from('articles')
    .select(RECORD_COLUMNS)
    .eq(column, value)
    .is('deleted_at', null)
    .abortSignal(signal)
    .maybeSingle()
  // A malformed id counts as "not found".
  const data = answer.error?.code === '22P02' ? null : await unwrap(answer)
  if (data === null) return null
  const { article_tags, article_working_copies: copy, ...row } = recordSchema.parse(data)
  const tagIds = article_tags.map(({ tag_id }) => tag_id)
  const article = toSavedArticle(row, tagIds)
  return {
    article,
    workingCopy: copy && mayHaveWorkingCopy(row) ? toWorkingCopy(copy, article.form) : null,
  }
}

async function loadText(articleId: string, signal?: AbortSignal): Promise<ArticleRecord> {
  const found = await findText('id', articleId, signal)
  if (found === null) throw new SaveFailure('not-found', '')
  return found
}

function openedTextQuery(articleId: string) {
  return queryOptions({
    queryKey: ['editor', 'text', articleId],
    queryFn: async ({ signal }) => {
      await sessionsEnded()
      return loadText(articleId, signal)
    },
    retry: (failures, error) => failures < 3 && error instanceof SaveFailure && error.kind === 'network',
  })
}

/**
 * The text to open, after this page's pending saves; null when there is none. Never from the cache, except for an article
 * that has just been created. Rejects with a SaveFailure.
 */
export async function loadOpenedText(client: QueryClient, articleId: string): Promise<ArticleRecord | null> {
  const query = openedTextQuery(articleId)
  try {
    return await client.ensureQueryData(query)
  } catch (error) {
    if (error instanceof SaveFailure && error.kind === 'not-found') return null
    throw error
  } finally {
    client.removeQueries(query)
  }
}

/** Caches an article that the open editor has created, so that the change of its address loads nothing. */
export function keepCreatedText(client: QueryClient, article: SavedArticle): void {
  client.setQueryData(openedTextQuery(article.id).queryKey, { article, workingCopy: null })
}

const versionsSchema = z.extend(z.pick(articleSchema, { version: true, status: true }), {
  article_working_copies: z.nullable(z.object({ version: z.int() })),
})

/** The versions of an article and its working copy; null when the article cannot be read. Rejects with a SaveFailure. */
export async function loadVersions(articleId: string): Promise<Versions | null> {
  const answer = await adminClient()
    .from('articles')
    .select('version, status, article_working_copies(version)')
    .eq('id', articleId)
    .is('deleted_at', null)
    .maybeSingle()
  const article = z.nullable(versionsSchema).parse(await unwrap(answer))
  if (article === null) return null
  const copy = mayHaveWorkingCopy(article) ? article.article_working_copies : null
  return { version: article.version, copyVersion: copy?.version ?? null }
}

/** The editor's requests to Supabase; each rejects with a SaveFailure. */
export const editorServer: EditorServer = {
  create: (article, tags) => saveArticle({ id: null, version: null, article, tags, copyVersion: null }),

  update: saveArticle,

  saveCopy: async ({ id, version, baseVersion, base, form }) => {
    // The database keeps the patch in the history when the copy is discarded.
    const patch = { ...articlePatch(form, base, 'published'), tag_ids: form.tag_ids }
    const row = { data: { v: articleType.version, form, base, patch }, base_version: baseVersion }
    const table = adminClient().from('article_working_copies')
    const write =
      version === null
        ? table.insert({ article_id: id, ...row })
        : table.update(row).eq('article_id', id).eq('version', version)
    const [copy] = z.array(copySchema).parse(await unwrap(await write.select(COPY_COLUMNS)))
    if (copy === undefined) throw new SaveFailure('conflict', '')
    return toWorkingCopy(copy, form)
  },

  dropCopy: async (articleId, version) => {
    const copies = adminClient().from('article_working_copies').delete()
    const dropped = await copies.eq('article_id', articleId).eq('version', version).select('version')
    if (z.array(z.unknown()).parse(await unwrap(dropped)).length === 0) throw new SaveFailure('conflict', '')
  },

  load: (articleId) => loadText(articleId),

  findCreated: async (sent) => {
    const found = await findText('slug', sent.slug)
    const body = editedBody(contentOf(sent) ?? null)
    return found && isCreated(found.article, { ...sent, ...body }) ? found : null
  },
}

async function saveArticle(save: ArticleSave): Promise<SavedArticle> {
  const answer = await adminClient().rpc('save_article', saveArguments(save))
  return toSavedArticle(articleSchema.parse(await unwrap(answer)), save.tags)
}
