/** Which cards of a row of stories count, as CSS selectors; all do by default. */
interface Cards {
  /** The cards that are shown, where others are in the row and hidden. */
  shown?: string
  /** The shown cards that are drawn last, where the row's order differs from the order of its elements. */
  last?: string
  /** Whether the first has a line of its own on wide screens. */
  isLed?: boolean
}

/** A story with a line of its own: its words are beside its picture. */
const alone = (columns: string) =>
  `--ratio:3/2;--size:100%;grid-column:1/-1;grid-row:auto;grid-template:none/${columns};column-gap:var(--gap);` +
  'align-items:end;border-block-end:var(--shelf);' +
  '.card-text{grid-row:1;padding-block-end:24px}.card-text::before{display:none}&:not(:has(.frame)){display:block}'

/**
 * CSS that leaves no hole in the last line of a row of stories, whatever their number. On wide screens, with three in a
 * line, a rest of two share the line; a rest of one and the three before it go two by two. On tablets, with two in a
 * line, the last of an odd number has its words beside its picture, as a single story has everywhere. The
 * pictures stay as wide as they are in other lines.
 *
 * @param row selects the row; `.trio` has rules of its own for tablets (styles/parts/cards.css)
 */
export function filledRowsCss(row: string, { shown = '*', last = shown, isLed = false }: Cards = {}): string {
  const nth = (step: string) => `:nth-child(${step} of ${shown})`
  const end = (step: string) => `:nth-last-child(${step} of ${last})${isLed ? ':not(:first-child)' : ''}`
  /** The row where it has as many cards as a step of `:nth-child()` counts. */
  const having = (step: string) => `${row}:has(>${nth(step)}:nth-last-child(1 of ${shown}))`
  const first = Number(isLed)
  return (
    `@media(width>60rem){${having(`3n+${2 + first}`)}>${end('-n+2')},${having(`3n+${4 + first}`)}>${end('-n+4')}` +
    '{grid-column:span 6;--ratio:3/2;--size:66.6%}' +
    `${having(`${1 + first}`)}>${end('1')}{${alone('5fr 7fr')}}}` +
    `@media(36rem<width<=60rem){${having('odd')}>:nth-last-child(1 of ${last}):not(.trio>:nth-child(3)){${alone('1fr 1fr')}}}`
  )
}
