import { mediaPath } from './media-address.ts'

/**
 * The point of a picture that stays in sight wherever the picture is cropped: percent of its width from the left and
 * of its height from the top. A picture without one (null) is cropped in its middle.
 */
export type Focus = [x: number, y: number]

/** The CSS `object-position` of a cropped picture; undefined for the middle, which is the default. */
export function objectPosition(focus: Focus | null): string | undefined {
  return focus === null ? undefined : `${focus[0]}% ${focus[1]}%`
}

/** Pixels of the picture that is shown where a page is shared. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const

interface Size {
  width: number
  height: number
}

/**
 * The largest part of a picture with the proportions of `box` that has the focus as near to its centre as possible, in
 * whole pixels.
 */
export function cropAround(picture: Size, box: Size, [x, y]: Focus): Size & { left: number; top: number } {
  const scale = Math.min(picture.width / box.width, picture.height / box.height)
  const width = Math.max(1, Math.round(box.width * scale))
  const height = Math.max(1, Math.round(box.height * scale))
  const start = (percent: number, whole: number, part: number) =>
    Math.min(Math.max(0, Math.round((percent / 100) * whole - part / 2)), whole - part)
  return { left: start(x, picture.width, width), top: start(y, picture.height, height), width, height }
}

/** Reads the columns `storage_path` and `focus` of the media rows with these paths. */
type LoadFocuses = (paths: string[]) => PromiseLike<{ data: unknown }>

/** Finds the focus of a picture by its address; those asked for in one turn of the event loop are read together. */
export function focusLookup(load: LoadFocuses): (url: string) => Promise<Focus | null> {
  let batch: { paths: Set<string>; focuses: Promise<Map<string, Focus>> } | null = null

  function openBatch() {
    const paths = new Set<string>()
    const focuses = new Promise((resolve) => setTimeout(resolve)).then(async () => {
      batch = null
      return focusesByPath((await load([...paths])).data)
    })
    return { paths, focuses }
  }

  return async (url) => {
    const path = mediaPath(url)
    if (path === null) return null
    batch ??= openBatch()
    batch.paths.add(path)
    return (await batch.focuses).get(path) ?? null
  }
}

// Checked by hand: zod would add a tenth to the script that a search loads.
function focusesByPath(rows: unknown): Map<string, Focus> {
  const focuses = new Map<string, Focus>()
  for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
    if (typeof row !== 'object' || row === null || !('storage_path' in row) || !('focus' in row)) continue
    const { storage_path: path, focus } = row
    if (typeof path === 'string' && isFocus(focus)) focuses.set(path, focus)
  }
  return focuses
}

function isFocus(value: unknown): value is Focus {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')
}
