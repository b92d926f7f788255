import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BuildOptions, Builds } from './builds.ts'
import type { BegunBuild } from './database/outbox.ts'
import type { NextRun } from './publish-loop.ts'

const syncs = vi.hoisted(() => [] as string[])
const backend = vi.hoisted(() => ({
  next_due_ms: null as number | null,
  newsUntil: null as number | null,
  /** What is claimed next, in order; then nothing more. */
  claims: [] as Partial<BegunBuild>[],
  /** What builds were recorded as: null as live, or the reason of a failure. */
  outcomes: [] as (string | null)[],
  /** The files that an update changes. */
  files: [] as string[],
  /** Whether the answer gets lost when a build is recorded as live. */
  losesAnswer: false,
}))
/** The stories that the renderer was given, a list each time, and 'update' each time that the site was updated. */
const done = vi.hoisted(() => [] as (string[] | 'update')[])
/** The rows whose pages files are. */
const OWNERS = vi.hoisted(
  () =>
    new Map([
      ['article/a.html', 'articles a'],
      ['article/b.html', 'articles b'],
    ]),
)
/** How often the render process was sent to rest, and woken. */
const rests = vi.hoisted(() => ({ rest: 0, wake: 0 }))
/** The files that search engines were told of, each time. */
const told = vi.hoisted(() => [] as string[][])
/** What happens while the bucket is compared. */
const comparing = vi.hoisted(() => ({ act: (): void | Promise<void> => undefined }))

vi.mock('./database/outbox.ts', () => ({
  Outbox: class {
    begin = async () => ({
      build_id: 1,
      events: [],
      rows: {},
      has_more: false,
      is_many: false,
      is_import: false,
      are_together: false,
      next_due_ms: backend.next_due_ms,
      ...backend.claims.shift(),
    })
    finish = async (_build: unknown, _stats: unknown, failure: string | null) => {
      backend.outcomes.push(failure)
      if (backend.losesAnswer) throw new Error('no answer')
      return backend.next_due_ms
    }
    recordProblems = async () => undefined
  },
}))
vi.mock('./open-site.ts', () => ({
  openSite: async () => ({
    pictures: { refused: () => [], failedFetches: new Map() },
    renderer: {
      get newsUntil() {
        return backend.newsUntil
      },
      skipped: () => [],
      rest: () => void (rests.rest += 1),
      wake: async () => void (rests.wake += 1),
      preview: async () => null,
      shownPictures: async () => [],
      applyEvents: async ({ events }: BegunBuild) => {
        done.push(events.map(({ entity_id }) => entity_id))
        if (events.length > 1) await new Promise((resolve) => setTimeout(resolve, events.length))
        return []
      },
    },
    update: async () => {
      done.push('update')
      return { rendered: 0, removed: 0, problems: [], firstFiles: backend.files, owners: OWNERS }
    },
    takeChanged: () => [],
    stop: async () => undefined,
  }),
}))
vi.mock('./delivery/index-now.ts', () => ({
  IndexNow: class {
    tell = (files: Iterable<string>) => void told.push([...files])
  },
}))
vi.mock('./built-mark.ts', () => ({ markBuilt: async () => undefined }))
vi.mock('./pictures/background-jobs.ts', () => ({
  PictureJobs: class {
    retryFailed = () => undefined
    prefetch = () => undefined
    removeUnused = () => undefined
    proposeMissing = () => undefined
    stop = async () => undefined
  },
}))
vi.mock('./delivery/mirror.ts', () => ({
  Mirror: class {
    sync = async () => void syncs.push('changes')
    syncAll = async () => {
      syncs.push('all')
      await comparing.act()
    }
    pending = () => 0
    pause = async () => undefined
    close = async () => undefined
  },
}))

const NO_NEXT: NextRun = {
  requested: new AbortController().signal,
  claimPublish: () => undefined,
  dueIn: () => undefined,
}

