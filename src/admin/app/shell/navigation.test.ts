import { QueryClient } from '@tanstack/react-query'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../domain/role.ts'
import { createAdminRouter } from '../router.tsx'
import { crumbs, navItems } from './navigation.ts'

beforeAll(() => {
  createAdminRouter(new QueryClient())
})

function sidebar(role: Role) {
  const labels = (group: string) =>
    navItems(role)
      .filter((item) => item.group === group)
      .map(({ label }) => label)
  return { content: labels('content'), management: labels('management') }
}

describe('sidebar groups by role', () => {
  test('super admin', () => {
    expect(sidebar('super_admin')).toEqual({
      content: [
        'Dashboard',
        'Articles',
        'Pages',
        'Media Library',
        'Subscribers',
        'Messages',
        'Authors',
        'Categories',
        'Tags',
        'Redirects',
        'Templates',
        'Global Styles',
      ],
      management: ['Analytics', 'Users', 'Settings'],
    })
  })

  test('editor: no pages, no users', () => {
    expect(sidebar('editor')).toEqual({
      content: [
        'Dashboard',
        'Articles',
        'Media Library',
        'Subscribers',
        'Messages',
        'Authors',
        'Categories',
        'Tags',
        'Redirects',
        'Templates',
      ],
      management: ['Global Styles', 'Analytics', 'Settings'],
    })
  })

  test('contributor', () => {
    expect(sidebar('contributor')).toEqual({
      content: ['Dashboard'],
      management: ['Articles', 'Media Library', 'Tags'],
    })
  })

  test('viewer', () => {
    expect(sidebar('viewer')).toEqual({ content: [], management: ['Dashboard', 'Articles'] })
  })
})

test('breadcrumbs start at the dashboard and end without a link', () => {
  expect(crumbs({ title: 'Dashboard' })).toEqual([{ label: 'Dashboard', to: null }])
  expect(crumbs({ title: 'Media Library' })).toEqual([
    { label: 'Dashboard', to: '/admin' },
    { label: 'Media Library', to: null },
  ])
  expect(crumbs({ title: 'New Article', parent: '/admin/articles' })).toEqual([
    { label: 'Dashboard', to: '/admin' },
    { label: 'Articles', to: '/admin/articles' },
    { label: 'New Article', to: null },
  ])
})
