import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serverClock } from '../../../../backend/server-clock.ts'
import { Body } from '../../../writing/body.ts'
import { blankForm } from './form.ts'
import { type EditorServer, type ScreenEffect, type SessionOptions, EditingSession } from './session.ts'
import { type SaveIntent, openingState, SaveFailure } from './state.ts'
import { type LocalDraft, localDraftStore } from './local-draft.ts'
import type { ArticleRecord, SavedArticle } from './article-record.ts'

const AT = '2026-11-14T09:41:27.000Z'
const form = { ...blankForm('me'), title: 'A bath', slug: 'a-bath', html: '<p>Tub.</p>' }

function article(patch: Partial<SavedArticle> = {}): SavedArticle {
  const times = { hero: false, published_at: null, created_at: AT, updated_at: AT }
  return { id: 'a1', version: 1, status: 'draft', ...times, content: '', form, ...patch }
}

/** A database of one article that responds after 100 ms and refuses old versions. */
function fakeServer() {
  let row: SavedArticle | null = null
  const calls: string[] = []
  /** The body that each save of an article or a working copy sent. */
  const bodies: unknown[] = []
  const later = async <T>(answer: () => T) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return answer()
  }
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
    update: ({ version, article: patch }) => {
      bodies.push(patch.content?.html)
      return call('update', () => {
        if (row?.version !== version) throw new SaveFailure('conflict', '')
        return (row = { ...row, version: version + 1, status: patch.status ?? row.status })
      })
    },
    saveCopy: ({ version, baseVersion, base, form: saved }) => {
      bodies.push(saved.html)
      const kept = { base_version: baseVersion, base, updated_at: AT, updated_by: 'me', form: saved }
      return call('save-copy', () => ({ ...kept, version: (version ?? 0) + 1 }))
    },
    dropCopy: () => call('drop-copy', () => undefined),
    load: () =>
      call('load', (): ArticleRecord => {
        if (!row) throw new SaveFailure('not-found', '')
        return { article: row, workingCopy: null }
      }),
    findCreated: () => call('find', () => row && { article: row, workingCopy: null }),
  }
  return {
    server,
    calls,
    bodies,
    put: (next: SavedArticle) => (row = next),
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

function openSession(
  server: EditorServer,
  opened: ArticleRecord | null,
  found: LocalDraft[] = [],
  patch: Partial<SessionOptions> = {},
) {
  const seen: ScreenEffect[] = []
  const kept = new Map(found.map((one) => [one.id, one]))
  const session = new EditingSession({
    afterPaint: (run) => setTimeout(run, 16),
    opening: openingState(opened, 'me'),
    recovers: true,
    userId: 'me',
    server,
    sessionId: 'this',
    openSessions: () => Promise.resolve(new Set(['open-elsewhere'])),
    onScreen: (effect) => seen.push(effect),
    drafts: {
      list: () => Promise.resolve([...kept.values()]),
      put: (one) => Promise.resolve(void kept.set(one.id, one)),
      remove: ({ id }) => Promise.resolve(void kept.delete(id)),
    },
    ...patch,
  })
  session.start()
  return { session, seen, kept }
}

/** The store of local drafts of one browser. */
function textStore() {
  const texts = new Map<string, string>()
  return localDraftStore([
    {
      entries: (prefix) => Promise.resolve([...texts].filter(([key]) => key.startsWith(prefix))),
      set: (key, value) => Promise.resolve(void texts.set(key, value)),
      delete: (key) => Promise.resolve(void texts.delete(key)),
    },
  ])
}

const draft = (patch: Partial<LocalDraft>): LocalDraft => ({
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

const typed = (html: string) => ({ type: 'edit', patch: { body: new Body(html) } }) as const
const save = (intent: SaveIntent) => ({ type: 'save', intent }) as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an editing session', () => {
  test('creates a new article once, though auto-save and Save Draft meet', async () => {
    const { server, calls } = fakeServer()
    const { session, seen } = openSession(server, null)
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    await vi.advanceTimersByTimeAsync(30_000)
    session.dispatch(save('draft'))
    session.dispatch(save('draft'))
    await vi.advanceTimersByTimeAsync(500)
    expect(calls).toEqual(['create', 'update'])
    expect(seen.filter(({ type }) => type === 'created')).toHaveLength(1)
    expect(seen).toContainEqual({ type: 'notify', title: 'Article saved as draft' })
  })

  test('does not create a second article when only the response was lost', async () => {
    const { server, calls, cutAfterCommit } = fakeServer()
    const { session, seen } = openSession(server, null)
    const mend = cutAfterCommit()
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    session.dispatch(save('draft'))
    await vi.advanceTimersByTimeAsync(200)
    mend()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(calls).toEqual(['create', 'find', 'update'])
    expect(seen.filter(({ type }) => type === 'created')).toHaveLength(1)
    expect(session.state.saved?.id).toBe('a1')
  })

  test('keeps what is typed as a local draft once it is painted, and removes it once it is saved', async () => {
    const { server, put } = fakeServer()
    const opened = { article: put(article()), workingCopy: null }
    const { session, kept } = openSession(server, opened)
    session.dispatch(typed('<p>New</p>'))
    await vi.advanceTimersByTimeAsync(20)
    expect(kept.get('this')).toMatchObject({ articleId: 'a1', version: 1, form: { html: '<p>New</p>' } })
    session.dispatch(save('draft'))
    session.dispatch(typed('<p>New and newer</p>'))
    await vi.advanceTimersByTimeAsync(700)
    expect(kept.get('this')).toMatchObject({ version: 2, form: { html: '<p>New and newer</p>' } })
    session.dispatch(save('draft'))
    await vi.advanceTimersByTimeAsync(700)
    expect(kept.has('this')).toBe(false)
  })

  test('saves when the writer pauses for two seconds, and each 30 seconds without a pause', async () => {
    const { server, put, calls } = fakeServer()
    const { session } = openSession(server, { article: put(article()), workingCopy: null })
    session.dispatch(typed('<p>A</p>'))
    await vi.advanceTimersByTimeAsync(1_900)
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(calls).toEqual(['update'])
    for (let key = 0; key < 28; key += 1) {
      session.dispatch(typed(`<p>A${key}</p>`))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(calls).toEqual(['update', 'update'])
  })

  test('says when the browser keeps no local draft', async () => {
    const drafts = {
      list: () => Promise.resolve([]),
      put: () => Promise.reject(new Error('full')),
      remove: () => Promise.resolve(),
    }
    const { session } = openSession(fakeServer().server, null, [], { drafts })
    session.dispatch({ type: 'edit', patch: { title: 'A bath' } })
    await session.flush()
    expect(session.view().localDraftFailed).toBe(true)
    session.dispatch({ type: 'edit', patch: { title: '' } })
    await session.flush()
    expect(session.view().localDraftFailed).toBe(false)
  })

  test('finds the local drafts of this article, except drafts that are in use or contain nothing new', async () => {
    const found = [
      draft({ kind: 'mine' }),
      draft({ id: 'open-elsewhere' }),
      draft({ id: 'other-article', articleId: 'a2' }),
      draft({ id: 'nothing', form: blankForm('me') }),
    ]
    const { session, kept } = openSession(fakeServer().server, null, found)
    await vi.advanceTimersByTimeAsync(0)
    expect(session.view().drafts.map(({ id }) => id)).toEqual(['old'])
    expect(session.state.form.body?.html).toBe('')
    expect(kept.has('nothing')).toBe(false)
    await session.restore(draft({ kind: 'mine' }))
    expect(session.state.form.body?.html).toBe('<p>Lost?</p>')
    expect([kept.has('old'), kept.get('this')?.form.html]).toEqual([false, '<p>Lost?</p>'])
    expect(session.view().drafts).toEqual([])
  })

  test('restores by itself a local draft that nobody has saved over, and drops it again', async () => {
    const { session, kept } = openSession(fakeServer().server, null, [draft({})])
    await vi.advanceTimersByTimeAsync(0)
    expect(session.state.form.body?.html).toBe('<p>Lost?</p>')
    expect(session.view().recovered).toMatchObject({ savedAt: AT })
    expect([...kept.keys()]).toEqual(['this'])
    session.dropRecovered()
    await vi.advanceTimersByTimeAsync(20)
    expect([session.state.form.body?.html, session.view().recovered]).toEqual(['', null])
    expect(kept.size).toBe(0)
  })

  test.each([
    ['first', 0],
    ['last', 0],
    ['first', 5_000],
    ['last', -5_000],
  ])(
    'restores the text that was changed last, whose tab was closed %s and takes the server to be %i ms ahead',
    async (closed, ahead) => {
      const drafts = textStore()
      const tab = (sessionId: string) =>
        openSession(fakeServer().server, null, [], { sessionId, drafts }).session
      const [older, newer] = [tab('older'), tab('newer')]
      const estimate = vi.spyOn(serverClock, 'now')
      const inTab = async (session: EditingSession, act: () => unknown) => {
        const now = Date.now() + (session === newer ? ahead : 0)
        estimate.mockReturnValue(new Date(now))
        act()
        await vi.advanceTimersByTimeAsync(20)
      }
      for (const session of [older, newer]) {
        const title = session === older ? 'The first thought' : 'The second thought'
        await inTab(session, () => session.dispatch({ type: 'edit', patch: { title } }))
      }
      for (const session of closed === 'first' ? [newer, older] : [older, newer])
        await inTab(session, () => session.flush())
      const again = tab('again')
      await vi.advanceTimersByTimeAsync(0)
      expect(again.state.form.title).toBe('The second thought')
      estimate.mockRestore()
    },
  )

  test('drops restored text that is saved meanwhile and was not changed', async () => {
    const { session } = openSession(fakeServer().server, null, [draft({})])
    await vi.advanceTimersByTimeAsync(0)
    session.dispatch({ type: 'save', intent: 'auto' })
    await vi.advanceTimersByTimeAsync(200)
    expect([session.state.isDirty, session.view().recovered !== null]).toEqual([false, true])
    session.dropRecovered()
    expect(session.view().drafts).toEqual([])
  })

  test('keeps what was typed after a restore when the restored text is dropped', async () => {
    const { session } = openSession(fakeServer().server, null, [draft({})])
    await vi.advanceTimersByTimeAsync(0)
    session.dispatch({ type: 'edit', patch: { title: 'Typed since' } })
    session.dropRecovered()
    expect(session.view().drafts).toMatchObject([{ kind: 'mine', form: { title: 'Typed since' } }])
  })

  test.each([
    ['something was typed meanwhile', {}],
    ['the article begins with a template', { recovers: false }],
  ])('does not restore by itself when %s', async (_, patch) => {
    const { session } = openSession(fakeServer().server, null, [draft({})], patch)
    if (!('recovers' in patch)) session.dispatch({ type: 'edit', patch: { title: 'Typed' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(session.state.form.body?.html).toBe('')
    expect(session.view().drafts.map(({ id }) => id)).toEqual(['old'])
  })

  test('shows what another tab saved, and ignores versions that were loaded before its own save', async () => {
    const { server, put, calls } = fakeServer()
    const { session, seen } = openSession(server, { article: put(article()), workingCopy: null })
    const before = session.state
    put(article({ version: 2, form: { ...form, html: '<p>Theirs</p>' } }))
    session.compareVersions({ version: 2, copyVersion: null })
    await vi.advanceTimersByTimeAsync(100)
    expect([session.state.form.body?.html, session.state.isDirty]).toEqual(['<p>Theirs</p>', false])
    expect(seen).toMatchObject([{ type: 'notify', title: 'This article was saved elsewhere' }])
    session.compareVersions({ version: 1, copyVersion: null }, before)
    expect(calls).toEqual(['load'])
  })

  test('loses neither text when two people save', async () => {
    const { server, put } = fakeServer()
    const { session, kept } = openSession(server, { article: put(article()), workingCopy: null })
    put(article({ version: 2, form: { ...form, html: '<p>Theirs</p>' } }))
    session.dispatch(typed('<p>Mine</p>'))
    session.dispatch(save('draft'))
    await vi.advanceTimersByTimeAsync(300)
    expect(session.state.save.kind).toBe('conflict')
    session.dispatch({ type: 'resolve', choice: 'theirs' })
    expect([session.state.form.body?.html, session.state.isDirty]).toEqual(['<p>Theirs</p>', false])
    expect(session.view().drafts[0]).toMatchObject({ kind: 'mine', form: { html: '<p>Mine</p>' } })
    expect([...kept.values()].some(({ form: { html } }) => html === '<p>Mine</p>')).toBe(true)
  })

  test('saves what is left when it ends; of its effects only the change of the article still reaches the screen', async () => {
    const { server, calls } = fakeServer()
    const { session, seen, kept } = openSession(server, null)
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
    const { session } = openSession(server, {
      article: put(article({ status: 'published' })),
      workingCopy: null,
    })
    session.dispatch(typed('<p>Saved</p>'))
    await vi.advanceTimersByTimeAsync(2_200)
    session.dispatch(typed('<p>Saved, and more</p>'))
    const discarded = session.discardWorkingCopy()
    await vi.advanceTimersByTimeAsync(150)
    expect(calls).toEqual(['save-copy', 'save-copy', 'drop-copy'])
    expect(session.state.workingCopy?.form.html).toBe('<p>Saved, and more</p>')
    session.dispatch(typed('<p>Meanwhile</p>'))
    await vi.advanceTimersByTimeAsync(100)
    await discarded
    expect(session.state.form.body?.html).toBe('<p>Tub.</p>')
    expect(session.view().drafts).toMatchObject([{ kind: 'mine', form: { html: '<p>Meanwhile</p>' } }])
  })

  test('retries by itself when the connection was lost', async () => {
    const { server, put, connect, calls } = fakeServer()
    const { session, seen } = openSession(server, { article: put(article()), workingCopy: null })
    connect(false)
    session.dispatch(typed('<p>New</p>'))
    session.dispatch(save('review'))
    await vi.advanceTimersByTimeAsync(200)
    expect(session.state.save.kind).toBe('offline')
    expect(seen).toMatchObject([{ tone: 'destructive', title: 'Failed to save article' }])
    connect(true)
    await vi.advanceTimersByTimeAsync(5_200)
    expect(calls).toEqual(['update', 'update'])
    expect(session.state.saved?.status).toBe('review')
  })
})

describe('the restore of an older version', () => {
  const OLD = { ...form, html: '<p>Old</p>' }
  const opened = (patch: Partial<SavedArticle> = {}) => {
    const fake = fakeServer()
    const { session } = openSession(fake.server, { article: fake.put(article(patch)), workingCopy: null })
    const restore = async () => {
      const restored = session.restoreVersion(OLD)
      await vi.advanceTimersByTimeAsync(1_000)
      return restored
    }
    return { ...fake, session, restore }
  }

  test('saves what was typed before', async () => {
    const { session, restore, calls, bodies } = opened()
    session.dispatch(typed('<p>Typed</p>'))
    expect(await restore()).toBe(true)
    expect([calls, bodies]).toEqual([
      ['update', 'update'],
      ['<p>Typed</p>', '<p>Old</p>'],
    ])
    expect(session.state.form.body?.html).toBe('<p>Old</p>')
  })

  test('waits for Update in a published article, whose unpublished changes are discarded into the history', async () => {
    const { session, restore, calls, bodies } = opened({ status: 'published' })
    session.dispatch(typed('<p>Waiting</p>'))
    expect(await restore()).toBe(true)
    expect(calls).toEqual(['save-copy', 'drop-copy', 'save-copy'])
    expect(bodies).toEqual(['<p>Waiting</p>', '<p>Old</p>'])
    expect(session.state.saved?.form.html).toBe('<p>Tub.</p>')
  })

  test('brings back a story in parts over a text', async () => {
    const { session, bodies } = opened()
    const parts = { type: 'interactive' as const, choices: [{ title: 'Oak' }] }
    void session.restoreVersion({ ...form, html: null, parts })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.state.form).toMatchObject({ body: null, parts })
    expect(bodies).toEqual([undefined])
  })

  test('keeps the body where the body of the version cannot be read', async () => {
    const parts = { type: 'interactive' as const, choices: [{ title: 'Oak' }] }
    const { session } = opened({ form: { ...form, html: null, parts } })
    void session.restoreVersion({ ...form, title: 'Old', html: null, parts: null })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.state.form).toMatchObject({ title: 'Old', body: null, parts })
  })

  test('does nothing while the text on the screen cannot be saved', async () => {
    const { session, restore, connect } = opened()
    connect(false)
    session.dispatch(typed('<p>Typed</p>'))
    expect(await restore()).toBe(false)
    expect(session.state.form.body?.html).toBe('<p>Typed</p>')
  })

  test('does not overwrite a text that somebody saved in the meantime: a conflict dialog opens', async () => {
    const { session, restore, put, calls } = opened()
    put(article({ version: 2, form: { ...form, html: '<p>Theirs</p>' } }))
    expect(await restore()).toBe(true)
    expect(calls).toEqual(['update', 'load'])
    expect(session.state.save).toMatchObject({ kind: 'conflict', isPrompting: true })
  })
})
