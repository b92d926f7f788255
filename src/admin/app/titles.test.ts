import { expect, test } from 'vitest'
import { crumbs } from './titles.ts'

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
