import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Fact,
  facts,
  MAX_FACT_LABEL,
  MAX_FACT_VALUE,
  MAX_FACTS,
  parseFacts,
  rememberedFacts,
  shownFacts,
} from './fact.ts'

const field = facts('House Facts')
const fact = (label: string, value: string): Fact => ({ label, value })
const errorOf = (given: Fact[]) => field.form.safeParse(given).error?.issues[0]?.message

test('a house is remembered by what was moved and kept, in each language, if that is told', () => {
  const stored = [
    fact('Year', '1971'),
    fact('What was kept', 'A door'),
    fact('WAS GEBLIEBEN IST', 'Zwei Stühle'),
  ]
  expect(rememberedFacts(stored)).toEqual(stored.slice(1))
  expect(rememberedFacts([fact('What was moved', '')])).toEqual([])
})

describe('facts as they are saved', () => {
  test('have no outer blanks and line breaks, and none is empty', () => {
    const typed = [fact(' Place ', 'Porto,\n Portugal'), fact(' ', ''), fact('Year', '')]
    expect(field.tidy(typed)).toEqual([fact('Place', 'Porto, Portugal'), fact('Year', '')])
  })
  test('differ when their order does', () => {
    const [a, b] = [fact('Place', 'Porto'), fact('Year', '1971')]
    expect(field.equals([a, b], [b, a])).toBe(false)
    expect(field.equals([a, b], [{ ...a }, { ...b }])).toBe(true)
  })
})

test.each([
  [
    Array.from({ length: MAX_FACTS + 1 }, () => fact('Year', '1971')),
    'House facts must have at most 20 entries',
  ],
  [[fact('', '1971')], 'Every fact needs a label'],
  [[fact('x'.repeat(MAX_FACT_LABEL + 1), '1971')], 'The label of a fact must be at most 60 characters'],
  [[fact('Year', 'x'.repeat(MAX_FACT_VALUE + 1))], 'A fact must be at most 300 characters'],
])('a form says what is wrong with facts (%#)', (given, message) => {
  expect(errorOf(given)).toBe(message)
})

test('empty rows of the form do not count', () => {
  const rows = Array.from({ length: MAX_FACTS + 5 }, (_, index) => fact('', index < 5 ? '' : ' '))
  expect(errorOf([...rows, fact('Year', '')])).toBeUndefined()
})

test('readers see the facts that have a value', () => {
  expect(shownFacts([fact('Place', 'Porto'), fact('Year', '')])).toEqual([fact('Place', 'Porto')])
})

describe('pasted lines', () => {
  test.each([
    ['Architect: Maria Sol', [fact('Architect', 'Maria Sol')]],
    ['• Area:\t84 m²\r\n\r\nYear : 1971', [fact('Area', '84 m²'), fact('Year', '1971')]],
    ['Architect\tMaria Sol', [fact('Architect', 'Maria Sol')]],
    ['Open: from 10:30', [fact('Open', 'from 10:30')]],
    ['場所：京都', [fact('場所', '京都')]],
    ['Two rooms and a yard', [fact('', 'Two rooms and a yard')]],
    ['https://example.org/a:b', [fact('', 'https://example.org/a:b')]],
  ])('%j', (text, expected) => {
    expect(parseFacts(text)).toEqual(expected)
  })

  test('lose no word, however they are written', () => {
    const lettersOf = (text: string) => text.replace(/[\s:：\-*•–]/g, '')
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'B', 'é', ':', '：', '\t', ' ', '-', '/') })),
        (lines) => {
          const found = parseFacts(lines.join('\n'))
          expect(lettersOf(found.map(({ label, value }) => label + value).join(''))).toBe(
            lettersOf(lines.join('')),
          )
        },
      ),
    )
  })

  test('of written facts give the same facts', () => {
    const word = fc.stringMatching(/^[a-zé]{1,9}( [a-z0-9]{1,9})?$/)
    fc.assert(
      fc.property(fc.array(fc.record({ label: word, value: word })), (given) => {
        expect(parseFacts(given.map(({ label, value }) => `${label}: ${value}`).join('\n'))).toEqual(given)
      }),
    )
  })
})
