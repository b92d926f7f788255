import { describe, expect, test } from 'vitest'
import { Sections } from '../../../domain/sections/section.ts'
import { sectionRows } from '../../../../supabase/seed/categories.ts'
import type { PagePlace } from './data/pages.ts'
import { addressOf, pagesBelow, possibleParents, slugProblem } from './page-places.ts'

const place = (id: string, parent_id: string | null, more: Partial<PagePlace> = {}): PagePlace => ({
  id,
  title: id.toUpperCase(),
  slug: id,
  status: 'published',
  parent_id,
  ...more,
})

const OUTLINE = [place('press', null), place('kit', 'press'), place('logos', 'kit'), place('imprint', null)]
const ids = (places: readonly PagePlace[]) => places.map(({ id }) => id)

test('readers find a page below its parents, and at the root below one they do not see', () => {
  expect(addressOf(place('logos', 'kit'), OUTLINE)).toBe('/press/kit/logos')
  const hidden = [place('press', null, { status: 'draft' }), ...OUTLINE.slice(1)]
  expect(addressOf(place('logos', 'kit'), hidden)).toBe('/kit/logos')
  expect(addressOf(place('browse', null), OUTLINE)).toBeNull()
})

test('a page can be placed neither below itself nor below its descendants', () => {
  expect(ids(pagesBelow('press', OUTLINE))).toEqual(['kit', 'logos'])
  expect(ids(possibleParents('press', OUTLINE))).toEqual(['imprint'])
  expect(ids(possibleParents('logos', OUTLINE))).toEqual(['press', 'kit', 'imprint'])
  expect(possibleParents(null, OUTLINE)).toHaveLength(4)
})

const SECTIONS = new Sections(sectionRows())

describe('a slug', () => {
  test('is refused where the site, a section or another page has the address', () => {
    expect(slugProblem({ id: null, slug: 'guides-tips', parent_id: null }, OUTLINE, SECTIONS)).toBe(
      'The slug "guides-tips" is used by the site itself',
    )
    expect(slugProblem({ id: null, slug: 'guides-tips', parent_id: 'press' }, OUTLINE, SECTIONS)).toBeNull()
    expect(slugProblem({ id: null, slug: 'browse', parent_id: null }, OUTLINE, SECTIONS)).toBe(
      'The slug "browse" is used by the site itself',
    )
    expect(slugProblem({ id: null, slug: 'kit', parent_id: 'press' }, OUTLINE, SECTIONS)).toBe(
      'The page “KIT” already has this address',
    )
  })

  test('is free below another page, for the page itself, and while it is being typed', () => {
    expect(slugProblem({ id: null, slug: 'browse', parent_id: 'press' }, OUTLINE, SECTIONS)).toBeNull()
    expect(slugProblem({ id: null, slug: 'kit', parent_id: null }, OUTLINE, SECTIONS)).toBeNull()
    expect(slugProblem({ id: 'kit', slug: 'kit', parent_id: 'press' }, OUTLINE, SECTIONS)).toBeNull()
    expect(slugProblem({ id: null, slug: 'Kit!', parent_id: null }, OUTLINE, SECTIONS)).toBeNull()
  })
})
