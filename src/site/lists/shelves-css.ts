import { type Form, type Place, PLAIN, placeOf, shelvesOf, tabletForm } from './shelves.ts'

/** Which cards of a row of stories count, as CSS selectors; all do by default. */
interface Cards {
  /** The cards that are shown, where others are in the row and hidden. */
  shown?: string
  /** The shown cards that are drawn last, where the row's order differs from the order of its elements. */
  last?: string
}

const HEADING = ':is(h2,h3)'

/** A story with a shelf of its own: its words are beside its picture. */
function beside({ words, ratio = 3 / 2 }: Place): string {
  const [columns, order] = words === 'before' ? ['5fr 7fr', '.frame{order:1}'] : ['7fr 5fr', '']
  return (
    `--ratio:${ratio};--size:100%;--stands:start;grid-column:1/-1;grid-row:auto;grid-template:none/${columns};` +
    `column-gap:var(--gap);align-items:end;border-block-end:var(--shelf);${order}` +
    '.card-text{grid-row:1;padding-block-end:24px}.card-text::before{display:none}&:not(:has(.frame)){display:block}' +
    `${HEADING}{font-size:var(--size-60);line-height:1.02;letter-spacing:-.03em}`
  )
}

function declarations(place: Place): string {
  const { columns, ratio, width = 100, stands = 'start', words } = place
  if (words) return beside(place)
  const picture = ratio === undefined ? '' : `;--ratio:${ratio};--size:${width}%;--stands:${stands}`
  // A portrait would be taller than the screen.
  const large = `.frame.portrait{inline-size:60%}${HEADING}{font-size:var(--size-44);line-height:1.06;letter-spacing:-.03em}`
  const small = `${HEADING}{font-size:var(--size-20);line-height:1.2}p:not(.meta,.label),.remembered{display:none}`
  return `grid-column:span ${columns}${picture};${columns > 6 ? large : columns < 3 ? small : ''}`
}

/**
 * CSS that puts the cards of a row on the shelves of a form, whatever their number: see `shelvesOf`. `usual`: the columns of
 * a card without it.
 */
function shelvesCss(row: string, form: Form, usual: number, { shown = '*', last = shown }: Cards): string {
  const rules = new Map<string, string[]>()
  const add = (place: Place, selector: string) => {
    const css = declarations(place)
    rules.set(css, [...(rules.get(css) ?? []), selector])
  }
  const [head, period] = [form.head.flat().length, form.body.flat().length]
  for (let at = 0; at < head + period; at += 1) {
    const step = at < head ? `${at + 1}` : `${period}n+${at + 1}`
    const place = placeOf(at, form)
    if (place.ratio !== undefined || place.columns !== usual)
      add(place, `${row}>:nth-child(${step} of ${shown})`)
  }
  /** The places at the end of a list that are not those of the form, the last first. */
  const endOf = (count: number) => {
    const places = shelvesOf(count, form).flat()
    const changed = places.findIndex((one, at) => one !== placeOf(at, form))
    return changed === -1 ? [] : places.slice(changed).toReversed()
  }
  const isSame = (count: number) => {
    const [end, next] = [endOf(count), endOf(count + period)]
    return end.length === next.length && end.every((one, at) => one === next[at])
  }
  for (let count = 1; count <= head + 2 * period; count += 1) {
    const isRepeated = count > head + period || isSame(count)
    if (count > head + period && isSame(count - period)) continue
    const step = isRepeated ? `${period}n+${count}` : `${count}`
    const having = `${row}:has(>:nth-child(${step} of ${shown}):nth-last-child(1 of ${shown}))`
    for (const [at, one] of endOf(count).entries())
      add(one, `${having}>:nth-last-child(${at + 1} of ${last})`)
  }
  return Array.from(rules, ([css, selectors]) => `${selectors.join()}{${css}}`).join('')
}

/**
 * CSS that leaves no hole in the last shelf of a row of stories, and no story alone on it. On phones each has a line.
 *
 * @param row selects the row; `.trio` has rules of its own for tablets (styles/parts/cards.css)
 */
export function filledRowsCss(row: string, cards: Cards = {}, form: Form = PLAIN): string {
  return (
    `@media(width>60rem){${shelvesCss(row, form, 4, cards)}}` +
    `@media(36rem<width<=60rem){${shelvesCss(`${row}:not(.trio:has(>:nth-child(2)))`, tabletForm(form), 6, cards)}}`
  )
}
