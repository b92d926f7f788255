import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { BackendError } from '../../src/backend/errors.ts'
import * as processCpu from '../../src/node/process-cpu.ts'
import {
  OverBudgetError,
  OverTimeError,
  ProcessEndedError,
  WorkerPool,
  WorkerProcess,
} from '../../src/node/worker-process.ts'
import type { BusyTasks } from './busy-process.ts'

vi.mock('../../src/node/process-cpu.ts', { spy: true })

const options = { file: join(import.meta.dirname, 'busy-process.ts'), maxHeapMb: 64 }
const LONG_MS = 60_000
const work = new WorkerProcess<BusyTasks>(options)
afterEach(() => {
  vi.restoreAllMocks()
  work.stop()
})

test.each(['fillHeap', 'fillBuffers'] as const)(
  'ends a task that takes more memory than it may: %s',
  async (task) => {
    await expect(work.run(task, undefined, LONG_MS)).rejects.toThrow(OverBudgetError)
    expect(work.isRunning()).toBe(false)
  },
)

test('ends a task that takes more time than it may, and starts anew for the next', async () => {
  expect(await work.run('count', undefined, LONG_MS)).toBe(1)
  expect(await work.run('count', undefined, LONG_MS)).toBe(2)
  const late: unknown = await work.run('spin', undefined, 500).catch((error: unknown) => error)
  expect(late).toBeInstanceOf(OverTimeError)
  expect(late).toMatchObject({ message: 'takes more than 0.5 s' })
  expect(work.isRunning()).toBe(false)
  expect(await work.run('count', undefined, LONG_MS)).toBe(1)
})

test('a task that the machine gives little of the processor may last longer than it may take', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'mantel-worker-')), 'done')
  let looks = 0
  vi.spyOn(processCpu, 'processCpuMs').mockImplementation(async () => {
    looks += 1
    if (looks === 4) await writeFile(file, '')
    return looks * 100
  })
  await work.run('waitFor', { file }, 1_000)
  expect(looks).toBeGreaterThanOrEqual(4)
})

test('a task that gets nothing of the processor is ended, but not for taking too much', async () => {
  vi.spyOn(processCpu, 'processCpuMs').mockResolvedValue(10)
  const ended: unknown = await work
    .run('waitFor', { file: '/nowhere' }, 1_000)
    .catch((error: unknown) => error)
  expect(ended).toBeInstanceOf(ProcessEndedError)
  expect(ended).not.toBeInstanceOf(OverBudgetError)
})

test('gives the memory of a process back that has nothing to do, and starts anew for the next task', async () => {
  const idle = new WorkerProcess<BusyTasks>({ ...options, maxIdleMs: 100 })
  const counts = [1, 2].map(() => idle.run('count', undefined, LONG_MS))
  expect(await Promise.all(counts)).toEqual([1, 2])
  await expect.poll(() => idle.isRunning()).toBe(false)
  expect(await idle.run('count', undefined, LONG_MS)).toBe(1)
  idle.stop()
})

test('is started by its starting task only, where the others need what that one read', async () => {
  const holding = new WorkerProcess<BusyTasks>({ ...options, startingTask: 'count' })
  await expect(holding.run('priority', undefined, LONG_MS)).rejects.toThrow(ProcessEndedError)
  expect(await holding.run('count', undefined, LONG_MS)).toBe(1)
  const both = [holding.run('end', undefined, LONG_MS), holding.run('priority', undefined, LONG_MS)]
  for (const { reason } of (await Promise.allSettled(both)) as PromiseRejectedResult[])
    expect(reason).toBeInstanceOf(ProcessEndedError)
  expect(await holding.run('count', undefined, LONG_MS)).toBe(1)
  holding.stop()
})

test('lets other processes go before one of low priority', async () => {
  const low = new WorkerProcess<BusyTasks>({ ...options, hasLowPriority: true })
  const priority = await low.run('priority', undefined, LONG_MS)
  low.stop()
  expect(priority).toBeGreaterThan(await work.run('priority', undefined, LONG_MS))
})

test('rejects with the error of a task, or when its process ends', async () => {
  await expect(work.run('fail', { code: 'ENOSPC' }, LONG_MS)).rejects.toMatchObject({
    message: 'it failed',
    code: 'ENOSPC',
    syscall: 'write',
  })
  const failure: unknown = await work
    .run('failInBackend', undefined, LONG_MS)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(BackendError)
  expect(failure).toMatchObject({ kind: 'network', code: null, message: 'no answer in time' })
  await expect(work.run('end', undefined, LONG_MS)).rejects.toThrow('the process ended with 3')
})

test('aborts the tasks that run and wait when it is stopped', async () => {
  const pool = new WorkerPool<BusyTasks>(options, 1)
  for (const stopped of [new WorkerProcess<BusyTasks>(options), pool]) {
    await stopped.run('count', undefined, LONG_MS)
    const both = [stopped.run('spin', undefined, LONG_MS), stopped.run('count', undefined, LONG_MS)]
    stopped.stop()
    for (const { reason } of (await Promise.allSettled(both)) as PromiseRejectedResult[])
      expect(reason).toBeInstanceOf(ProcessEndedError)
    expect(stopped.isRunning()).toBe(false)
  }
})

test('a task that is ended delays no other task of a pool', async () => {
  const pool = new WorkerPool<BusyTasks>(options, 2)
  // Both processes have started: else one may be ended before the other has.
  await Promise.all([1, 2].map(() => pool.run('count', undefined, LONG_MS)))
  const ended: string[] = []
  const spinning = pool.run('spin', undefined, 3_000).catch(() => ended.push('spin'))
  await Promise.all([1, 2, 3].map(() => pool.run('count', undefined, LONG_MS))).then(() =>
    ended.push('counts'),
  )
  await spinning
  expect(ended).toEqual(['counts', 'spin'])
  pool.stop()
})
