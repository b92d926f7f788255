import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagedSearchSchema } from '../data/requests/list-search.ts'
import { searchParams } from './search-params.ts'

const { parseSearch, stringifySearch } = searchParams

const read = (address: string) => pagedSearchSchema.parse(parseSearch(address))

/** Any text, and often one that JSON, JavaScript or the router could take for something else. */
const text = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.json(),
  fc.stringMatching(/^-?\d{1,30}(\.\d+)?(e[+-]?\d+)?$/),
  fc.constantFrom(
    '12e45678',
    '1e5',
    '007',
    '1.0',
    'Infinity',
    'NaN',
    'null',
    'true',
    '"',
    '"oak"',
    '[1]',
    '{}',
  ),
)

test('what is searched for is what the address says, and what was typed', () => {
  fc.assert(
    fc.property(text, (typed) => {
      expect(read(stringifySearch({ q: typed, page: 2 }))).toEqual({ q: typed, page: 2 })
      if (!typed.startsWith('"')) expect(read(`?q=${encodeURIComponent(typed)}`)).toEqual({ q: typed })
    }),
  )
})

test('an address of an earlier version, which has quotation marks around a number, still opens', () => {
  expect(read('?q=%2212%22&page=2')).toEqual({ q: '12', page: 2 })
})
