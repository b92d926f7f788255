import type { SupabaseClient } from '@supabase/supabase-js'
import { MEDIA_BUCKET } from '../../src/domain/media-address.ts'
import { WRITERS } from './people.ts'
import { emptyOutbox, expectData, insertMissing, serviceClient } from './service.ts'
import { readStories } from './stories.ts'
import { type SyntheticArticle, type SyntheticReferences, syntheticArticles } from './synthetic.ts'
import { createSentenceGenerator } from './synthetic-text.ts'

export interface SyntheticOptions {
  supabaseUrl: string
  secretKey: string
  /** Total number of synthetic stories wanted. */
  count: number
  /** Marks the changes as published: only when no publisher runs and the next build is a full one. */
  emptyOutbox: boolean
  onProgress: (line: string) => void
}

const BATCH = 250

/** Adds the missing synthetic stories to the demo content. Throws without demo content. */
export async function seedSynthetic(options: SyntheticOptions): Promise<void> {
  const { supabaseUrl, secretKey, count, onProgress } = options
  const service = serviceClient(supabaseUrl, secretKey)
  const references = await readReferences(service)
  const stories = await readStories()
  const sentences = createSentenceGenerator(stories.filter(isProse).map(({ body }) => body))
  const taken = stories.map(({ slug }) => slug)

  let batch: SyntheticArticle[] = []
  let written = 0
  const write = async (): Promise<void> => {
    await insertMissing(
      service,
      'articles',
      batch.map(({ article }) => article),
    )
    const links = batch.flatMap(({ article, tags }) =>
      tags.map((tag_id) => ({ article_id: article.id, tag_id })),
    )
    await insertMissing(service, 'article_tags', links, 'article_id,tag_id')
    written += batch.length
    batch = []
    if (written % 1000 === 0 || written === count) onProgress(`Synthetic stories: ${written} of ${count}`)
  }
  for (const article of syntheticArticles(count, sentences, references, taken, new Date())) {
    batch.push(article)
    if (batch.length === BATCH) await write()
  }
  if (batch.length > 0) await write()
  if (options.emptyOutbox) await emptyOutbox(service)
}

function isProse({ format }: { format: string }): boolean {
  return format !== 'interactive' && format !== 'mixed-media'
}

async function readReferences(service: SupabaseClient): Promise<SyntheticReferences> {
  const ids = async (table: string): Promise<string[]> =>
    expectData(
      `Reading ${table}`,
      await service.from(table).select('id').order('name').returns<{ id: string }[]>(),
    ).map(({ id }) => id)
  const emails = WRITERS.map(({ email }) => email)
  const authors = expectData(
    'Reading profiles',
    await service
      .from('profiles')
      .select('id')
      .in('email', emails)
      .order('email')
      .returns<{ id: string }[]>(),
  )
  const pictures = expectData(
    'Reading media',
    await service
      .from('media')
      .select('storage_path')
      .gte('width', 800)
      .order('filename')
      .returns<{ storage_path: string }[]>(),
  )
  const bucket = service.storage.from(MEDIA_BUCKET)
  const references = {
    categories: await ids('categories'),
    tags: await ids('tags'),
    authors: authors.map(({ id }) => id),
    pictures: pictures.map(({ storage_path }) => bucket.getPublicUrl(storage_path).data.publicUrl),
  }
  if (Object.values(references).some((values) => values.length === 0)) {
    throw new Error('Synthetic stories need the demo content, and this database holds other content')
  }
  return references
}
