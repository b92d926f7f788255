import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Pair, MARK_CONTRAST, PAIRS, TEXT_CONTRAST } from '../../domain/theme/pairs.ts'
import { THEME_ROLES } from '../../domain/theme/theme.ts'

/* The pairs of a theme are those of the stylesheets: a colour that a rule uses in another way than before has to come here. */

const css = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*[^]*?\*\//g, ''))
  .join('\n')

const declarations = [...css.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
  property,
  value: value.replace(/\s+/g, ' '),
}))
const rolesIn = (value: string) =>
  [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name).filter((name) => isRole(name))
const isRole = (name: string | undefined) => THEME_ROLES.some((role) => role === name)
const unique = (names: readonly (string | undefined)[]) => [...new Set(names)].sort()

const frontsOf = (isIn: (pair: Pair) => boolean) =>
  new Set<string>(PAIRS.filter(isIn).map(({ front }) => front))

test('every colour of a text has a contrast of 4.5:1 with paper and card, or with the field', () => {
  const texts = declarations
    .filter(({ property }) => property === 'color')
    .flatMap(({ value }) => rolesIn(value))
  const on = (ground: string) =>
    frontsOf((pair) => pair.ground === ground && pair.percent === 0 && pair.minimum === TEXT_CONTRAST)
  const [paper, card, field] = ['paper', 'card', 'field'].map(on)
  const others = unique(texts).filter(
    (role = '') => !(paper?.has(role) && card?.has(role)) && !field?.has(role),
  )
  // Paper on ink: the label of an embed under the pointer.
  expect(others).toEqual(['paper'])
})

test('every colour of a line or mark has a contrast of 3:1 with paper, or with the field', () => {
  const lines = declarations
    .filter(({ property }) => /^(?:border|outline|box-shadow|text-decoration|accent)/.test(property))
    .flatMap(({ value }) => rolesIn(value))
  const seen = frontsOf(({ ground, minimum }) => /^(?:paper|field)$/.test(ground) && minimum >= MARK_CONTRAST)
  const others = unique(lines).filter((role = '') => !seen.has(role))
  // Hairlines; and paper beside what covers it.
  expect(others).toEqual(['paper', 'rule'])
})

/** The mixtures of colours, and the tint by which a pair has each; null: no text is on it. */
const MIXTURES: Readonly<Record<string, Partial<Pair> | null>> = {
  'var(--mark) 40%, transparent': { percent: 40, tint: 'mark' },
  'var(--mark) 38%, transparent': { percent: 40, tint: 'mark' },
  'var(--ink) 6%, transparent': { percent: 8, tint: 'ink' },
  'var(--paper) 92%, var(--ink)': { percent: 8, tint: 'ink' },
  // A button over an enlarged picture, where no colour is the theme's.
  'currentcolor 16%, transparent': null,
  'var(--field) 86%, light-dark(#000, #fff)': { ground: 'field', percent: 14 },
  // The grounds of pictures that have not come.
  'var(--rule) 60%, var(--paper)': null,
  'var(--colour, var(--blank)) 65%, var(--paper)': null,
  // Behind a dialog.
  '#10140f 62%, transparent': null,
}

test('every mixture of colours that a text is on is the ground of a pair', () => {
  const mixtures = [
    ...css.matchAll(/color-mix\(\s*in srgb,\s*((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g),
  ].map(([, mixture = '']) => mixture.trim().replace(/\s+/g, ' '))
  expect(mixtures.length).toBe(css.split('color-mix(').length - 1)
  expect(unique(mixtures)).toEqual(Object.keys(MIXTURES).sort())
  for (const [mixture, wanted] of Object.entries(MIXTURES))
    if (wanted !== null) expect(PAIRS, mixture).toContainEqual(expect.objectContaining(wanted))
})

test('a stylesheet has no colour of its own, but black, white and the dark behind what is opened', () => {
  const colours = declarations.flatMap(({ value }) => value.match(/#[0-9a-f]{3,8}\b/gi) ?? [])
  expect(unique(colours)).toEqual(['#000', '#101311', '#10140f', '#ece8de', '#fff'])
})
