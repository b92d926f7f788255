import type { Element, Root } from 'hast'
import { isElement, isInline } from '../../../domain/body/html/hast.ts'
import { COLOUR, HIGHLIGHT } from '../../../domain/body/left-out.ts'
import { wordSet } from '../../../domain/text/word-set.ts'
import { styleOf } from '../blocks/style.ts'

/** A run of words, and how it is coloured. */
interface Words extends Place {
  length: number
}

interface Place {
  block: Element | null
  color: string
  highlight: string
  /** Whether the colour says nothing about the words. */
  isSite: boolean
}

/** Elements coloured by the style of the site they come from, or by syntax highlighting. */
const COLOURED_BY_SITE = wordSet('a h1 h2 h3 h4 h5 h6 code pre th button')

/**
 * How many highlights and colours a pasted text has, by their names in the notice. The colour of most words is the text
 * colour and not counted; neither are greys, and colours of links, headings and code, which belong to a page's style.
 */
export function lostFormatting(tree: Root): ReadonlyMap<string, number> {
  const words: Words[] = []
  collect(tree, { block: null, color: '', highlight: '', isSite: false }, words)
  const colors = countRuns(words, 'color')
  const highlights = countRuns(words, 'highlight')
  const counts = [[HIGHLIGHT, highlights] as const, [COLOUR, colors] as const]
  return new Map(counts.filter(([, count]) => count > 0))
}

function collect(parent: Root | Element, place: Place, words: Words[]): void {
  for (const child of parent.children) {
    if (child.type === 'text') {
      const { length } = child.value.trim()
      if (length > 0 && !place.isSite) words.push({ ...place, length })
    } else if (isElement(child)) collect(child, within(child, place), words)
  }
}

function within(element: Element, place: Place): Place {
  const style = styleOf(element)
  const own = style.get('color') ?? (element.tagName === 'font' ? element.properties.color : undefined)
  const isLine = isInline(element)
  const background = style.get('background-color') ?? style.get('background') ?? style.get('mso-highlight')
  const isSeen =
    background !== undefined &&
    !/^(?:transparent|inherit|initial|none)\b|^rgba\(.*[,/]\s*0\)$/.test(background)
  const isCode = /\bmono|consolas|courier|menlo/.test(style.get('font-family') ?? '')
  return {
    block: isLine ? place.block : element,
    color: own === undefined || own === 'inherit' ? place.color : String(own).toLowerCase(),
    highlight: !isLine ? '' : element.tagName === 'mark' ? MARKED : isSeen ? background : place.highlight,
    isSite: place.isSite || isCode || COLOURED_BY_SITE.has(element.tagName),
  }
}

/** The runs of words in one colour that is neither a grey nor the colour of most words. */
function countRuns(words: readonly Words[], name: 'color' | 'highlight'): number {
  const lengths = new Map<string, number>()
  for (const { [name]: color, length } of words) lengths.set(color, (lengths.get(color) ?? 0) + length)
  const total = words.reduce((sum, { length }) => sum + length, 0)
  const isRun = ({ [name]: color }: Words) =>
    (color === MARKED || isChromatic(color, name)) &&
    (name === 'highlight' || (lengths.get(color) ?? 0) * 2 <= total)
  return words.filter((run, at) => {
    const before = words[at - 1]
    return isRun(run) && !(before?.block === run.block && before[name] === run[name])
  }).length
}

const GREYS = wordSet(
  'black white gray grey silver gainsboro whitesmoke dimgray dimgrey darkgray darkgrey lightgray lightgrey slategray',
  'windowtext window canvastext canvas auto none transparent currentcolor initial unset revert normal inherit',
)

/** In the place of the colour of what is marked by its element. */
const MARKED = 'marked'

/** The least difference between the parts of a colour, of 255, that is seen as a colour. */
const LEAST_CHROMA = { color: 40, highlight: 24 }

/** Whether a colour of CSS is one, and no grey. */
function isChromatic(color: string, name: 'color' | 'highlight'): boolean {
  const [first = ''] = /^[a-z]+\([^)]*\)|^\S+/.exec(color) ?? []
  const parts = rgbOf(first)
  if (parts === null) return /^[a-z]+$/.test(first) && !GREYS.has(first)
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts
  return alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) >= LEAST_CHROMA[name]
}

/** The parts of `#rgb`, `#rrggbb` and `rgb(…)`; null for all else. */
function rgbOf(color: string): number[] | null {
  const [, hex] = /^#((?:[\da-f]{3}){1,2})(?:[\da-f]{1,2})?$/.exec(color) ?? []
  if (hex !== undefined) {
    const size = hex.length / 3
    return [0, 1, 2].map((at) =>
      parseInt(hex.slice(at * size, (at + 1) * size).repeat(size === 1 ? 2 : 1), 16),
    )
  }
  const [, inside] = /^rgba?\(([^)]*)\)$/.exec(color) ?? []
  return (
    inside
      ?.split(/[\s,/]+/)
      .filter(Boolean)
      .map(Number) ?? null
  )
}
