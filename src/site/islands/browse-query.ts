import * as z from 'zod/mini'
import { publicClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { orIlike } from '../../domain/query.ts'
import { PAGE_SIZE } from '../pagination.ts'

/** What the address of the list of all articles asks for. `page` counts from 1. */
export interface BrowseQuestion {
  search: string
  category: string
  page: number
}

const resultSchema = z.object({
  id: z.string(),
  title: z.string(),
  title_emphasis: z.nullable(z.string()),
  slug: z.string(),
  excerpt: z.nullable(z.string()),
  featured_image: z.nullable(z.string()),
  read_time: z.nullable(z.number()),
  category: z.nullable(z.object({ name: z.string(), color: z.string() })),
})
export type BrowseResult = z.infer<typeof resultSchema>

const COLUMNS = 'id,title,title_emphasis,slug,excerpt,featured_image,read_time'

/** The question in the address, null when it asks for nothing but the list as it is. */
export function questionOf(query: URLSearchParams): BrowseQuestion | null {
  const search = (query.get('search') ?? '').trim()
  const category = query.get('category') ?? ''
  const page = Math.max(1, Math.floor(Number(query.get('page')) || 1))
  return search === '' && category === '' && page === 1 ? null : { search, category, page }
}

/** The address that asks this question. */
export function addressOf({ search, category, page }: BrowseQuestion): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  if (category !== '') query.set('category', category)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/browse' : `/browse?${query}`
}

/** One page of the published articles that match, newest first, and how many match. Throws a BackendError. */
export async function browse({
  search,
  category,
  page,
}: BrowseQuestion): Promise<{ results: BrowseResult[]; total: number }> {
  const join = category === '' ? 'category:categories(name,color)' : 'category:categories!inner(name,color)'
  let request = publicClient(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__)
    .from('articles')
    .select(`${COLUMNS},${join}`, { count: 'exact' })
    .eq('status', 'published')
  if (search !== '') request = request.or(orIlike(['title', 'excerpt'], search))
  if (category !== '') request = request.eq('category.name', category)
  const { data, error, count, status } = await request
    .order('published_at', { ascending: false })
    .order('id')
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1)
  // A page behind the last one: PostgREST calls the range not satisfiable.
  if (status === 416) return { results: [], total: 0 }
  if (error) throw toBackendError(error, status)
  return { results: z.array(resultSchema).parse(data), total: count ?? 0 }
}
