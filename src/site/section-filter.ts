import { slugify } from '../domain/slug.ts'

/** One filter button of a category page; `key` names it in ids, in the cards' `data-in` and in the lists' addresses. */
export interface FilterOption {
  name: string
  key: string
  /** Stories that it concerns, and how many of them the page shows from the start. */
  count: number
  shown: number
}

export const ALL = 'all'

/** The buttons after All, for the names each card on the page goes by. */
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

/** The value of `data-in` of a card that goes by these names. */
export function filterKeys(names: readonly string[]): string {
  return names.map(slugify).join(' ')
}

/**
 * The rules by which radio buttons sift the cards of a page without script: `narrow` hides the others, `lift` moves the
 * chosen ones to the front and marks them. The middle card of each row of three drops, as it does before. Where the
 * script puts the cards in order (`.live`, see islands/long-list.ts), it only chooses lines and marks.
 */
export function filterCss(buttons: readonly FilterOption[], effect: 'hide' | 'move-first'): string {
  const rules = [ALL, ...buttons.map(({ key }) => key)].map((key) => {
    return `.filtered:has(#in-${key}:checked) [data-line]:not([data-line="${key}"]){display:none}`
  })
  const drops = ['.filtered:has(#in-all:checked) .card:nth-child(3n+2)']
  for (const { key, shown } of buttons) {
    const page = `.filtered:has(#in-${key}:checked)`
    const card = `${page} .row:not(.live) .card`
    drops.push(`${card}:nth-child(3n+2 of [data-in~="${key}"])`)
    if (effect === 'hide') rules.push(`${card}:not([data-in~="${key}"]){display:none}`)
    else {
      rules.push(`${card}[data-in~="${key}"]{order:-1}`, `${page} [data-mark="${key}"]{display:block}`)
      // The others go on after the lifted ones, so their middle column begins elsewhere.
      drops.push(`${card}:nth-child(3n+${(2 + 3 - (shown % 3)) % 3} of :not([data-in~="${key}"]))`)
    }
  }
  return `@layer pages{${rules.join('')}@media (min-width:60.01rem){${drops.join(',')}{margin-block-start:15%}}}`
}
