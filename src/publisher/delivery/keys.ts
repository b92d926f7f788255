/** The two pages that hosts look for by the name of their file. */
const NAMED_DOCUMENTS = new Set(['index.html', '404.html'])
/** Keys of what names other files: pages, which have no ending, feeds, site maps, lists, stories as Markdown. All else is an asset. */
const PAGE = /(?:^|\/)[^./]+$|\.(?:html|xml|json|txt|md)$/

/**
 * The key in the bucket of a file of the site: pages without their ending, `article/x` for article/x.html, so that the
 * address of a page is its key and a bucket answers it without any rule.
 */
export function keyOf(file: string): string {
  return NAMED_DOCUMENTS.has(file) ? file : file.replace(/\.html$/, '')
}

/** The files that an object may come from; only one of them is there. */
export function filesOf(key: string): string[] {
  return NAMED_DOCUMENTS.has(key) ? [key] : [`${key}.html`, key]
}

/** The addresses at which readers get an object, without the host. */
export function pathsOf(key: string): string[] {
  const path = `/${key.split('/').map(encodeURIComponent).join('/')}`
  return key === 'index.html' ? ['/', path] : [path]
}

/** `urgent`: what a publish changed. `later`: the rest of a comparison or of a long build, perhaps every page. */
export type Priority = 'urgent' | 'later'

/**
 * The order of a delivery: each stage begins when those before it have ended. Nothing is named before it is there, and
 * nothing is removed before the pages that named it. What is urgent goes before what is not, but not before the files
 * that any page may name.
 */
const STAGES = {
  asset: 1,
  newPage: 2,
  urgent: { changedPage: 3, removedPage: 4, removedAsset: 5 },
  later: { changedPage: 6, removedPage: 7, removedAsset: 8 },
} as const

/** When all up to this stage is delivered, all that is urgent is. */
export const LAST_URGENT_STAGE = STAGES.urgent.removedAsset

/** When an object is delivered. `change`: what happens to it in the bucket. */
export function stageOf(key: string, change: 'added' | 'changed' | 'removed', priority: Priority): number {
  const isPage = PAGE.test(key)
  if (change === 'removed') return STAGES[priority][isPage ? 'removedPage' : 'removedAsset']
  if (!isPage) return STAGES.asset
  return change === 'added' ? STAGES.newPage : STAGES[priority].changedPage
}
