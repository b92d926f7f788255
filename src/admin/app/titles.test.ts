import { expect, test } from 'vitest'
import { crumbs, screenOf } from './titles.ts'

test('the way to a screen starts at the dashboard and ends without a link', () => {
  expect(crumbs('/admin')).toEqual([{ label: 'Dashboard', to: null }])
  expect(crumbs('/admin/media')).toEqual([
    { label: 'Dashboard', to: '/admin' },
    { label: 'Media Library', to: null },
  ])
  expect(crumbs('/admin/articles/new')).toEqual([
    { label: 'Dashboard', to: '/admin' },
    { label: 'Articles', to: '/admin/articles' },
    { label: 'New Article', to: null },
  ])
})

test('every route is known by its screen, with the slash that the router writes and without', () => {
  expect(screenOf('/admin/')).toBe('/admin')
  expect(screenOf('/admin/articles/$id/edit')).toBe('/admin/articles/$id/edit')
  expect(screenOf('/')).toBeNull()
  expect(screenOf('/admin/nowhere')).toBeNull()
  expect(screenOf(undefined)).toBeNull()
})
