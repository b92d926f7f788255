import { describe, expect, test } from 'vitest'
import { orIlike } from '../../src/domain/query.ts'
import { readablePatterns } from './quoted-patterns.ts'

function rewritten(search: Record<string, string>, init?: RequestInit): Request {
  const url = new URL(`http://127.0.0.1/rest/v1/articles?${String(new URLSearchParams(search))}`)
  return readablePatterns(new Request(url, init), url)
}

const or = (request: Request) => new URL(request.url).searchParams.get('or')

describe('quoted patterns', () => {
  test('become lists of one', () => {
    expect(or(rewritten({ or: '(title.ilike."%a, b%",excerpt.not.like."x")' }))).toBe(
      '(title.ilike(any).{"%a, b%"},excerpt.not.like(any).{"x"})',
    )
  })

  test('end at their own quote, whatever is typed', () => {
    expect(or(rewritten({ or: `(${orIlike(['title', 'excerpt'], '"),(x.ilike."\\')})` }))).toBe(
      '(title.ilike(any).{"%_),(x.ilike._\\\\\\\\%"},excerpt.ilike(any).{"%_),(x.ilike._\\\\\\\\%"})',
    )
  })

  test('everything else stays as it came', async () => {
    const search = { or: '(title.ilike.*a*,status.eq."x")', title: 'ilike.*b*', select: 'id' }
    expect(Object.fromEntries(new URL(rewritten(search).url).searchParams)).toEqual(search)
    const sent = rewritten({ or: '(title.like."a")' }, { method: 'PATCH', body: '{"a":1}' })
    expect([sent.method, await sent.text()]).toEqual(['PATCH', '{"a":1}'])
  })
})
