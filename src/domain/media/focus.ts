/**
 * The point of a picture that stays in sight wherever the picture is cropped: percent of its width from the left and
 * of its height from the top. A picture without one (null) is cropped in its middle.
 */
export type Focus = [x: number, y: number]

/** The focus of a picture that has none of its own. */
export const MIDDLE: Focus = [50, 50]

/** The CSS `object-position` of a cropped picture; undefined for the middle, which is the default. */
export function objectPosition(focus: Focus | null): string | undefined {
  return focus === null ? undefined : `${focus[0]}% ${focus[1]}%`
}

/**
 * The shapes in which others show a picture, and the size of its copies in pixels: social networks, search engines; `card`
 * is its place on the social card of a story.
 */
export const CROPS = {
  share: { width: 1200, height: 630 },
  card: { width: 500, height: 630 },
  '16x9': { width: 1200, height: 675 },
  '4x3': { width: 1200, height: 900 },
  '1x1': { width: 1200, height: 1200 },
} as const
export type Crop = keyof typeof CROPS

/** Size in pixels of the picture that social networks show for a page. */
export const SHARE_SIZE = CROPS.share
/** The shapes that search engines want of a story's picture. */
export const SEARCH_CROPS = ['16x9', '4x3', '1x1'] as const satisfies readonly Crop[]

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
