import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createFormDraft } from './form-draft.ts'

const schema = z.object({ title: z.string() })
const kept = { savedAt: '2026-11-21T08:00:00Z', version: 3, form: { title: 'Half a' } }

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
  createFormDraft(schema, 'judith', 'page.1').put(kept)
  expect(createFormDraft(schema, 'judith', 'page.1').read()).toEqual(kept)
  expect(createFormDraft(schema, 'odile', 'page.1').read()).toBeNull()
  expect(createFormDraft(schema, 'judith', 'page.2').read()).toBeNull()
  createFormDraft(schema, 'judith', 'page.1').remove()
  expect(createFormDraft(schema, 'judith', 'page.1').read()).toBeNull()
})

test('a form that has changed its fields since is not put back', () => {
  stubStorage()
  createFormDraft(z.object({ name: z.string() }), 'judith', 'page.1').put({
    ...kept,
    form: { name: 'Half a' },
  })
  expect(createFormDraft(schema, 'judith', 'page.1').read()).toBeNull()
})

test('a browser that keeps nothing is no reason to fail', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const keeper = createFormDraft(schema, 'judith', 'page.1')
  expect(() => keeper.put(kept)).not.toThrow()
  expect(() => keeper.remove()).not.toThrow()
  expect(keeper.read()).toBeNull()
})