beforeEach(() => {
  vi.useFakeTimers()
  syncs.length = 0
  done.length = 0
  Object.assign(rests, { rest: 0, wake: 0 })
  backend.next_due_ms = null
  backend.newsUntil = null
  backend.claims = []
  backend.outcomes = []
  backend.losesAnswer = false
  backend.files = []
  told.length = 0
  comparing.act = () => undefined
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(isTakenOver: boolean, next = NO_NEXT, options: Partial<BuildOptions> = {}) {
  const onDue = vi.fn()
  const builds = await Builds.open({
    ...options,
    lease: { isTakenOver },
    delivery: {},
    siteUrl: 'http://localhost:4321',
    distDir: '/nowhere',
    dataDir: '/tmp',
    report: () => undefined,
    onDue,
  } as unknown as BuildOptions)
  await builds.run('full', next)
  await builds.run('publish', next)
  return { builds, onDue }
}

test('after another publisher the bucket is compared with the folder once more, two minutes later', async () => {
  const { builds, onDue } = await open(true)
  expect(syncs).toEqual(['all', 'changes'])
  vi.advanceTimersByTime(119_000)
  expect(onDue).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(onDue).toHaveBeenCalledOnce()
  await builds.run('catch-up', NO_NEXT)
  await builds.run('publish', NO_NEXT)
  expect(syncs).toEqual(['all', 'changes', 'all', 'changes'])
})

test('the second comparison is made also when it is due during the first', async () => {
  comparing.act = () => {
    vi.advanceTimersByTime(120_000)
    comparing.act = () => undefined
  }
  const { builds } = await open(true)
  await builds.run('publish', NO_NEXT)
  expect(syncs).toEqual(['all', 'all', 'changes'])
})

test('a build is due as soon as a story is no longer news, unless the publisher is stopped', async () => {
  backend.newsUntil = Date.now() + 3_600_000
  const { onDue } = await open(false)
  const stopped = await open(false)
  await stopped.builds.stop()
  vi.advanceTimersByTime(3_600_000)
  expect(onDue).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(onDue).toHaveBeenCalledOnce()
  expect(stopped.onDue).not.toHaveBeenCalled()
})

test('a build that may be recorded as live is not recorded as failed when the answer gets lost', async () => {
  const { builds } = await open(false)
  backend.outcomes = []
  backend.losesAnswer = true
  await expect(builds.run('publish', NO_NEXT)).rejects.toThrow('no answer')
  expect(backend.outcomes).toEqual([null])
})

const event = (entity_id: string, is_silent: boolean) => ({ id: 1, entity: 'articles', entity_id, is_silent })
test.each([
  ['of nothing that an import alone has changed', [event('a', true)], []],
  ['of all that others have changed', [event('a', false)], [['article/a.html', 'index.html']]],
  [
    'beside an import of the pages of others alone',
    [event('a', false), event('b', true)],
    [['article/a.html']],
  ],
  [
    'of what an import and others have changed',
    [event('a', true), event('a', false)],
    [['article/a.html', 'index.html']],
  ],
])('search engines are told %s', async (_, events, expected) => {
  const { builds } = await open(false)
  backend.files = [
    ...OWNERS.keys().filter((file) => events.some((one) => file.includes(`/${one.entity_id}.`))),
    'index.html',
  ]
  backend.claims = [{ events }]
  const run = builds.run('publish', NO_NEXT)
  await vi.advanceTimersByTimeAsync(100)
  await run
  expect(told).toEqual(expected)
})

test('a publisher that follows no other compares the bucket at its start only, one that is stopped no more', async () => {
  const first = await open(false)
  const stopped = await open(true)
  await stopped.builds.stop()
  vi.advanceTimersByTime(600_000)
  expect(first.onDue).not.toHaveBeenCalled()
  expect(stopped.onDue).not.toHaveBeenCalled()
})

test('each build, also the first one, has the next requested for when a scheduled story is due', async () => {
  backend.next_due_ms = 5_000
  const dueIn = vi.fn()
  await open(false, { ...NO_NEXT, dueIn })
  expect(dueIn.mock.calls).toEqual([[5_020], [5_020]])
})

test.each([
  [null, Infinity],
  [-3, 0],
  [5_000, 5_020],
])('nothing is asked for after a build until the next event is due: in %s ms', async (dueMs, afterMs) => {
  const { builds } = await open(false)
  backend.next_due_ms = dueMs
  backend.claims = [{ next_due_ms: 9_000 }]
  expect(await builds.run('publish', NO_NEXT)).toBe(afterMs)
})

test('a build that an import has joined has the next requested for when a scheduled story is due', async () => {
  backend.next_due_ms = 5_000
  let requested = new AbortController()
  const claimed = Promise.withResolvers<void>()
  comparing.act = () => {
    requested.abort()
    return claimed.promise
  }
  const dueIn = vi.fn()
  const next: NextRun = {
    get requested() {
      return requested.signal
    },
    claimPublish() {
      requested = new AbortController()
      claimed.resolve()
    },
    dueIn,
  }
  await open(false, next)
  expect(dueIn.mock.calls).toEqual([[5_020], [5_020], [5_020]])
})

const claim = (build_id: number | null, ...stories: string[]): Partial<BegunBuild> => ({
  build_id,
  events: stories.map((entity_id, id) => ({ id, entity: 'articles', entity_id, is_silent: false })),
})
const importOf = (...stories: string[]) => ({
  ...claim(1, ...stories),
  rows: null,
  is_many: true,
  is_import: true,
})

/** A loop in which the next run is requested after each of these pauses, in ms, once the one before is claimed. */
function requestedAfter(...pauses: number[]): NextRun {
  let requested: AbortController
  const claimPublish = () => {
    const next = (requested = new AbortController())
    const pause = pauses.shift()
    if (pause !== undefined) setTimeout(() => next.abort(), pause)
  }
  claimPublish()
  return {
    get requested() {
      return requested.signal
    },
    claimPublish,
    dueIn: () => undefined,
  }
}

/** What is done for these claims, each of which becomes due `pauseMs` after the one before. */
async function doneFor(claims: Partial<BegunBuild>[], pauseMs: number) {
  const { builds } = await open(false)
  done.length = 0
  backend.claims = claims
  const run = builds.run('publish', requestedAfter(...claims.slice(1).map(() => pauseMs)))
  await vi.runAllTimersAsync()
  await run
  return done
}

test('the parts of an import that follow each other are one update, and a story published meanwhile goes before it', async () => {
  const claims = [importOf('a', 'b'), importOf('c'), claim(2, 'by hand'), importOf('d')]
  expect(await doneFor(claims, 900)).toEqual([['a', 'b'], ['c'], ['by hand'], 'update', ['d'], 'update'])
})

test('a story published while a large part of an import is taken over does not wait for all of it', async () => {
  const stories = Array.from({ length: 240 }, (_, n) => `story ${n}`)
  const found = await doneFor([importOf(...stories), claim(2, 'by hand')], 100)
  expect(found.map((step) => (step === 'update' || step.length === 1 ? step : step.length))).toEqual([
    100,
    ['by hand'],
    'update',
    100,
    40,
    'update',
  ])
})

test('stories that come one by one without an end do not keep a build of many from its end', async () => {
  const many = { ...importOf('a', 'b'), is_import: false }
  const claims = [many, ...Array.from({ length: 20 }, (_, n) => ({ ...many, ...claim(1, `story ${n}`) }))]
  expect(await doneFor(claims, 1)).toEqual([['a', 'b'], 'update'])
})

test('an import that does not end is begun after half a minute', async () => {
  const claims = Array.from({ length: 100 }, (_, n) => importOf(`story ${n}`))
  expect((await doneFor(claims, 900)).indexOf('update')).toBe(34)
})

const SECONDS = 1_000
const MINUTES = 60 * SECONDS

test('the render process rests soon after a build, and ten minutes after somebody was at work', async () => {
  const { builds } = await open(false, NO_NEXT, { mayRest: true })
  vi.advanceTimersByTime(30 * SECONDS)
  expect(rests).toEqual({ rest: 1, wake: 0 })
  builds.stayAwake()
  expect(rests.wake).toBe(1)
  await builds.run('publish', NO_NEXT)
  vi.advanceTimersByTime(9 * MINUTES)
  expect(rests.rest).toBe(1)
  await builds.preview({ events: [], rows: {} }, '/', new AbortController().signal)
  vi.advanceTimersByTime(9 * MINUTES)
  expect(rests.rest).toBe(1)
  vi.advanceTimersByTime(MINUTES)
  expect(rests.rest).toBe(2)
})

test('the render process never rests while a build runs, nor where nobody tells who is at work', async () => {
  await open(false)
  vi.advanceTimersByTime(60 * MINUTES)
  expect(rests.rest).toBe(0)
  const waited = vi.fn(() => void vi.advanceTimersByTime(60 * MINUTES))
  comparing.act = waited
  const { builds } = await open(true, NO_NEXT, { mayRest: true })
  expect(waited).toHaveBeenCalled()
  expect(rests.rest).toBe(0)
  await builds.stop()
  vi.advanceTimersByTime(60 * MINUTES)
  expect(rests.rest).toBe(0)
})
