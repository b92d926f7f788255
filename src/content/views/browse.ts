import { PAGE_SIZE } from '../../domain/pagination.ts'
import type { Snapshot } from '../snapshot.ts'
import type { BrowseView } from '../types.ts'

/** Stories in the Latest Stories block (reader spec §9). */
const LATEST = 3

/** The list of all stories as it is before a reader searches or filters. */
export function browseView(snapshot: Snapshot): BrowseView {
  return {
    latest: snapshot.latest(LATEST),
    articles: snapshot.latest(PAGE_SIZE),
    ...snapshot.filters(),
  }
}
