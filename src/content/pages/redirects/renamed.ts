import type { RedirectKind } from '../../../domain/site/redirect.ts'
import type { ContentReader } from '../../content-reader.ts'

/**
 * What the old slugs of one kind lead to now. `find` gets the id of what was renamed and its old slug; null where there is
 * no page, or where another one has that slug.
 */
export function renamed<Target>(
  content: ContentReader,
  kind: RedirectKind,
  find: (id: string, oldSlug: string) => Target | null | undefined,
): ReadonlyMap<string, Target> {
  const present = new Map<string, Target>()
  for (const { kind: kindOfRow, old_slug, entity_id } of content.redirectRows()) {
    const target = kindOfRow === kind && entity_id !== null ? find(entity_id, old_slug) : null
    if (target !== null && target !== undefined) present.set(old_slug, target)
  }
  return present
}
