import { describe, expect, test } from 'vitest'
import {
  type Action,
  type Role,
  assignableRoles,
  can,
  canChangeMedia,
  canEditArticle,
  hasRole,
  ROLES,
} from './role.ts'

describe('hasRole', () => {
  test('is false for nobody', () => {
    expect(hasRole(null, ROLES)).toBe(false)
  })

  test('takes one role or a list', () => {
    expect(hasRole({ role: 'editor' }, 'editor')).toBe(true)
    expect(hasRole({ role: 'editor' }, ['super_admin', 'editor'])).toBe(true)
    expect(hasRole({ role: 'editor' }, 'super_admin')).toBe(false)
    expect(hasRole({ role: 'viewer' }, [])).toBe(false)
  })

  test('does not count a super admin as an editor', () => {
    expect(hasRole({ role: 'super_admin' }, 'editor')).toBe(false)
  })
})

describe('can', () => {
  test.each<[Role[], Action[]]>([
    [['super_admin', 'editor', 'contributor', 'viewer'], ['articles.read']],
    [
      ['super_admin', 'editor', 'contributor'],
      ['articles.create', 'tags.write', 'media.upload', 'templates.use'],
    ],
    [
      ['super_admin', 'editor'],
      ['articles.edit', 'articles.feature', 'articles.publish', 'categories.write', 'media.delete'],
    ],
    [
      ['super_admin', 'editor'],
      ['authors.write', 'users.create', 'users.read', 'templates.write'],
    ],
    [
      ['super_admin', 'editor'],
      ['analytics.read', 'settings.read'],
    ],
    [['super_admin'], ['articles.delete', 'settings.write']],
  ])('%j: %j', (roles, actions) => {
    for (const action of actions) {
      expect(ROLES.filter((role) => can(role, action))).toEqual(roles)
      expect(can(null, action)).toBe(false)
    }
  })
})

test('contributors edit only their own stories that are neither published nor featured', () => {
  const draft = { author_id: 'me', status: 'draft', featured: false }
  const me = { id: 'me', role: 'contributor' as const }
  expect(canEditArticle(me, draft)).toBe(true)
  expect(canEditArticle(me, { ...draft, status: 'review' })).toBe(true)
  expect(canEditArticle(me, { ...draft, status: 'published' })).toBe(false)
  expect(canEditArticle(me, { ...draft, featured: true })).toBe(false)
  expect(canEditArticle(me, { ...draft, author_id: 'other' })).toBe(false)
  expect(canEditArticle(me, { ...draft, author_id: null })).toBe(false)
  expect(canEditArticle({ id: 'me', role: 'viewer' }, draft)).toBe(false)
  expect(canEditArticle({ id: 'x', role: 'editor' }, { ...draft, status: 'published' })).toBe(true)
  expect(canEditArticle(null, { ...draft, author_id: null })).toBe(false)
})

test('contributors change only the files they uploaded', () => {
  const mine = { uploaded_by: 'me' }
  expect(canChangeMedia({ id: 'me', role: 'contributor' }, mine)).toBe(true)
  expect(canChangeMedia({ id: 'x', role: 'contributor' }, mine)).toBe(false)
  expect(canChangeMedia({ id: 'me', role: 'viewer' }, mine)).toBe(false)
  expect(canChangeMedia({ id: 'x', role: 'editor' }, { uploaded_by: null })).toBe(true)
})

test('new users get at most the role of their creator', () => {
  expect(assignableRoles('super_admin')).toEqual(['viewer', 'contributor', 'editor', 'super_admin'])
  expect(assignableRoles('editor')).toEqual(['viewer', 'contributor', 'editor'])
  expect(assignableRoles('contributor')).toEqual([])
})
