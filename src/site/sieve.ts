import { slugify } from '../domain/slug.ts'

/** What one filter button of a category page does; `key` names it in ids and in the cards' `data-in`. */
export interface SieveButton {
  name: string
  key: string
  /** Cards on the page that it concerns. */
  shown: number
}

export const ALL = 'all'

/** The buttons after All, for the names each card on the page goes by. */
export function sieveButtons(names: readonly string[], cards: readonly (readonly string[])[]): SieveButton[] {
  return names.map((name) => ({
    name,
    key: slugify(name),
    shown: cards.filter((card) => card.includes(name)).length,
  }))
}

/** The value of `data-in` of a card that goes by these names. */
export function sieveKeys(names: readonly string[]): string {
  return names.map(slugify).join(' ')
}

/**
 * The rules by which radio buttons sift the cards of a page without script: `narrow` hides the others, `lift` moves the
 * chosen ones to the front. In both the middle card of each row of three drops, as it does before.
 */
export function sieveCss(buttons: readonly SieveButton[], effect: 'narrow' | 'lift'): string {
  const rules = [ALL, ...buttons.map(({ key }) => key)].map((key) => {
    return `.sieved:has(#in-${key}:checked) [data-line]:not([data-line="${key}"]){display:none}`
  })
  const drops = ['.sieved:has(#in-all:checked) .card:nth-child(3n+2)']
  for (const { key, shown } of buttons) {
    const chosen = `.sieved:has(#in-${key}:checked) .card`
    drops.push(`${chosen}:nth-child(3n+2 of [data-in~="${key}"])`)
    if (effect === 'narrow') rules.push(`${chosen}:not([data-in~="${key}"]){display:none}`)
    else {
      rules.push(`${chosen}[data-in~="${key}"]{order:-1}`)
      // The others go on after the lifted ones, so their middle column begins elsewhere.
      drops.push(`${chosen}:nth-child(3n+${(2 + 3 - (shown % 3)) % 3} of :not([data-in~="${key}"]))`)
    }
  }
  return `@layer pages{${rules.join('')}@media (min-width:60.01rem){${drops.join(',')}{margin-block-start:15%}}}`
}
