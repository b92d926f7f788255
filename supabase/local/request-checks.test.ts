import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../../src/node/files.ts'
import type { Caller } from './callers.ts'
import { ROOT } from './config.ts'
import { checkRequest, OPERATORS } from './request-checks.ts'

async function statusOf(query: string, caller: Caller = 'visitor', path = 'articles'): Promise<number> {
  const url = new URL(`http://localhost/rest/v1/${path}?${query}`)
  const checked = await checkRequest(new Request(url), url, '/rest/v1/', caller)
  return checked instanceof Response ? checked.status : 200
}

test('every operator that the site, the admin or a function names in a filter is available', async () => {
  const named = new Set<string>()
  for (const folder of ['src', 'supabase/functions']) {
    for (const file of await listFiles(join(ROOT, folder))) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue
      const code = await readFile(join(ROOT, folder, file), 'utf8')
      for (const [, operator = ''] of code.matchAll(/\.(?:not|filter)\(\s*'[^']+',\s*'(\w+)'/g))
        named.add(operator)
    }
  }
  expect([...named]).toContain('is')
  expect(named.difference(OPERATORS)).toEqual(new Set())
})

describe('filters', () => {
  test.each([
    'title=eq.a&slug=neq.match&id=in.(a.match.b,"c,d.match.e")',
    'title=ilike.*match.*&slug=not.like.b&deleted_at=is.null',
    'or=(title.ilike."%a, b.match.(c%",and(version.gt.1,version.lte.2),not.or(id.in.(1,2),hero.not.is.true))',
    'title=like(any).{"a","b.match.c"}&or=(slug.ilike(all).{a,b},slug.eq.c)',
    'author.or=(name.eq.a,name.eq.b)&author.name=eq.match',
    'select=title,author:profiles(full_name)&order=title.desc.nullslast&limit=1&offset=2&apikey=match.a',
  ])('that the site and the admin send pass: %s', async (query) => {
    expect(await statusOf(query)).toBe(200)
    expect(await statusOf(query, 'signedIn')).toBe(200)
  })

  const operators = [
    'match',
    'imatch',
    'fts',
    'fts(english)',
    'wfts',
    'cs',
    'cd',
    'ov',
    'sl',
    'adj',
    'isdistinct',
  ]
  const shapes: ((operator: string) => string)[] = [
    (operator) => `title=${operator}.a`,
    (operator) => `title=not.${operator}.a`,
    (operator) => `author.title=${operator}.a`,
    (operator) => `or=(title.eq.a,title.${operator}.b)`,
    (operator) => `or=(title.eq."a\\"",title.not.${operator}.b)`,
    (operator) => `author.and=(or(id.in.(1,2),not.and(title.${operator}.b)))`,
    (operator) => `not.and=(content->a->>b.${operator}.c,id.eq.1)`,
  ]
  test.each(shapes.map((shape) => [shape('…'), shape]))(
    'with other operators are refused: %s',
    async (_, shape) => {
      for (const operator of [...operators, 'match(any)', 'imatch(all)']) {
        expect(await statusOf(shape(operator)), operator).toBe(400)
        expect(await statusOf(shape(operator), 'signedIn'), operator).toBe(400)
        expect(await statusOf(shape(operator), 'secretKey'), operator).toBe(200)
      }
    },
  )

  test('are told from the arguments of a function, which may be any text', async () => {
    expect(await statusOf('p_query=match.day', 'visitor', 'rpc/search_articles')).toBe(200)
    expect(await statusOf('p_query=a&title=match.b', 'visitor', 'rpc/search_articles')).toBe(400)
  })
})
