import { describe, expect, test } from 'vitest'
import { blankForm } from './editor-form.ts'
import type { SafetyCopy } from './safety-copy.ts'
import { localCopies, offerFor } from './safety-copy.ts'

const form = { ...blankForm('me'), title: 'A bath', html: '<p>Mine</p>' }

function copy(patch: Partial<SafetyCopy> = {}): SafetyCopy {
  return {
    id: 's1',
    userId: 'me',
    articleId: 'a1',
    kind: 'unsaved',
    savedAt: '2026-11-14T09:41:27.000Z',
    version: 3,
    copyVersion: null,
    form,
    ...patch,
  }
}

/** A Storage that holds at most `room` characters. */
function storage(room = Infinity): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

describe('a text found on this device', () => {
  const server = { version: 3, copyVersion: null, form: { ...form, html: '<p>Old</p>' } }

  test('is offered when it continues what the server holds', () => {
    expect(offerFor(copy(), server)).toBe('restore')
  })

  test('is not offered when the server holds the same', () => {
    expect(offerFor(copy(), { ...server, form: { ...form, title: 'A bath ' } })).toBe('none')
  })

  test('never hides a newer text of the server: it can only be compared', () => {
    expect(offerFor(copy(), { ...server, version: 4 })).toBe('compare')
    expect(offerFor(copy(), { ...server, copyVersion: 1 })).toBe('compare')
  })

  test('that gave way to another is always compared', () => {
    expect(offerFor(copy({ kind: 'mine' }), server)).toBe('compare')
  })
})

describe('the store of copies', () => {
  test('gives back what was put, of this user only, the newest first', () => {
    const store = localCopies(storage())
    store.put(copy())
    store.put(copy({ id: 's2', savedAt: '2026-11-14T10:00:00.000Z' }))
    store.put(copy({ id: 's3', userId: 'other' }))
    expect(store.list('me').map(({ id }) => id)).toEqual(['s2', 's1'])
    store.remove(copy())
    expect(store.list('me')).toEqual([copy({ id: 's2', savedAt: '2026-11-14T10:00:00.000Z' })])
  })

  test('says when there is no room, and passes over what it cannot read', () => {
    expect(localCopies(storage(10)).put(copy())).toBe(false)
    const broken = storage()
    broken.setItem('mantel.text.me.x', '{"half":')
    broken.setItem('mantel.text.me.y', '{"id":"y"}')
    expect(localCopies(broken).list('me')).toEqual([])
  })
})
