import { describe, expect, test } from 'vitest'
import { blankForm } from './form.ts'
import { type LocalDraft, localDraftStore, recoveryFor, webStorage } from './local-draft.ts'

const form = { ...blankForm('me'), title: 'A bath', html: '<p>Mine</p>' }

function draft(patch: Partial<LocalDraft> = {}): LocalDraft {
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
    expect(recoveryFor(draft(), server)).toBe('restore')
  })

  test('is not offered when the server holds the same', () => {
    expect(recoveryFor(draft(), { ...server, form: { ...form, title: 'A bath ' } })).toBe('none')
  })

  test('never hides a newer text of the server: it can only be compared', () => {
    expect(recoveryFor(draft(), { ...server, version: 4 })).toBe('compare')
    expect(recoveryFor(draft(), { ...server, copyVersion: 1 })).toBe('compare')
  })

  test('that gave way to another is always compared', () => {
    expect(recoveryFor(draft({ kind: 'mine' }), server)).toBe('compare')
  })
})

describe('the store of local drafts', () => {
  const store = (...storages: Storage[]) => localDraftStore(storages.map((one) => webStorage(() => one)))

  test('lists the drafts of one user, the newest first', async () => {
    const drafts = store(storage())
    await drafts.put(draft())
    await drafts.put(draft({ id: 's2', savedAt: '2026-11-14T10:00:00.000Z' }))
    await drafts.put(draft({ id: 's3', userId: 'other' }))
    expect((await drafts.list('me')).map(({ id }) => id)).toEqual(['s2', 's1'])
    await drafts.remove(draft())
    expect((await drafts.list('me')).map(({ id }) => id)).toEqual(['s2'])
  })

  test('rejects when there is no room, and ignores what it cannot read', async () => {
    await expect(store(storage(10)).put(draft())).rejects.toThrow('full')
    const broken = storage()
    broken.setItem('mantel.text.me.x', '{"half":')
    broken.setItem('mantel.text.me.y', '{"id":"y"}')
    expect(await store(broken).list('me')).toEqual([])
  })

  test('writes to the next storage when the first refuses, and finds the drafts of both', async () => {
    const old = storage()
    await store(old).put(draft({ id: 'old' }))
    await store(storage(10), old).put(draft())
    expect(await store(storage(10), old).list('me')).toHaveLength(2)
  })
})
