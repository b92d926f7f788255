import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { blankForm } from './editor-form.ts'
import { EditorSession } from './editor-session.ts'
import { openingState } from './editor-state.ts'
import type { SafetyCopy } from './safety-copy.ts'
import { SaveFailure } from './save-failure.ts'
import type { EditorServer, ScreenEffect, SessionOptions } from './session-options.ts'
import type { ServerText, StoredArticle } from './texts.ts'

const AT = '2026-11-14T09:41:27.000Z'
const form = { ...blankForm('me'), title: 'A bath', slug: 'a-bath', html: '<p>Tub.</p>' }

function article(patch: Partial<StoredArticle> = {}): StoredArticle {
  const times = { published_at: null, created_at: AT, updated_at: AT }
  return { id: 'a1', version: 1, status: 'draft', ...times, content: '', form, ...patch }
}

/** A database of one article that answers after 100 ms and refuses old versions. */
function fakeServer() {
  let row: StoredArticle | null = null
  const calls: string[] = []
  const later = <T>(answer: () => T) =>
    new Promise<T>((resolve, reject) => {
      setTimeout(() => {
        try {
          resolve(answer())
        } catch (error) {
          reject(error as Error)
        }
      }, 100)
    })
  let connected = true
  const call = <T>(name: string, answer: () => T) => {
    calls.push(name)
    if (!connected)
      return later<T>(() => {
        throw new SaveFailure('network', '')
      })
    return later(answer)
  }
  const server: EditorServer = {
    create: (patch) =>
      call(
        'create',
        () => (row = article({ form: { ...form, title: patch.title ?? '', slug: patch.slug ?? '' } })),
      ),
    update: ({ version, article: patch }) =>
      call('update', () => {
        if (row?.version !== version) throw new SaveFailure('conflict', '')
        return (row = { ...row, version: version + 1, status: patch.status ?? row.status })
      }),
    saveCopy: (effect) =>
      call('save-copy', () => ({
        version: (effect.version ?? 0) + 1,
        base_version: effect.baseVersion,
        base: effect.base,
        updated_at: AT,
        updated_by: 'me',
        form: effect.form,
      })),
    dropCopy: () => call('drop-copy', () => undefined),
    load: () =>
      call('load', (): ServerText => {
        if (!row) throw new SaveFailure('not-found', '')
        return { article: row, workingCopy: null }
      }),
    findCreated: () => call('find', () => row && { article: row, workingCopy: null }),
  }
  return {
    server,
    calls,
    put: (next: StoredArticle) => (row = next),
    cutAfterCommit: () => {
      const { create } = server
      server.create = async (...args) => {
        await create(...args)
        throw new SaveFailure('network', '')
      }
      return () => (server.create = create)
    },
    connect: (on: boolean) => (connected = on),
  }
}

function sitting(server: EditorServer, opened: ServerText | null, copies: SafetyCopy[] = [], room = true) {
  const seen: ScreenEffect[] = []
  const kept = new Map(copies.map((copy) => [copy.id, copy]))
  const options: SessionOptions = {
    opening: openingState(opened, 'me'),
    userId: 'me',
    server,
    sittingId: 'this',
    newId: () => `new-${kept.size}`,
    openSittings: () => Promise.resolve(new Set(['open-elsewhere'])),
    onScreen: (effect) => seen.push(effect),
    copies: {
      list: () => [...kept.values()],
      put: (copy) => room && kept.set(copy.id, copy).size > 0,
      remove: ({ id }) => void kept.delete(id),
    },
  }
  const session = new EditorSession(options)
  session.start()
  return { session, seen, kept }
}

