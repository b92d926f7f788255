import { describe, expect, test } from 'vitest'
import type { Role } from '../../../domain/role.ts'
import { navGroups } from './nav-items.ts'

function labels(role: Role) {
  const { content, management } = navGroups(role)
  return { content: content.map(({ label }) => label), management: management.map(({ label }) => label) }
}

describe('the sidebar of each role', () => {
  test('super admin', () => {
    expect(labels('super_admin')).toEqual({
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
        'Templates',
        'Global Styles',
      ],
      management: ['Analytics', 'Users', 'Settings'],
    })
  })

  test('editor: no pages, no users', () => {
    expect(labels('editor')).toEqual({
      content: [
        'Dashboard',
        'Articles',
        'Media Library',
        'Subscribers',
        'Messages',
        'Authors',
        'Categories',
        'Tags',
        'Templates',
      ],
      management: ['Global Styles', 'Analytics', 'Settings'],
    })
  })

  test('contributor', () => {
    expect(labels('contributor')).toEqual({
      content: ['Dashboard'],
      management: ['Articles', 'Media Library', 'Tags'],
    })
  })

  test('viewer', () => {
    expect(labels('viewer')).toEqual({ content: [], management: ['Dashboard', 'Articles'] })
  })
})
