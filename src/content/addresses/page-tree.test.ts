import { expect, test } from 'vitest'
import { emptyRows, page } from '../../../tests/support/database/content-rows.ts'
import { Sections } from '../../domain/sections/section.ts'
import { pageTree } from './page-tree.ts'

const sections = new Sections(emptyRows().sections)

function paths(...rows: Parameters<typeof page>[0][]): Record<string, string> {
  const { byPath } = pageTree(new Map(rows.map((row) => [row.id, page(row)])), sections)
  return Object.fromEntries([...byPath].map(([path, { id }]) => [id, path]))
}

test('the address of a page begins with its parent’s address', () => {
  expect(
    paths(
      { id: 'c', slug: 'kit', parent_id: 'b' },
      { id: 'b', slug: 'press', parent_id: 'a' },
      { id: 'a', slug: 'about' },
    ),
  ).toEqual({ a: '/about', b: '/about/press', c: '/about/press/kit' })
})

test('a page whose parent is not published is at the root', () => {
  expect(paths({ id: 'b', slug: 'press', parent_id: 'a' })).toEqual({ b: '/press' })
})

test('a page at the root takes precedence over one whose parent is not published', () => {
  expect(paths({ id: 'a', slug: 'press', parent_id: 'x' }, { id: 'b', slug: 'press' })).toEqual({
    b: '/press',
  })
})

test('no page takes an address of the site', () => {
  expect(paths({ id: 'a', slug: 'browse', parent_id: 'x' }, { id: 'b', slug: 'sitemap' })).toEqual({})
})

test('pages that are each other’s parents have no address', () => {
  expect(paths({ id: 'a', slug: 'one', parent_id: 'b' }, { id: 'b', slug: 'two', parent_id: 'a' })).toEqual(
    {},
  )
})
