import { expect, test } from 'vitest'
import { type EditorForm, blankForm } from '../saving/form.ts'
import { columnLabels, restoredForm } from './restored-form.ts'

const current = {
  ...blankForm('me'),
  title: 'Now',
  slug: 'now',
  html: '<p>Now</p>',
  featured: true,
  tag_ids: ['oak'],
  published_at: '2026-11-01T08:00:00.000Z',
}
const before = {
  ...blankForm('somebody'),
  title: 'Before',
  slug: 'before',
  html: '<p>Before</p>',
  tag_ids: ['ash'],
}

const isOwn = (src: string) => src.startsWith('/uploads/')

function restore(revision: Partial<Parameters<typeof restoredForm>[1]>, over: EditorForm = current) {
  return restoredForm(over, { content: null, form: before, missing: [], ...revision }, isOwn)
}

test('a restore brings back the text, and leaves the address, author, date and flags', () => {
  expect(restore({})?.form).toEqual({
    ...current,
    title: 'Before',
    html: '<p>Before</p>',
    tag_ids: ['ash'],
  })
})

test('a field that an older version did not have stays as it is', () => {
  expect(restore({ missing: ['tag_ids'] })?.form.tag_ids).toEqual(['oak'])
})

test('pictures of other hosts that the text has no more are left out and counted, their captions stay', () => {
  const [old, here] = ['https://a.example/old.png', 'https://a.example/here.png']
  const figure = (src: string) =>
    `<figure><img src="${src}" alt="A"><figcaption>The <em>tub</em></figcaption></figure>`
  const html = `<p>a</p>${figure(old)}${figure(here)}${figure('/uploads/a.webp')}<figure><a href="/b"><img src="${old}" alt=""></a></figure>`
  const form = { ...before, html, featured_image: old, gallery: [old, '/uploads/b.webp'] }
  const restored = restore({ form }, { ...current, html: figure(here) })
  expect(restored?.form).toMatchObject({
    html: `<p>a</p><p>The <em>tub</em></p>${figure(here)}${figure('/uploads/a.webp')}`,
    featured_image: null,
    gallery: ['/uploads/b.webp'],
  })
  expect(restored?.leftOut).toEqual(new Map([['picture', 4]]))
})

test('of a story in parts, too, all but pictures of other hosts comes back', () => {
  const old = 'https://a.example/old.png'
  const choices = [
    { id: 'oak', title: 'Oak', image: old, content: `<p>a</p><figure><img src="${old}"></figure>` },
    { title: 'Ash', image: '/uploads/a.webp', content: 'plain' },
  ]
  const parts = { type: 'interactive' as const, choices }
  const restored = restore({ form: { ...before, html: null, parts } })
  expect(restored?.form).toMatchObject({
    html: null,
    parts: { type: 'interactive', choices: [{ ...choices[0], image: '', content: '<p>a</p>' }, choices[1]] },
  })
  expect(restored?.leftOut).toEqual(new Map([['picture', 2]]))
  expect(
    restore({ form: { ...before, html: null, parts } }, { ...current, html: null, parts })?.form,
  ).toEqual(expect.objectContaining({ parts }))
})

test('what a story cannot hold of the version is counted', () => {
  expect(restore({ content: { html: '<p>a</p><svg></svg>' } })?.leftOut).toEqual(new Map([['drawing', 1]]))
})

test('a body that cannot be read takes no other’s place', () => {
  expect(restore({ form: { ...before, html: null } })).toBeNull()
  expect(restore({}, { ...current, html: null })).toBeNull()
})

test('what changed is named as the screen names it', () => {
  expect(columnLabels(['content', 'meta_title', 'status', 'tag_ids'])).toBe(
    'Content, SEO Title, Status, Tags',
  )
})
