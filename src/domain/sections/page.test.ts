import { describe, expect, test } from 'vitest'
import { isPageSlug, pageFormSchema, pagePath, pageType } from './page.ts'

const form = { ...pageType.blank(), title: 'House rules', slug: 'house-rules' }

function problems(input: unknown, id: string | null = 'p1'): unknown[] {
  const { error } = pageFormSchema(id).safeParse(input)
  return (error?.issues ?? []).map(({ path }) => path[0])
}

describe('the page form', () => {
  test('takes a page with title and slug', () => {
    expect(problems(form)).toEqual([])
    expect(problems(form, null)).toEqual([])
  })
  test('needs title and slug', () => {
    expect(problems({ ...form, title: ' ', slug: '' })).toEqual(['title', 'slug'])
  })
  test('refuses the page itself as parent', () => {
    expect(problems({ ...form, parent_id: 'p1' })).toEqual(['parent_id'])
    expect(problems({ ...form, parent_id: 'p2' })).toEqual([])
  })
})

test('a page may not take the address of something else', () => {
  expect(isPageSlug('admin')).toBe(false)
  expect(isPageSlug('feed.xml')).toBe(false)
  expect(isPageSlug('about')).toBe(true)
  expect(problems({ ...form, slug: 'admin' })).toEqual(['slug'])
  expect(problems({ ...form, slug: 'admin', parent_id: 'p2' })).toEqual([])
})

test('no page at any depth takes the file that hosts serve for a folder', () => {
  expect(problems({ ...form, slug: 'index' })).toEqual(['slug'])
  expect(problems({ ...form, slug: 'index', parent_id: 'p2' })).toEqual(['slug'])
  const place = (slug: string, parent_id: string | null) => ({ id: slug, slug, parent_id })
  const seen = () => place('house', null)
  expect(pagePath(place('rules', 'house'), seen)).toBe('/house/rules')
  expect(pagePath(place('index', 'house'), seen)).toBeNull()
})
