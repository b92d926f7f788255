import { expect } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Fact } from '../../../src/domain/story/fact.ts'
import type { Opening } from '../../../src/domain/story/opening.ts'
import { secretClient } from './backend.ts'

export interface StoryRow {
  slug: string
  title: string
  category?: string
  tags?: string[]
  content?: unknown
  featured_image?: unknown
  opening?: Opening
  facts?: Fact[]
  /** ISO time; long ago when left out, so that the demo content stays in front. */
  published_at?: string
}

/** Puts published stories into the database and waits until readers have them, in lists and all. */
export async function publishStories(stories: readonly StoryRow[]): Promise<void> {
  const service = await secretClient()
  const { data: categories } = await service.from('categories').select('id, name')
  const { data: tags } = await service.from('tags').select('id, name')
  const idOf = (rows: readonly { id: string; name: string }[] | null, name: string | undefined) =>
    rows?.find((row) => row.name === name)?.id ?? null
  const { data, error } = await service
    .from('articles')
    .insert(
      stories.map(({ slug, title, category, content = 'Text.', published_at, ...story }, index) => ({
        slug,
        title,
        content,
        featured_image: story.featured_image,
        opening: story.opening,
        facts: story.facts ?? [],
        excerpt: 'A room, a person and a decision.',
        status: 'published',
        published_at: published_at ?? new Date(Date.UTC(2020, 0, 400 - index)).toISOString(),
        category_id: idOf(categories, category),
      })),
    )
    .select('id, slug')
  expect(error).toBeNull()
  const tagged = stories.flatMap(({ slug, tags: names = [] }) =>
    names.map((name) => ({
      article_id: data?.find((row) => row.slug === slug)?.id as string,
      tag_id: idOf(tags, name),
    })),
  )
  if (tagged.length > 0) expect((await service.from('article_tags').insert(tagged)).error).toBeNull()
  await allPublished()
}

/** Takes stories away whose slugs begin with `prefix`, and waits until readers miss them. */
export async function removeStories(prefix: string): Promise<void> {
  const service = await secretClient()
  await service.from('articles').delete().like('slug', `${prefix}%`)
  await allPublished()
}

/** Waits until every change is on the pages. */
export async function allPublished(client?: SupabaseClient, bound?: { timeout: number }): Promise<void> {
  const service = client ?? (await secretClient())
  const waiting = async () => {
    const { count } = await service
      .from('publish_outbox')
      .select('id', { count: 'exact', head: true })
      .is('processed_at', null)
      .lte('due_at', new Date().toISOString())
    return count
  }
  await expect.poll(waiting, bound).toBe(0)
}
