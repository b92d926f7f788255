/** Where a card stands: in columns of twelve, and the width of its picture in percent of them. */
export interface Place {
  columns: number
  ratio?: number
  width?: number
  /** The side of its columns that the picture stands at; left out: the first. */
  stands?: 'center' | 'end'
  /** Whether its words are beside its picture, and where that is. */
  words?: 'before' | 'after'
}

/** Cards side by side, in twelve columns together. */
export type Shelf = readonly Place[]

/** The shelves that a list begins with, and the ones that follow in turn, as often as it takes. */
export interface Form {
  head: readonly Shelf[]
  body: readonly Shelf[]
  /** Whether it is one long shelf on phones, which readers move sideways. */
  isSideways?: boolean
}

/** Shelves of a number of cards that no shelf of a form has. A card by itself fills its shelf with its words. */
const EVEN: Readonly<Record<number, Shelf>> = {
  1: [{ columns: 12, words: 'after' }],
  2: repeated(2, { columns: 6, ratio: 3 / 2, width: 80 }),
  3: repeated(3, { columns: 4, ratio: 3 / 2, width: 100 }),
}

function repeated(count: number, place: Place): Shelf {
  return Array.from({ length: count }, () => place)
}

/** Cards on the shelves of a form, however many: each place of the form, without the end of the list. */
export function placeOf(index: number, { head, body }: Form): Place {
  const first = head.flat()
  const rest = body.flat()
  const place = first[index] ?? rest[(index - first.length) % rest.length]
  if (place === undefined) throw new Error('A form needs a shelf that may be repeated')
  return place
}

/**
 * The shelves of a list of `count` cards. The last one is full, too: the cards that are left share a shelf, and a card that
 * would be alone shares the shelf before it, or two shelves where they would be more than three.
 */
export function shelvesOf(count: number, { head, body }: Form): Shelf[] {
  const full: Shelf[] = []
  let left = count
  for (let at = 0; left > 0; at += 1) {
    const next = head[at] ?? body[(at - head.length) % body.length] ?? []
    if (next.length === 0 || next.length > left) break
    full.push(next)
    left -= next.length
  }
  if (left === 0) return full
  const shared = left === 1 ? left + (full.pop()?.length ?? 0) : left
  const half = Math.ceil(shared / 2)
  const sizes = shared > 3 ? [half, shared - half] : [shared]
  return [...full, ...sizes.map((size) => EVEN[size] ?? repeated(size, { columns: 12 / size }))]
}

/** A list without a form of its own: three in a line. */
export const PLAIN: Form = { head: [], body: [repeated(3, { columns: 4 })] }

/** On tablets there are two in a line. A list with a first story of its own begins with that. */
export function tabletForm({ head }: Form): Form {
  const body = [repeated(2, { columns: 6 })]
  return { head: head.length === 0 ? [] : [[{ columns: 12, ratio: 3 / 2 }]], body }
}

const place = (columns: number, ratio: number, width = 100, stands?: Place['stands']): Place => ({
  columns,
  ratio,
  width,
  ...(stands && { stands }),
})

/** The forms of sections, in the order of the sections. */
const SECTION_FORMS: readonly Form[] = [
  {
    head: [[place(8, 3 / 2), place(2, 4 / 5), place(2, 1)]],
    body: [
      [place(4, 4 / 5, 88), place(4, 1, 80), place(4, 3 / 2)],
      [place(3, 1), place(3, 4 / 5, 88), place(3, 3 / 2), place(3, 1, 80)],
    ],
  },
  {
    head: [[{ columns: 12, ratio: 3 / 2, words: 'before' }]],
    body: [
      [place(5, 4 / 5, 80), place(7, 3 / 2)],
      [place(4, 1, 80), place(4, 3 / 2), place(4, 4 / 5, 88)],
      [place(7, 3 / 2), place(5, 1, 80, 'end')],
    ],
  },
  {
    head: [[place(3, 4 / 5), place(6, 3 / 2), place(3, 1)]],
    body: [
      [place(4, 3 / 2), place(4, 1, 72, 'center'), place(4, 4 / 5, 88, 'end')],
      [place(2, 1), place(4, 3 / 2), place(4, 4 / 5, 80, 'end'), place(2, 4 / 5)],
    ],
  },
  {
    head: [[place(5, 4 / 5, 88), place(7, 3 / 2)]],
    body: [
      [place(4, 1, 72, 'center'), place(4, 3 / 2), place(4, 1, 72, 'center')],
      [place(8, 3 / 2), place(4, 4 / 5, 88, 'end')],
    ],
  },
  {
    head: [[place(6, 1, 80), place(6, 3 / 2)]],
    body: [
      [place(3, 1), place(3, 1, 72, 'center'), place(3, 4 / 5), place(3, 3 / 2)],
      [place(3, 4 / 5), place(3, 1), place(6, 3 / 2)],
    ],
  },
]

/** The places of the sections whose lists are one long shelf on phones, which readers move sideways. */
const SIDEWAYS = 2

const MIRRORED = { before: 'after', after: 'before' } as const

function mirrored(shelf: Shelf): Shelf {
  return shelf.toReversed().map(({ stands, words, ...kept }) => ({
    ...kept,
    ...(words ? { words: MIRRORED[words] } : stands === 'center' ? { stands } : !stands && { stands: 'end' }),
  }))
}

/** The form of the section at a place among the sections. After the last one they begin again in mirror writing. */
export function sectionForm(at: number): Form {
  const turn = at % SECTION_FORMS.length
  const { head, body } = SECTION_FORMS[turn] ?? PLAIN
  const isMirrored = Math.floor(at / SECTION_FORMS.length) % 2 === 1
  const form = isMirrored ? { head: head.map(mirrored), body: body.map(mirrored) } : { head, body }
  return { ...form, isSideways: turn === SIDEWAYS }
}
