import * as z from 'zod/mini'
import type { PublicClient } from '../../../backend/client.ts'
import { authorDirectory } from '../../../content/lists/authors.ts'
import { type Author, authorSchema } from '../../../domain/people/author.ts'

/** The author whose page has this last segment, as the built pages are found: see authorDirectory. */
export function findAuthor(authors: readonly Author[], key: string): Author | null {
  return authorDirectory(authors).byKey.get(key.normalize())?.row ?? null
}

/** All public author profiles by name, read live; null when they cannot be read. A server answers with 1,000 at most. */
export async function readPublicAuthors(client: PublicClient): Promise<Author[] | null> {
  const all: Author[] = []
  for (;;) {
    const { data, error } = await client
      .rpc('get_public_author_profiles')
      .order('name')
      .order('id')
      .range(all.length, all.length + 999)
    const page = z.array(authorSchema).safeParse(data)
    if (error !== null || !page.success) return null
    if (page.data.length === 0) return all
    all.push(...page.data)
  }
}
