import * as z from 'zod/mini'
import { jsonColumn } from '../rows/content-type.ts'
import { type ColumnField, plain } from '../rows/field.ts'

/**
 * What a story says under its pictures in place of the caption of the library, by the address of each picture; empty: nothing.
 */
export type Captions = Readonly<Record<string, string>>

/** In characters; the same in the library and in the database. */
export const MAX_CAPTION = 2000

/** Captions without outer blanks, in the order of the addresses. */
function tidyCaptions(captions: Captions): Captions {
  const tidy = Object.entries(captions).map(([address, caption]) => [address, caption.trim()] as const)
  return Object.fromEntries(tidy.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function sameCaptions(a: Captions, b: Captions): boolean {
  return JSON.stringify(tidyCaptions(a)) === JSON.stringify(tidyCaptions(b))
}

/** Captions with the changes of both; null when both changed the caption of one picture. */
function mergeCaptions(base: Captions, theirs: Captions, mine: Captions): Captions | null {
  const addresses = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const merged: Record<string, string> = {}
  for (const address of addresses) {
    const [from, a, b] = [base[address], theirs[address], mine[address]]
    if (a !== from && b !== from && a !== b) return null
    const caption = a === from ? b : a
    if (caption !== undefined) merged[address] = caption
  }
  return merged
}

export function captions(label: string): ColumnField<Captions, Captions> {
  const byAddress = z.record(z.string(), z.string())
  return {
    ...plain<Captions>(label, {}, byAddress, sameCaptions),
    column: jsonColumn(byAddress),
    form: byAddress.check(
      z.refine<Captions>(
        (given) => Object.values(given).every((caption) => caption.trim().length <= MAX_CAPTION),
        'A caption must be at most 2,000 characters',
      ),
    ),
    tidy: tidyCaptions,
    merge: mergeCaptions,
  }
}

/** The captions of these pictures. */
export function captionsOf(captions: Captions, addresses: readonly (string | null)[]): Captions {
  return Object.fromEntries(Object.entries(captions).filter(([address]) => addresses.includes(address)))
}

/** A picture with the caption that a story has for it. */
export function withCaption<Picture extends { url: string; caption: string | null }>(
  picture: Picture,
  captions: Captions,
): Picture {
  const own = Object.hasOwn(captions, picture.url) ? captions[picture.url] : undefined
  return own === undefined ? picture : { ...picture, caption: own || null }
}
