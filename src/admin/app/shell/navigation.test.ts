import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test } from 'vitest'
import { type Role, ROLES } from '../../../domain/people/role.ts'
import { createAdminRouter } from '../router.tsx'
import { crumbs, haveTitles, navGroups, navItems } from './navigation.ts'

beforeAll(() => {
  createAdminRouter(new QueryClient())
})

const labels = (role: Role, group: string) =>
  navItems(role)
    .filter((item) => item.group === group)
    .map(({ label }) => label)
    .join(', ')

test.each<[Role, content: string, management: string]>([
  [
    'super_admin',
    'Dashboard, Articles, Plan, Home & Sections, Pages, Media Library, Letters, Subscribers, Messages, Authors, Sections, Menus, Texts, Categories, Tags, Redirects, Templates, Global Styles, Colours, Branding',
    'Analytics, Users, Audit Log, Import, Export, Settings',
  ],
  [
    'editor',
    'Dashboard, Articles, Plan, Home & Sections, Media Library, Letters, Subscribers, Messages, Authors, Sections, Menus, Categories, Tags, Redirects, Templates',
    'Global Styles, Analytics, Settings',
  ],
  ['contributor', 'Dashboard', 'Articles, Plan, Home & Sections, Media Library, Letters, Tags'],
  ['viewer', '', 'Dashboard, Articles, Letters'],
])('the sidebar groups of the role %s', (role, content, management) => {
  expect([labels(role, 'content'), labels(role, 'management')]).toEqual([content, management])
})

test('the groups of the sidebar have titles for the roles that see several links of each', () => {
  expect(ROLES.filter((role) => haveTitles(navGroups(role)))).toEqual(['super_admin', 'editor'])
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
