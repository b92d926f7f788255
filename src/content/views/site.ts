import type { Snapshot } from '../snapshot.ts'
import type { SiteView } from '../types.ts'

/** What every page carries. */
export function siteView(snapshot: Snapshot): SiteView {
  return snapshot.site()
}
