/** Width of a gallery on wide screens, in CSS pixels. */
export const GALLERY_WIDTH = 980
/** Sum of the aspect ratios in a row that looks best: a row of the whole width is about 440 px high then. */
const BEST_ROW_RATIO = 2.2
const MAX_PICTURES = 4
/** Pictures that were put side by side in a text are in one row up to this number, whatever their shapes. */
const MAX_IN_ONE_ROW = 3
/** The least share of a row: a caption then has 12rem on a tablet, too. */
const MIN_CAPTIONED_SHARE = 1 / 3
const MIN_SHARE = 1 / 6

/** Shape of most photographs. */
const USUAL_RATIO = 3 / 2

/** A picture of a row; one of unknown size is taken for a photograph of the usual shape. */
interface RowPicture {
  width: number | null
  height: number | null
  caption: string | null
}

/** Width over height of a picture. */
export function aspectRatio({ width, height }: Pick<RowPicture, 'width' | 'height'>): number {
  return width && height ? width / height : USUAL_RATIO
}

/**
 * Divides pictures, in their order, into rows that fill the width of the gallery while every picture keeps its own
 * shape. No picture is enlarged for a row: one that is too small for any has a row of its own. Up to `together` pictures
 * are in one row whatever their shapes.
 */
export function pictureRows<T extends RowPicture>(pictures: readonly T[], together = 1): T[][] {
  if (pictures.length > 0 && pictures.length <= together) return [[...pictures]]
  // The best division of the first n pictures, computed from the best divisions of fewer.
  const best: { cost: number; rows: T[][] }[] = [{ cost: 0, rows: [] }]
  for (let end = 1; end <= pictures.length; end++) {
    const divisions = Array.from({ length: Math.min(MAX_PICTURES, end) }, (_, index) => {
      const row = pictures.slice(end - 1 - index, end)
      const { cost, rows } = best[end - row.length] ?? { cost: Infinity, rows: [] }
      return { cost: cost + rowCost(row), rows: [...rows, row] }
    })
    best.push(divisions.reduce((one, other) => (other.cost < one.cost ? other : one)))
  }
  return best.at(-1)?.rows ?? []
}

/** The part of its row's width that each picture takes, so that all are equally high. */
export function rowShares(row: readonly RowPicture[]): number[] {
  const sum = rowRatio(row)
  return row.map((picture) => aspectRatio(picture) / sum)
}

/** The place of each picture: its part of the width of its row, and the gaps in that row. */
export function picturePlaces<T extends RowPicture>(pictures: readonly T[], together = 1) {
  return pictureRows(pictures, together).flatMap((row) => {
    const shares = rowShares(row)
    return row.map((picture, index) => ({ picture, share: shares[index] ?? 1, gaps: row.length - 1 }))
  })
}

/**
 * Lays out pictures side by side in a text, for the page and the editor: the rows as in `pictureRows`, the style of each
 * picture, and the style of their block, which is so wide at most that no picture is enlarged.
 */
export function picturesInText<T extends RowPicture>(pictures: readonly T[]) {
  const places = picturePlaces(pictures, MAX_IN_ONE_ROW)
  const most = Math.min(...places.map(({ picture: { width }, share }) => (width ?? Infinity) / share))
  return {
    style: Number.isFinite(most) ? `--most:${Math.floor(most)}px` : null,
    places: places.map(({ picture, share, gaps }) => ({
      ...{ picture, share, style: `--share:${share.toFixed(4)};--gaps:${gaps}` },
    })),
  }
}

function rowRatio(row: readonly RowPicture[]): number {
  return row.reduce((sum, picture) => sum + aspectRatio(picture), 0)
}

/** How far the height of a row is from the best; infinite for a row that must not be. */
function rowCost(row: readonly RowPicture[]): number {
  const ratio = rowRatio(row)
  const cost = Math.log(ratio / BEST_ROW_RATIO) ** 2
  if (row.length === 1) return cost
  const height = GALLERY_WIDTH / ratio
  const fits = rowShares(row).every((share, index) => {
    const minShare = row[index]?.caption ? MIN_CAPTIONED_SHARE : MIN_SHARE
    return share >= minShare && height <= (row[index]?.height ?? Infinity)
  })
  return fits ? cost : Infinity
}
