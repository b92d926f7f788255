import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likePattern, orIlike } from './query.ts'

/** PostgreSQL's LIKE with backslash as escape, over UTF-16 units. */
function like(value: string, pattern: string): boolean {
  let source = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern.charAt(at)
    if (sign === '%') source += '[^]*'
    else if (sign === '_') source += '[^]'
    else source += RegExp.escape(sign === '\\' ? pattern.charAt(++at) : sign)
  }
  return new RegExp(`^${source}$`).test(value)
}

/** Reads an `or=` value as PostgREST does: comma-separated `column.ilike."value"`, backslash escaping inside quotes. */
function readOr(text: string): [string, string][] {
  const filters: [string, string][] = []
  let rest = text
  while (rest !== '') {
    const match = /^(\w+)\.ilike\."((?:[^"\\]|\\[^])*)"(,|$)/.exec(rest)
    if (!match) throw new Error(`not a filter: ${rest}`)
    filters.push([match[1] ?? '', (match[2] ?? '').replace(/\\([^])/g, '$1')])
    rest = rest.slice(match[0].length)
  }
  return filters
}

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'%_\\*,()".:\'&=? \n', '🪑', 'É', '\0'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
})

describe('likePattern', () => {
  test('escapes wildcards', () => {
    expect(likePattern('100%_Wool\\')).toBe('%100\\%\\_wool\\\\%')
    expect(likePattern('5*')).toBe('%5_%')
  })

  test('finds exactly the texts that contain what was typed', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (before, typed, after) => {
        fc.pre(!`${before}${typed}${after}`.includes('\0'))
        expect(like(`${before}${typed.toLowerCase()}${after}`, likePattern(typed))).toBe(true)
        if (!typed.includes('*')) {
          expect(like(before, likePattern(typed))).toBe(before.includes(typed.toLowerCase()))
        }
      }),
    )
  })
})

describe('orIlike', () => {
  test('names each column', () => {
    expect(orIlike(['title', 'excerpt'], 'Oak')).toBe('title.ilike."%oak%",excerpt.ilike."%oak%"')
  })

  test('reads back as the pattern, whatever was typed', () => {
    fc.assert(
      fc.property(nasty, (typed) => {
        expect(readOr(orIlike(['title', 'excerpt'], typed))).toEqual([
          ['title', likePattern(typed)],
          ['excerpt', likePattern(typed)],
        ])
      }),
    )
  })
})
