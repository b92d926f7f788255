import { describe, expect, test } from 'vitest'
import { articlePatch, blankForm, changedFields, formErrors, sameForm } from './form.ts'

const form = { ...blankForm('me'), title: 'A bath', slug: 'a-bath', html: '<p>Tub.</p>' }

describe('whether two texts are the same', () => {
  test('is judged as they would be stored', () => {
    const loose = {
      ...form,
      title: ' A bath ',
      title_emphasis: 'sofa',
      meta_keywords: 'oak,  tile, ',
      tag_ids: ['b', 'a'],
    }
    expect(sameForm(loose, { ...form, meta_keywords: 'oak, tile', tag_ids: ['a', 'b'] })).toBe(true)
  })

  test('the order of a gallery counts, the order of tags does not', () => {
    expect(changedFields({ ...form, gallery: ['a', 'b'] }, { ...form, gallery: ['b', 'a'] })).toEqual([
      'gallery',
    ])
  })

  test('a publish date is an instant, however it is written', () => {
    const at = '2026-11-14T08:00:00+00:00'
    expect(
      sameForm({ ...form, published_at: at }, { ...form, published_at: '2026-11-14T08:00:00.000Z' }),
    ).toBe(true)
  })
})

describe('what is written', () => {
  test('empty texts are null, keywords a list, an emphasis only what the title holds', () => {
    const patch = articlePatch(
      { ...form, title_emphasis: 'bath', meta_keywords: 'oak, , tile', excerpt: '  ' },
      null,
      'draft',
    )
    expect(patch).toMatchObject({
      title_emphasis: 'bath',
      meta_keywords: ['oak', 'tile'],
      excerpt: null,
      meta_title: null,
    })
    expect(articlePatch({ ...form, title_emphasis: 'sofa' }, null, 'draft').title_emphasis).toBeNull()
  })

  test('a save over a stored text writes only what it changes', () => {
    expect(articlePatch({ ...form, excerpt: 'Warm. ' }, form, null)).toEqual({ excerpt: 'Warm.' })
    expect(articlePatch({ ...form, html: '<p>Tap.</p>' }, form, null)).toEqual({
      content: { html: '<p>Tap.</p>' },
      read_time: 1,
    })
    expect(articlePatch({ ...form, title: ' A bath' }, form, 'draft')).toEqual({
      status: 'draft',
      published_at: null,
    })
  })

  test('only a publication carries a date', () => {
    const dated = { ...form, published_at: '2030-01-01T00:00:00.000Z' }
    expect(articlePatch(dated, null, 'published').published_at).toBe('2030-01-01T00:00:00.000Z')
    expect(articlePatch(dated, null, 'draft').published_at).toBeNull()
  })
})

describe('what keeps an article from being saved', () => {
  test('is said by field', () => {
    expect(formErrors(form)).toEqual({})
    expect(formErrors({ ...form, title: ' ' })).toEqual({ title: 'Title is required' })
    expect(formErrors({ ...form, title: 'x'.repeat(301) })).toEqual({
      title: 'Title must be at most 300 characters',
    })
    const long = formErrors({
      ...form,
      meta_title: 'x'.repeat(61),
      meta_description: 'x'.repeat(161),
      slug: 'No Slug',
    })
    expect(Object.keys(long).toSorted()).toEqual(['meta_description', 'meta_title', 'slug'])
  })
})
