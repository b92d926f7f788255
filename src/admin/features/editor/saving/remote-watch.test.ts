import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blankForm } from './form.ts'
import { watchRemote } from './remote-watch.ts'
import { EditingSession } from './session.ts'
import { type Versions, openingState } from './state.ts'

const AT = '2026-11-14T09:41:27.000Z'
const never = () => Promise.reject(new Error('not used'))

/** An open article, the requests for its versions and how long each takes. */
function watched(loadVersions: () => Promise<Versions | null>) {
  const article = {
    id: 'a1',
    version: 1,
    status: 'draft' as const,
    hero: false,
    published_at: null,
    created_at: AT,
    updated_at: AT,
    content: '',
    form: { ...blankForm('me'), title: 'A bath', slug: 'a-bath' },
  }
  const session = new EditingSession({
    opening: openingState({ article, workingCopy: null }, 'me'),
    recovers: false,
    userId: 'me',
    server: {
      create: never,
      update: never,
      saveCopy: never,
      dropCopy: never,
      load: never,
      findCreated: never,
    },
    drafts: {
      list: () => Promise.resolve([]),
      put: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    sessionId: 's1',
    openSessions: () => Promise.resolve(new Set()),
    onScreen: () => undefined,
  })
  const load = vi.fn(loadVersions)
  const compare = vi.spyOn(session, 'compareVersions').mockReturnValue()
  return { load, compare, stop: watchRemote(session, load) }
}

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(() => resolve(value), ms)
  })

beforeEach(() => {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a save on another device is known within a second, also where each request takes 250 ms', async () => {
  let version = 1
  const { compare, stop } = watched(() => after(250, { version, copyVersion: null }))
  await vi.advanceTimersByTimeAsync(10_000)
  for (let save = 0; save < 10; save += 1) {
    version += 1
    await vi.advanceTimersByTimeAsync(999)
    expect(compare.mock.lastCall?.[0]).toEqual({ version, copyVersion: null })
  }
  stop()
})

test('a tab in which nobody has typed for an hour polls as often as before', async () => {
  const { load, stop } = watched(() => Promise.resolve({ version: 1, copyVersion: null }))
  await vi.advanceTimersByTimeAsync(3_600_000)
  const before = load.mock.calls.length
  await vi.advanceTimersByTimeAsync(7_000)
  expect(load.mock.calls.length - before).toBe(10)
  stop()
})

test('polls seldom after three failures in a row, and as often as before once a request succeeds', async () => {
  let isDown = true
  const { load, stop } = watched(() =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve({ version: 1, copyVersion: null }),
  )
  await vi.advanceTimersByTimeAsync(2_100)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(load).toHaveBeenCalledTimes(3)
  isDown = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(1_400)
  expect(load).toHaveBeenCalledTimes(6)
  stop()
})

test('polls at once when the tab is shown, never while it is hidden, with one request at a time', async () => {
  const { load, stop } = watched(() => after(5_000, { version: 1, copyVersion: null }))
  Object.assign(document, { visibilityState: 'hidden' })
  await vi.advanceTimersByTimeAsync(7_000)
  expect(load).not.toHaveBeenCalled()
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(load).toHaveBeenCalledTimes(1)
  stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(load).toHaveBeenCalledTimes(1)
})
