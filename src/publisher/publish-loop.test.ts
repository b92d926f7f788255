import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BuildKind } from './database/outbox.ts'
import { COALESCE_MS, type NextRun, PublishLoop, RETRY_MAX_MS, RETRY_MIN_MS } from './publish-loop.ts'

const POLL_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Run {
  kind: BuildKind
  next: NextRun
  /** Ends the run. A number: the ms until something is due (Infinity: nothing is). An error: it failed. */
  end(result: number | Error): Promise<void>
}

/** A loop whose runs end when the test says so. */
function createLoop() {
  const runs: Run[] = []
  const failures: string[] = []
  const loop = new PublishLoop({
    pollMs: POLL_MS,
    run: (kind, next) =>
      new Promise((resolve, reject) => {
        const end = async (result: number | Error) => {
          if (result instanceof Error) reject(result)
          else resolve(result)
          await pass(0)
        }
        runs.push({ kind, next, end })
      }),
    onFailure: ({ message }) => failures.push(message),
  })
  const kinds = () => runs.map(({ kind }) => kind)
  const endRun = async (result: number | Error) => runs.at(-1)?.end(result)
  const startRun = async (...burst: BuildKind[]) => {
    for (const kind of burst.length > 0 ? burst : (['publish'] as const)) loop.wake(kind)
    await pass(COALESCE_MS)
  }
  /** Runs once with this result. */
  const runOnce = async (result: number | Error) => {
    await startRun()
    await endRun(result)
  }
  const isNextRequested = () => runs.at(-1)?.next.requested.aborted
  const next = () => runs.at(-1)?.next
  return { loop, kinds, isNextRequested, next, failures, startRun, endRun, runOnce }
}

const pass = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms))

/** 'pending' while the promise is neither resolved nor rejected. */
async function outcome(promise: Promise<void>): Promise<string> {
  const settled = promise.then(
    () => 'resolved',
    (error: Error) => error.message,
  )
  const pending = pass(0).then(() => 'pending')
  return Promise.race([settled, pending])
}

describe('idle and waiting', () => {
  test('does nothing before the first wake', async () => {
    const { loop, kinds } = createLoop()
    await pass(10 * POLL_MS)
    expect(kinds()).toEqual([])
    expect(await outcome(loop.idle())).toBe('resolved')
  })

  test('coalesces a burst of wakes into one run', async () => {
    const { loop, kinds } = createLoop()
    for (let n = 0; n < 5; n++) {
      loop.wake()
      await pass(COALESCE_MS / 10)
    }
    expect(kinds()).toEqual([])
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish'])
  })

  test.each<[BuildKind[], BuildKind]>([
    [['publish', 'catch-up', 'publish'], 'catch-up'],
    [['full', 'publish'], 'full'],
  ])('a burst of %j is a %s run', async (burst, kind) => {
    const { kinds, startRun } = createLoop()
    await startRun(...burst)
    expect(kinds()).toEqual([kind])
  })

  test('polls after the polling interval', async () => {
    const { kinds, runOnce } = createLoop()
    await runOnce(Infinity)
    await pass(POLL_MS - 1)
    expect(kinds()).toHaveLength(1)
    await pass(1 + COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'publish'])
  })

  test('runs when the next scheduled event is due, if that is before the next poll', async () => {
    const { kinds, runOnce, endRun } = createLoop()
    await runOnce(5_000)
    await pass(5_000 + COALESCE_MS)
    expect(kinds()).toHaveLength(2)
    await endRun(10 * POLL_MS)
    await pass(POLL_MS + COALESCE_MS)
    expect(kinds()).toHaveLength(3)
  })

  test('a wake replaces the poll timer', async () => {
    const { kinds, runOnce } = createLoop()
    await runOnce(Infinity)
    await pass(POLL_MS - 10)
    await runOnce(Infinity)
    await pass(POLL_MS - 1)
    expect(kinds()).toHaveLength(2)
  })
})

