import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import type { Stack } from '../../../supabase/local/stack.ts'
import { sectionRows } from '../../../supabase/seed/categories.ts'

export interface SmallMagazine {
  /** A client with the secret key. */
  service: SupabaseClient
  categories: { id: string; name: string }[]
  authors: { id: string; full_name: string }[]
  pictures: string[]
}

/** Their names and sections. */
const CATEGORIES = [
  ['Interior Design', ['living-spaces']],
  ['Wellness Design', ['wellness-lifestyle']],
  ['Design Journal', ['design-journal']],
  ['Entertaining Style', ['entertainment-hosting', 'guides-tips']],
  ['Furniture Guide', ['guides-tips']],
] as const
const AUTHORS = ['Ines Abril', 'Wren Okafor', 'Lasse Berg']

/** Fills an empty stack with the sections of the demo content, a few categories, authors, pictures and `count` published stories. */
export async function fillSmallMagazine(
  stack: Pick<Stack, 'url' | 'secretKey'>,
  count: number,
): Promise<SmallMagazine> {
  const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
  await insert(service, 'sections', sectionRows())
  const categories = await insert<{ id: string; name: string }>(
    service,
    'categories',
    CATEGORIES.map(([name, sections]) => ({ name, slug: slug(name), color: '#1d5548', sections })),
  )
  const authors: SmallMagazine['authors'] = []
  for (const full_name of AUTHORS) {
    const { data, error } = await service.auth.admin.createUser({
      email: `${slug(full_name)}@mantel.example`,
      password: 'love-where-you-live',
      email_confirm: true,
      user_metadata: { full_name },
    })
    if (error || !data.user) throw new Error(error?.message ?? 'no user')
    await must(service.from('profiles').update({ role: 'contributor' }).eq('id', data.user.id))
    authors.push({ id: data.user.id, full_name })
  }
  await insert(
    service,
    'author_profiles',
    authors.map((author) => ({
      name: author.full_name,
      profile_id: author.id,
      slug: slug(author.full_name),
    })),
  )
  const pictures: string[] = []
  for (const [index, background] of ['#d9982b', '#1d5548', '#a5432a'].entries())
    pictures.push(await addPicture(stack.url, service, `picture-${index}`, background))
  const image_url = await addPicture(stack.url, service, 'portrait', '#24405c')
  await must(service.from('author_profiles').update({ image_url }).eq('profile_id', authors[0]?.id))
  const magazine = { service, categories, authors, pictures }
  await insert(
    service,
    'articles',
    Array.from({ length: count }, (_, index) => story(magazine, index)),
  )
  return magazine
}

/** Puts a picture of plain colour into the library. Returns its URL. */
async function addPicture(
  supabaseUrl: string,
  service: SupabaseClient,
  name: string,
  background: string,
): Promise<string> {
  const storage_path = `demo/${name}.webp`
  const file = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .webp()
    .toBuffer()
  await must(service.storage.from('media').upload(storage_path, file, { contentType: 'image/webp' }))
  await insert(service, 'media', [
    {
      filename: `${name}.webp`,
      original_filename: `${name}.webp`,
      mime_type: 'image/webp',
      size_bytes: file.length,
      storage_path,
      alt_text: `A plain field of colour, ${name}`,
      width: 900,
      height: 600,
    },
  ])
  return `${supabaseUrl}/storage/v1/object/public/media/${storage_path}`
}

/** A published story with values derived from `index`. */
export function story(magazine: SmallMagazine, index: number): Record<string, unknown> {
  const { categories, authors, pictures } = magazine
  return {
    title: `A room with ${index} windows`,
    slug: `a-room-with-${index}-windows`,
    excerpt: `On light, and the ${index} ways it enters.`,
    content: { html: `<h2>Window ${index}</h2><p>The light came in at ${index} past nine.</p>` },
    status: 'published',
    featured: index % 4 === 0,
    featured_image: pictures[index % pictures.length],
    read_time: 3 + (index % 7),
    category_id: categories[index % categories.length]?.id,
    author_id: authors[index % authors.length]?.id,
    published_at: new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString(),
  }
}

async function insert<T>(service: SupabaseClient, table: string, rows: object[]): Promise<T[]> {
  const { data, error } = await service.from(table).insert(rows).select()
  if (error) throw new Error(`${table}: ${error.message}`)
  return data as T[]
}

/** Throws when the response has an error. */
export async function must(call: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await call
  if (error) throw new Error(error.message)
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
