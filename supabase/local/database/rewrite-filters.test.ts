import { describe, expect, test } from 'vitest'
import { rewriteFilters, unmasked } from './rewrite-filters.ts'

function rewritten(search: Record<string, string>, init?: RequestInit): Request {
  const url = new URL(`http://127.0.0.1/rest/v1/articles?${String(new URLSearchParams(search))}`)
  return rewriteFilters(new Request(url, init), url)
}

const or = (request: Request) => new URL(request.url).searchParams.get('or')

describe('quoted patterns', () => {
  test('become a list of one pattern', () => {
    expect(or(rewritten({ or: '(title.ilike."%a, b%",excerpt.not.like."x")' }))).toBe(
      '(title.ilike(any).{"%a, b%"},excerpt.not.like(any).{"x"})',
    )
  })

  test('keep quotation marks and backslashes, which end no text while it is parsed', () => {
    const filter = or(rewritten({ or: String.raw`(title.ilike."%5\\%\"),(%",excerpt.eq."a\"b")` }))
    expect(filter).not.toContain('\\')
    expect(filter?.split('"')).toHaveLength(5)
    expect(unmasked(filter)).toBe(String.raw`(title.ilike(any).{"%5\%"),(%"},excerpt.eq."a"b")`)
  })

  test('other filters are not changed', async () => {
    const search = { or: '(title.ilike.*a*,status.eq."x")', title: 'ilike.*b*', select: 'id' }
    expect(Object.fromEntries(new URL(rewritten(search).url).searchParams)).toEqual(search)
    const sent = rewritten({ or: '(title.like."a")' }, { method: 'PATCH', body: '{"a":1}' })
    expect([sent.method, await sent.text()]).toEqual(['PATCH', '{"a":1}'])
  })
})

test('several or= filters are joined with AND', () => {
  const url = new URL('http://127.0.0.1/rest/v1/articles?or=(a.is.null,a.gt.1)&select=id&or=(b.eq.2)')
  const { searchParams } = new URL(rewriteFilters(new Request(url), url).url)
  expect(Object.fromEntries(searchParams)).toEqual({
    select: 'id',
    and: '(or(a.is.null,a.gt.1),or(b.eq.2))',
  })
})
