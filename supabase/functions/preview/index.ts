import { isAutomatic } from '../../../src/domain/readers/crawler.ts'
import { serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'

type Row = Record<string, unknown>

/** What `open_preview` returns. */
interface Opened extends Row {
  story: { id?: string; slug: string; rows?: Record<string, Row[] | undefined> }
}

/**
 * The story of a preview, as the site's own script draws it where no publisher answers: `{ token }` in the body, so that no
 * log has it.
 */
servePost(async (request) => {
  const { token } = ((await request.json().catch(() => null)) ?? {}) as { token?: unknown }
  if (typeof token !== 'string') throw new HttpError(400, 'Send a token')
  const client = serviceClient()
  const { data, error } = await client.rpc('open_preview', {
    p_token: token,
    p_counts: !isAutomatic((name) => request.headers.get(name)),
  })
  if (error) throw error
  if (data === null) throw new HttpError(404, 'There is no preview at this address')
  const { story, ...opened } = data as Opened
  const row = story.rows?.articles?.find(({ id }) => id === story.id)
  if (row === undefined) return { ...opened, slug: story.slug, article: null }
  const { data: category } = await client
    .from('categories')
    .select('name, color')
    .eq('id', row.category_id)
    .maybeSingle()
  const author = story.rows?.profiles?.find(({ id }) => id === row.author_id) ?? null
  return { ...opened, slug: story.slug, article: { ...row, category, author } }
})
