import type { SupabaseClient } from '@supabase/supabase-js'
import type { Browser } from 'playwright'
import { MEDIA_BUCKET } from '../../src/domain/media/media-address.ts'
import { expectData } from '../../supabase/seed/service.ts'
import type { StorageState } from './support.ts'

/** The editor of a running magazine, with the session of somebody who writes. */
export interface Editor {
  browser: Browser
  baseURL: string
  storageState: StorageState
  /** Adds the stories to write in, and deletes them. */
  service: SupabaseClient
}

export const PARAGRAPHS = 50
const WORDS_IN_PARAGRAPH = 100
const PICTURES = 30

/** HTML of 5,000 words in paragraphs. After each of the first 30 comes a picture of the magazine. */
export async function longStory(service: SupabaseClient): Promise<string> {
  const pictures = await pictureUrls(service)
  const words = 'The house kept its warmth in the middle where the stove had stood for sixty winters'.split(
    ' ',
  )
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => {
    const text = Array.from({ length: WORDS_IN_PARAGRAPH }, (_, at) => words[(n + at) % words.length]).join(
      ' ',
    )
    const picture = pictures[n]
    const figure = picture
      ? `<figure><img src="${picture}" alt="A room"><figcaption>A room</figcaption></figure>`
      : ''
    return `<p>${text}.</p>${figure}`
  })
  return paragraphs.join('')
}

async function pictureUrls(service: SupabaseClient): Promise<string[]> {
  const files = await service
    .from('media')
    .select('storage_path')
    .like('mime_type', 'image/%')
    .order('storage_path')
    .limit(PICTURES)
    .overrideTypes<{ storage_path: string }[]>()
  const bucket = service.storage.from(MEDIA_BUCKET)
  return expectData('Reading pictures', files).map(
    ({ storage_path }) => bucket.getPublicUrl(storage_path).data.publicUrl,
  )
}
