/** Where the page of a story has its featured image, relative to the title. */
export const OPENINGS = ['above', 'behind', 'beside', 'below', 'none'] as const
export type Opening = (typeof OPENINGS)[number]

/** What the choice of no opening is called: the picture decides. */
export const OPENING_BY_PICTURE = 'By the picture'

export const OPENING_LABELS: Readonly<Record<Opening, string>> = {
  above: 'Above the title',
  behind: 'Behind the title',
  beside: 'Beside the title',
  below: 'Below the title',
  none: 'No picture',
}

interface Shape {
  width: number | null
  height: number | null
}

/** Whether a picture is higher than wide; false where its size is not known. */
export function isPortrait({ width, height }: Shape): boolean {
  return width !== null && height !== null && height > width
}

/** The opening of a story: the chosen one, or else beside its title for a portrait picture and below it for others. */
export function openingOf(chosen: Opening | null, picture: Shape | null): Opening {
  if (picture === null) return 'none'
  return chosen ?? (isPortrait(picture) ? 'beside' : 'below')
}