const copy = (patch: Partial<SafetyCopy>): SafetyCopy => ({
  id: 'old',
  userId: 'me',
  articleId: null,
  kind: 'unsaved',
  savedAt: AT,
  version: null,
  copyVersion: null,
  form: { ...form, html: '<p>Lost?</p>' },
  ...patch,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a sitting', () => {
  test('creates a new article once, though auto-save and Save Draft meet', async () => {
    const { server, calls } = fakeServer()
    const { session, seen } = sitting(server, null)
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    await vi.advanceTimersByTimeAsync(30_000)
    session.dispatch({ type: 'save', intent: 'draft' })
    session.dispatch({ type: 'save', intent: 'draft' })
    await vi.advanceTimersByTimeAsync(500)
    expect(calls).toEqual(['create', 'update'])
    expect(seen.filter(({ type }) => type === 'created')).toHaveLength(1)
    expect(seen).toContainEqual({ type: 'notify', tone: 'default', title: 'Article saved as draft' })
  })

  test('does not create a second article when only the answer was lost', async () => {
    const { server, calls, cutAfterCommit } = fakeServer()
    const { session } = sitting(server, null)
    const mend = cutAfterCommit()
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    session.dispatch({ type: 'save', intent: 'draft' })
    await vi.advanceTimersByTimeAsync(200)
    mend()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(calls).toEqual(['create', 'find', 'update'])
    expect(session.state.stored?.id).toBe('a1')
  })

  test('keeps what is typed on this device half a second later, and lets it go once it is saved', async () => {
    const { server, put } = fakeServer()
    const opened = { article: put(article()), workingCopy: null }
    const { session, kept } = sitting(server, opened)
    session.dispatch({ type: 'edit', patch: { html: '<p>New</p>' } })
    await vi.advanceTimersByTimeAsync(500)
    expect(kept.get('this')).toMatchObject({ articleId: 'a1', version: 1, form: { html: '<p>New</p>' } })
    session.dispatch({ type: 'save', intent: 'draft' })
    session.dispatch({ type: 'edit', patch: { html: '<p>New and newer</p>' } })
    await vi.advanceTimersByTimeAsync(700)
    expect(kept.get('this')).toMatchObject({ version: 2, form: { html: '<p>New and newer</p>' } })
    session.dispatch({ type: 'save', intent: 'draft' })
    await vi.advanceTimersByTimeAsync(700)
    expect(kept.has('this')).toBe(false)
  })

  test('says when the device keeps nothing', () => {
    const { session } = sitting(fakeServer().server, null, [], false)
    expect(session.flush()).toBe(true)
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    expect(session.flush()).toBe(false)
    expect(session.snapshot().unsafe).toBe(true)
  })

  test('offers the texts of ended sittings at this article, and applies none by itself', async () => {
    const { server } = fakeServer()
    const copies = [
      copy({}),
      copy({ id: 'open-elsewhere' }),
      copy({ id: 'other-article', articleId: 'a2' }),
      copy({ id: 'nothing', form: blankForm('me') }),
    ]
    const { session, kept } = sitting(server, null, copies)
    await vi.advanceTimersByTimeAsync(0)
    expect(session.snapshot().offers.map(({ id }) => id)).toEqual(['old'])
    expect(session.state.form.html).toBe('')
    expect(kept.has('nothing')).toBe(false)
    session.restore(copy({}))
    expect(session.state.form.html).toBe('<p>Lost?</p>')
    expect([kept.has('old'), kept.get('this')?.form.html]).toEqual([false, '<p>Lost?</p>'])
    expect(session.snapshot().offers).toEqual([])
  })

  test('loses neither text when two people save', async () => {
    const { server, put } = fakeServer()
    const { session, kept } = sitting(server, { article: put(article()), workingCopy: null })
    put(article({ version: 2, form: { ...form, html: '<p>Theirs</p>' } }))
    session.dispatch({ type: 'edit', patch: { html: '<p>Mine</p>' } })
    session.dispatch({ type: 'save', intent: 'draft' })
    await vi.advanceTimersByTimeAsync(300)
    expect(session.state.conflict?.phase).toBe('choose')
    session.dispatch({ type: 'resolve', choice: 'theirs' })
    expect(session.state.form.html).toBe('<p>Theirs</p>')
    expect(session.snapshot().offers[0]).toMatchObject({ kind: 'mine', form: { html: '<p>Mine</p>' } })
    expect([...kept.values()].some(({ form: { html } }) => html === '<p>Mine</p>')).toBe(true)
  })

  test('saves what is left when it ends, and tells a screen that is gone only that the article has changed', async () => {
    const { server, calls } = fakeServer()
    const { session, seen, kept } = sitting(server, null)
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    const ended = session.end()
    expect(kept.has('this')).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    await ended
    expect([calls, kept.has('this')]).toEqual([['create'], false])
    expect(seen).toEqual([{ type: 'article-saved', intent: 'auto' }])
  })

  test('discards unpublished changes into the history whole, and keeps what is typed meanwhile', async () => {
    const { server, put, calls } = fakeServer()
    const { session } = sitting(server, { article: put(article({ status: 'published' })), workingCopy: null })
    session.dispatch({ type: 'edit', patch: { html: '<p>Saved</p>' } })
    await vi.advanceTimersByTimeAsync(30_200)
    session.dispatch({ type: 'edit', patch: { html: '<p>Saved, and more</p>' } })
    const discarded = session.discardWorkingCopy()
    await vi.advanceTimersByTimeAsync(150)
    expect(calls).toEqual(['save-copy', 'save-copy', 'drop-copy'])
    expect(session.state.workingCopy?.form.html).toBe('<p>Saved, and more</p>')
    session.dispatch({ type: 'edit', patch: { html: '<p>Meanwhile</p>' } })
    await vi.advanceTimersByTimeAsync(100)
    await discarded
    expect(session.state.form.html).toBe('<p>Tub.</p>')
    expect(session.snapshot().offers).toMatchObject([{ kind: 'mine', form: { html: '<p>Meanwhile</p>' } }])
  })

  test('tries again by itself when the connection was lost', async () => {
    const { server, put, connect, calls } = fakeServer()
    const { session } = sitting(server, { article: put(article()), workingCopy: null })
    connect(false)
    session.dispatch({ type: 'edit', patch: { html: '<p>New</p>' } })
    session.dispatch({ type: 'save', intent: 'review' })
    await vi.advanceTimersByTimeAsync(200)
    expect(session.state.trouble?.kind).toBe('offline')
    connect(true)
    await vi.advanceTimersByTimeAsync(5_200)
    expect(calls).toEqual(['update', 'update'])
    expect(session.state.stored?.status).toBe('review')
  })
})
