import { afterEach, expect, test, vi } from 'vitest'
import { ContentType } from '../../domain/rows/content-type.ts'
import { text } from '../../domain/rows/field.ts'
import { createFormDraft } from './form-draft.ts'

const type = new ContentType({
  fields: { title: text({ label: 'Title', max: 300 }), excerpt: text({ label: 'Excerpt', max: 300 }) },
  columns: {},
})
const kept = { savedAt: '2026-11-21T08:00:00Z', version: 3, form: { title: 'Half a', excerpt: '' } }

function stubStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}

afterEach(() => vi.unstubAllGlobals())

test('what is kept comes back to its person and its form alone', () => {
  stubStorage()
  createFormDraft(type, 'judith', 'page.1').put(kept)
  expect(createFormDraft(type, 'judith', 'page.1').read()).toEqual(kept)
  expect(createFormDraft(type, 'odile', 'page.1').read()).toBeNull()
  expect(createFormDraft(type, 'judith', 'page.2').read()).toBeNull()
  createFormDraft(type, 'judith', 'page.1').remove()
  expect(createFormDraft(type, 'judith', 'page.1').read()).toBeNull()
})

test('a form whose fields have changed since is put back with those it still has', () => {
  const stored = stubStorage()
  stored.set('mantel.form.judith.page.1', JSON.stringify({ ...kept, form: { title: 'Half a', tone: 'dry' } }))
  expect(createFormDraft(type, 'judith', 'page.1').read()).toEqual(kept)
})

test('reads null where no form is stored', () => {
  const stored = stubStorage()
  for (const text of ['{"half":', '[]', '{"form":"text"}']) {
    stored.set('mantel.form.judith.page.1', text)
    expect(createFormDraft(type, 'judith', 'page.1').read()).toBeNull()
  }
})

test('without session storage there is no draft, and no error', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const draft = createFormDraft(type, 'judith', 'page.1')
  expect(() => draft.put(kept)).not.toThrow()
  expect(() => draft.remove()).not.toThrow()
  expect(draft.read()).toBeNull()
})
