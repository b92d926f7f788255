import { describe, expect, test } from 'vitest'
import { DEFAULT_CALENDAR } from '../../../../domain/text/calendar.ts'
import { templateType } from '../../../../domain/story/template.ts'
import { MAX_SLUG_LENGTH, isSlug } from '../../../../domain/sections/slug.ts'
import { isCreated } from './article-record.ts'
import { articlePatch, blankForm, nextSlug, statusPatch, templateForm } from './form.ts'
import { openingState } from './state.ts'

const form = { ...blankForm('me'), title: 'A bath', slug: 'a-bath', html: '<p>Tub.</p>' }

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
    expect(articlePatch({ ...form, excerpt: 'Warm. ' }, form, 'draft')).toEqual({ excerpt: 'Warm.' })
    const html = `<p>${'word '.repeat(460)}</p>`
    expect(articlePatch({ ...form, html }, form, 'draft')).toEqual({ content: { html }, read_time: 2 })
    expect(articlePatch({ ...form, title: ' A bath' }, form, 'draft')).toEqual({})
  })

  test('a body that cannot be read is never written', () => {
    const kept = { ...form, html: null }
    expect(articlePatch({ ...kept, title: 'Other' }, kept, 'draft')).toEqual({ title: 'Other' })
  })

  test('the publish date is published_at of what is published, and kept as publish_at until then', () => {
    const date = '2030-01-01T00:00:00.000Z'
    const dated = { ...form, published_at: date }
    for (const status of ['draft', 'review', 'archived'] as const) {
      const kept = { published_at: null, publish_at: date }
      expect(articlePatch(dated, form, status)).toEqual(kept)
      expect(statusPatch(dated, dated, status)).toEqual({ status, ...kept })
    }
    const published = { published_at: date, publish_at: null }
    expect(articlePatch(dated, form, 'published')).toEqual(published)
    expect(statusPatch(dated, dated, 'published')).toEqual({ status: 'published', ...published })
  })
})

const today = { now: () => new Date('2026-05-03T12:00:00Z'), calendar: DEFAULT_CALENDAR }
const template = {
  ...templateType.columnsOf({ ...templateType.blank(), name: 'Letters' }),
  title_pattern: 'Letters, {month} {year}',
  excerpt: 'From the mailbag.',
  category_id: 'c',
  tag_ids: ['oak'],
}
const fromTemplate = templateForm(template, { html: '<h2>Dear all</h2>', parts: null }, 'me', today)

test('a new article begins with what its template says, dated today', () => {
  expect(fromTemplate).toMatchObject({
    title: 'Letters, May 2026',
    slug: 'letters-may-2026',
    html: '<h2>Dear all</h2>',
    excerpt: 'From the mailbag.',
    category_id: 'c',
    tag_ids: ['oak'],
    author_id: 'me',
  })
})

test('a new article begins in the format of its template', () => {
  const parts = { type: 'interactive' as const, choices: [{ title: 'Oak' }] }
  expect(templateForm(template, { html: null, parts }, 'me', today)).toMatchObject({ html: null, parts })
})

test('the words of a story in parts count for its read time', () => {
  const parts = { type: 'mixed-media' as const, sections: [{ type: 'text', content: 'oak '.repeat(500) }] }
  const before = { ...form, html: null, parts: { ...parts, sections: [{ type: 'text', content: 'oak' }] } }
  expect(articlePatch({ ...before, parts }, before, 'draft')).toEqual({ content: parts, read_time: 2 })
  const sameInOtherOrder = { sections: before.parts.sections, type: before.parts.type }
  expect(articlePatch({ ...before, parts: sameInOtherOrder }, before, 'draft')).toEqual({})
})

test('a new article from a template is not dirty before something is written', () => {
  expect(openingState(null, 'me', fromTemplate).isDirty).toBe(false)
})

const sent = { ...form, title: 'A bath ', category_id: 'gone', tag_ids: ['oak', 'gone'] }
const stored = { ...sent, title: 'A bath', category_id: null, tag_ids: ['oak'] }

test('isCreated matches the sent article although the database dated it and dropped deleted tags and categories', () => {
  expect(isCreated({ version: 1, form: stored }, sent)).toBe(true)
  expect(isCreated({ version: 1, form: { ...stored, published_at: '2026-11-14T09:41:27Z' } }, sent)).toBe(
    true,
  )
})

test('isCreated matches neither another article of the same title nor one that was changed since', () => {
  expect(isCreated({ version: 1, form: { ...stored, html: '<p>An older story.</p>' } }, sent)).toBe(false)
  expect(isCreated({ version: 1, form: { ...stored, author_id: 'other' } }, sent)).toBe(false)
  expect(isCreated({ version: 2, form: stored }, sent)).toBe(false)
})

test('the slug proposed in place of a taken one counts on, and is never longer than a slug may be', () => {
  expect(['a-bath', 'a-bath-2', 'a-bath-99', 'room-1990'].map(nextSlug)).toEqual([
    'a-bath-2',
    'a-bath-3',
    'a-bath-100',
    'room-1990-2',
  ])
  for (const slug of [
    'a'.repeat(200),
    `${'a'.repeat(197)}-b`,
    `${'a'.repeat(197)}-9`,
    `${'ab-'.repeat(66)}cd`,
  ]) {
    const next = nextSlug(slug)
    expect([next.length <= MAX_SLUG_LENGTH, isSlug(next), next === slug]).toEqual([true, true, false])
  }
})
