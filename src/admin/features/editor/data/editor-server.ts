import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema } from '../../../../domain/article.ts'
import type { ArticlePatch } from '../saving/form.ts'
import { SaveFailure } from '../saving/state.ts'
import { type SavedArticle, isCreated } from '../saving/article-record.ts'
import type { EditorServer } from '../saving/session.ts'
import {
  copyData,
  copySchema,
  editedHtml,
  loadText,
  loadTextBySlug,
  toStored,
  toWorkingCopy,
} from './article-text.ts'
import { saveFailure } from './failure.ts'

/** The editor's requests to Supabase; each rejects with a SaveFailure. */
export const editorServer: EditorServer = {
  create: (article, tags) => saveArticle(null, null, article, tags, null),

  update: ({ id, version, article, tags, copyVersion }) =>
    saveArticle(id, version, article, tags, copyVersion),

  saveCopy: async ({ id, version, baseVersion, base, form }) => {
    const row = { data: copyData(form, base), base_version: baseVersion }
    const table = adminClient().from('article_working_copies')
    const write =
      version === null
        ? table.insert({ article_id: id, ...row })
        : table.update(row).eq('article_id', id).eq('version', version)
    const { data, error, status } = await write.select('version, base_version, updated_at, updated_by, data')
    if (error) throw await saveFailure(error, status)
    const [copy] = data
    if (copy === undefined) throw new SaveFailure('conflict', '')
    return toWorkingCopy(copySchema.parse(copy), form)
  },

  dropCopy: async (articleId, version) => {
    const { data, error, status } = await adminClient()
      .from('article_working_copies')
      .delete()
      .eq('article_id', articleId)
      .eq('version', version)
      .select('version')
    if (error) throw await saveFailure(error, status)
    if (data.length === 0) throw new SaveFailure('conflict', '')
  },

  load: (articleId) => loadText(articleId),

  findCreated: async (sent) => {
    const found = await loadTextBySlug(sent.slug)
    const html = editedHtml({ html: sent.html ?? '' })
    return found && isCreated(found.article, { ...sent, html }) ? found : null
  },
}

async function saveArticle(
  id: string | null,
  version: number | null,
  article: ArticlePatch,
  tags: string[],
  copyVersion: number | null,
): Promise<SavedArticle> {
  const { data, error, status } = await adminClient().rpc('save_article', {
    p_id: id,
    p_version: version,
    p_article: { ...article },
    p_tags: tags,
    p_copy_version: copyVersion,
  })
  if (error) throw await saveFailure(error, status)
  return toStored(articleSchema.parse(data), tags)
}
