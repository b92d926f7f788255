import type { Changes, Rows } from '../content/rows.ts'

const NAMED = /\/_images\/([0-9a-f]{16}-(?:\d+\.(?:avif|webp)|share\.jpg))/g

/** The resized pictures that a page or feed names, by file name. */
export function picturesIn(html: string): Set<string> {
  const found = new Set<string>()
  for (const match of html.matchAll(NAMED)) if (match[1]) found.add(match[1])
  return found
}

/** The addresses of all pictures in our own storage that the rows show: only these are fetched and resized. */
export function pictureUrls(rows: Partial<Rows>, supabaseUrl: string): Set<string> {
  const storage = mediaUrl(supabaseUrl, '')
  const pattern = new RegExp(
    `${storage.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^"'\\\\\\s<>)]+\\.(?:jpe?g|png|webp|avif|gif|tiff?)`,
    'gi',
  )
  const found = new Set<string>()
  const read = (text: string): void => {
    for (const match of text.matchAll(pattern)) found.add(match[0])
  }
  for (const article of rows.articles ?? []) {
    read(JSON.stringify([article.featured_image, article.gallery, article.content]))
  }
  for (const page of rows.pages ?? []) read(JSON.stringify(page.content))
  for (const author of rows.author_profiles ?? []) read(author.image_url ?? '')
  return found
}

/** The public address of a file in the media bucket. */
export function mediaUrl(supabaseUrl: string, storagePath: string): string {
  return `${supabaseUrl}/storage/v1/object/public/media/${storagePath}`
}

/** The new and changed rows of those tables that show pictures. */
export function changedRows(changes: Changes): Partial<Rows> {
  return {
    articles: changes.articles?.put ?? [],
    pages: changes.pages?.put ?? [],
    author_profiles: changes.author_profiles?.put ?? [],
  }
}