describe('running', () => {
  test('never runs two builds at once; a wake during a run runs again after it', async () => {
    const { loop, kinds, startRun, endRun } = createLoop()
    await startRun()
    loop.wake()
    loop.wake()
    await pass(POLL_MS)
    expect(kinds()).toHaveLength(1)
    await endRun(Infinity)
    await pass(COALESCE_MS)
    expect(kinds()).toHaveLength(2)
    await endRun(Infinity)
    await pass(POLL_MS - 1)
    expect(kinds()).toHaveLength(2)
  })

  test('tells a run that the next one is requested, so that no publish waits for the pictures of another', async () => {
    const { loop, isNextRequested, startRun, endRun } = createLoop()
    await startRun('publish', 'publish')
    expect(isNextRequested()).toBe(false)
    loop.wake()
    expect(isNextRequested()).toBe(true)
    await endRun(Infinity)
    await pass(COALESCE_MS)
    expect(isNextRequested()).toBe(false)
  })

  test('does not run again for a publish that the present run has taken', async () => {
    const { loop, kinds, isNextRequested, next, startRun, endRun } = createLoop()
    await startRun()
    loop.wake()
    next()?.claimPublish()
    expect(isNextRequested()).toBe(false)
    await endRun(Infinity)
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish'])

    await startRun()
    loop.wake()
    next()?.claimPublish()
    loop.wake()
    expect(isNextRequested()).toBe(true)
    await endRun(Infinity)
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'publish', 'publish'])
  })

  test('runs a requested catch-up after a run that took the publishes', async () => {
    const { loop, kinds, next, startRun, endRun } = createLoop()
    await startRun()
    loop.wake('catch-up')
    next()?.claimPublish()
    await endRun(Infinity)
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'catch-up'])
  })

  test('looks for more when the next scheduled event is due', async () => {
    const { loop, kinds, isNextRequested, next, startRun, endRun } = createLoop()
    await startRun()
    next()?.dueIn(5_000)
    await pass(4_999)
    expect(isNextRequested()).toBe(false)
    await pass(1)
    expect(isNextRequested()).toBe(true)
    next()?.claimPublish()
    next()?.dueIn(10 * POLL_MS)
    await pass(POLL_MS)
    expect(isNextRequested()).toBe(true)
    next()?.claimPublish()
    await endRun(Infinity)
    await loop.stop()
    next()?.dueIn(0)
    await pass(POLL_MS)
    expect(kinds()).toHaveLength(1)
  })

  test('looks for more after the polling interval, however long it runs', async () => {
    const { isNextRequested, next, startRun } = createLoop()
    await startRun()
    await pass(POLL_MS - 1)
    expect(isNextRequested()).toBe(false)
    for (let n = 0; n < 2; n += 1) {
      await pass(n === 0 ? 1 : POLL_MS)
      expect(isNextRequested()).toBe(true)
      next()?.claimPublish()
    }
  })

  test('runs again when more may wait', async () => {
    const { kinds, runOnce } = createLoop()
    await runOnce(0)
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'publish'])
  })

  test('pictures that arrive during a run are put in by a catch-up run after it', async () => {
    const { loop, kinds, startRun, endRun } = createLoop()
    await startRun()
    loop.wake('catch-up')
    loop.wake()
    await endRun(Infinity)
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'catch-up'])
  })

  test('idle resolves after the run and all that follow it at once', async () => {
    const { loop, endRun } = createLoop()
    loop.wake()
    const idle = loop.idle()
    expect(await outcome(idle)).toBe('pending')
    await pass(COALESCE_MS)
    await endRun(0)
    expect(await outcome(idle)).toBe('pending')
    await pass(COALESCE_MS)
    await endRun(Infinity)
    expect(await outcome(idle)).toBe('resolved')
  })
})

describe('backing off', () => {
  test('retries a failed run as a catch-up, with doubled pauses up to the maximum', async () => {
    const { kinds, failures, runOnce, endRun } = createLoop()
    await runOnce(new Error('no answer'))
    for (const pauseMs of [RETRY_MIN_MS, 2_000, 4_000, 8_000, 16_000, RETRY_MAX_MS, RETRY_MAX_MS]) {
      const runs = kinds().length
      await pass(pauseMs - 1)
      expect(kinds()).toHaveLength(runs)
      await pass(1 + COALESCE_MS)
      expect(kinds()).toHaveLength(runs + 1)
      await endRun(new Error('no answer'))
    }
    expect(failures).toHaveLength(8)
    expect(kinds()).toEqual(['publish', ...Array<BuildKind>(7).fill('catch-up')])
  })

  test('a success after failures starts the pauses from the first again', async () => {
    const { kinds, runOnce, endRun } = createLoop()
    await runOnce(new Error('no answer'))
    await pass(RETRY_MIN_MS + COALESCE_MS)
    await endRun(new Error('no answer'))
    await pass(2 * RETRY_MIN_MS + COALESCE_MS)
    await endRun(Infinity)
    await runOnce(new Error('no answer'))
    await pass(RETRY_MIN_MS + COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'catch-up', 'catch-up', 'publish', 'catch-up'])
  })

  test('a wake ends the pause', async () => {
    const { kinds, runOnce, startRun, endRun } = createLoop()
    await runOnce(new Error('no answer'))
    await startRun()
    expect(kinds()).toEqual(['publish', 'catch-up'])
    await endRun(Infinity)
    await pass(POLL_MS - 1)
    expect(kinds()).toHaveLength(2)
  })

  test('a wake during a run that fails runs again without a pause', async () => {
    const { loop, kinds, startRun, endRun } = createLoop()
    await startRun()
    loop.wake()
    await endRun(new Error('no answer'))
    await pass(COALESCE_MS)
    expect(kinds()).toEqual(['publish', 'catch-up'])
  })

  test('idle rejects with the last failure until a run succeeds', async () => {
    const { loop, runOnce } = createLoop()
    await runOnce(new Error('no answer'))
    expect(await outcome(loop.idle())).toBe('no answer')
    await runOnce(Infinity)
    expect(await outcome(loop.idle())).toBe('resolved')
  })
})

describe('stopping', () => {
  test('while waiting, never runs', async () => {
    const { loop, kinds } = createLoop()
    loop.wake()
    expect(await outcome(loop.stop())).toBe('resolved')
    await pass(POLL_MS)
    expect(kinds()).toEqual([])
  })

  test.each([
    ['idle', Infinity],
    ['backing off', new Error('no answer')],
  ])('while %s, leaves no timer behind and ignores wakes', async (_, result) => {
    const { loop, kinds, runOnce } = createLoop()
    await runOnce(result)
    expect(await outcome(loop.stop())).toBe('resolved')
    expect(vi.getTimerCount()).toBe(0)
    loop.wake()
    await pass(POLL_MS)
    expect(kinds()).toHaveLength(1)
    expect(await outcome(loop.idle())).toBe('resolved')
  })

  test.each([
    ['succeeds', 0],
    ['fails', new Error('no answer')],
  ])('while running, resolves when the run %s, and runs no more', async (_, result) => {
    const { loop, kinds, startRun, endRun } = createLoop()
    await startRun()
    loop.wake()
    const stopped = loop.stop()
    expect(await outcome(Promise.all([stopped, loop.stop()]).then(() => undefined))).toBe('pending')
    await endRun(result)
    expect(await outcome(stopped)).toBe('resolved')
    expect(vi.getTimerCount()).toBe(0)
    expect(kinds()).toHaveLength(1)
  })
})
