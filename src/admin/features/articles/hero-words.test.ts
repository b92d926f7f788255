import { expect, test } from 'vitest'
import type { HomeHero } from '../../story/home-hero.ts'
import { heroPlace } from './hero-words.ts'

const byHand = (until: string | null = null): HomeHero => ({
  ...{ filledBy: 'hand', id: 'chosen', title: 'The attic', until },
})
const SATURDAY = '2026-12-05T07:00:00Z'
const SUNDAY = '2026-12-06T07:00:00Z'
const ATTIC = 'The home page opens with “The attic”, chosen by hand in Home & Sections, until'

test.each<[string, HomeHero, id: string, from: string | null, string | null]>([
  ['it opens the page', { filledBy: 'rule' }, 'marked', null, null],
  [
    'it opens the page from its date',
    { filledBy: 'rule' },
    'marked',
    SUNDAY,
    `The home page opens with it from ${SUNDAY}.`,
  ],
  ['it is the chosen one', byHand(), 'chosen', null, null],
  ['another was chosen', byHand(), 'marked', null, `${ATTIC} it is taken off there.`],
  ['another was chosen until a date', byHand(SATURDAY), 'marked', null, `${ATTIC} ${SATURDAY}.`],
  ['another was chosen until after its date', byHand(SUNDAY), 'marked', SATURDAY, `${ATTIC} ${SUNDAY}.`],
  [
    'another was chosen until before its date',
    byHand(SATURDAY),
    'marked',
    SUNDAY,
    `The home page opens with it from ${SUNDAY}.`,
  ],
  [
    'the front has no hero',
    { filledBy: 'nothing' },
    'marked',
    null,
    'The home page has no hero, so it is not shown there.',
  ],
])('of a story marked as hero, staff are told where it stands: %s', (_name, home, id, from, words) => {
  expect(heroPlace(id, from, home, (iso) => iso)).toBe(words)
})
