import { slugify } from '../../domain/sections/slug.ts'
import { filledRowsCss } from './shelves-css.ts'
import type { Form } from './shelves.ts'

/** A filter option of a section page. `key` is used in element ids, in the cards' `data-in` and in list addresses. */
export interface FilterOption {
  name: string
  key: string
  /** Number of matching stories, and how many of them are in the pre-rendered page. */
  count: number
  shown: number
}

export const ALL = 'all'

/** The options after All, given the category names of each card on the page. */
export function filterOptions(
  names: readonly string[],
  counts: Readonly<Record<string, number>>,
  cards: readonly (readonly string[])[],
): FilterOption[] {
  return names.map((name) => ({
    name,
    key: slugify(name),
    count: counts[name] ?? 0,
    shown: cards.filter((card) => card.includes(name)).length,
  }))
}

/** The `data-in` attribute of a card with these category names. */
export function filterKeys(names: readonly string[]): string {
  return names.map(slugify).join(' ')
}

/**
 * CSS that filters the cards of a section page by its radio buttons, without script: `hide` hides the cards that do
 * not match, `move-first` moves the matching ones to the front and marks them. Once the script orders the cards (`.live`,
 * see islands/section-list.ts), the CSS only chooses count lines and marks. While all are shown they stand as `form` says.
 */
export function filterCss(
  buttons: readonly FilterOption[],
  effect: 'hide' | 'move-first',
  form: Form,
): string {
  const rules = [ALL, ...buttons.map(({ key }) => key)].map((key) => {
    return `.filtered:has(#in-${key}:checked) [data-line]:not([data-line="${key}"]){display:none}`
  })
  rules.push(filledRowsCss(`.filtered:has(#in-${ALL}:checked) .row`, {}, form))
  for (const { key } of buttons) {
    const page = `.filtered:has(#in-${key}:checked)`
    const card = `${page} .row:not(.live) .card`
    const matching = `[data-in~="${key}"]`
    if (effect === 'hide')
      rules.push(`${card}:not(${matching}){display:none}`, filledRowsCss(`${page} .row`, { shown: matching }))
    else
      rules.push(
        `${card}${matching}{order:-1}`,
        `${page} [data-mark="${key}"]{display:block}`,
        filledRowsCss(`${page} .row.live`),
        filledRowsCss(`${page} .row:not(.live)`, { last: `:not(${matching}:not(:only-child))` }),
      )
  }
  return `@layer pages{${rules.join('')}}`
}
