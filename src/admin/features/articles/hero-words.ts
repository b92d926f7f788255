import type { HomeHero } from '../../story/home-hero.ts'

/**
 * Where readers find a story marked as hero; null: at the top of the home page, now. `from`: its publish date if that is
 * ahead (ISO), null: it is published. `format` puts a time in words.
 */
export function heroPlace(
  id: string,
  from: string | null,
  home: HomeHero,
  format: (iso: string) => string,
): string | null {
  if (home.filledBy === 'nothing') return 'The home page has no hero, so it is not shown there.'
  const isBefore = home.filledBy === 'hand' && home.id !== id
  if (!isBefore || (from !== null && home.until !== null && Date.parse(home.until) <= Date.parse(from)))
    return from === null ? null : `The home page opens with it from ${format(from)}.`
  const end = home.until === null ? 'it is taken off there' : format(home.until)
  return `The home page opens with “${home.title}”, chosen by hand in Home & Sections, until ${end}.`
}
