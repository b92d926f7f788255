import { expect, test } from 'vitest'
import { mediaSearchSchema, toMediaQuery } from './media-search.ts'

test('an address without parts is the newest files of every type', () => {
  expect(toMediaQuery(mediaSearchSchema.parse({}))).toEqual({
    filter: 'all',
    text: '',
    page: 1,
    sort: 'created_at',
    dir: 'desc',
  })
})

test('files whose right ends come in the order of its end, unless they are sorted otherwise', () => {
  const ending = mediaSearchSchema.parse({ type: 'ending' })
  expect(toMediaQuery(ending)).toMatchObject({ filter: 'ending', sort: 'usable_until', dir: 'asc' })
  expect(toMediaQuery({ ...ending, sort: 'size_bytes' })).toMatchObject({ sort: 'size_bytes', dir: 'desc' })
})

test('wrong parts of the address count as absent, the others stay', () => {
  const search = mediaSearchSchema.parse({
    type: 'fonts',
    q: 1999,
    page: -2,
    view: 'wall',
    sort: 'size_bytes',
    file: 'x',
  })
  expect(search).toMatchObject({ q: '1999', sort: 'size_bytes' })
  expect(toMediaQuery(search)).toMatchObject({ filter: 'all', page: 1 })
  expect(search.file).toBeUndefined()
})
