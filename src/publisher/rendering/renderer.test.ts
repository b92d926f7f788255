import { beforeEach, expect, test, vi } from 'vitest'
import type { PictureStore } from '../pictures/store.ts'
import { Timings } from '../timings.ts'
import type { RenderSettings, StalePage } from './render-process.ts'
import { Renderer } from './renderer.ts'

const { tasks, process } = vi.hoisted(() => ({
  tasks: [] as { task: string; input: unknown }[],
  process: { isRunning: true, endsAt: '', failures: 0 },
}))

vi.mock('../../node/worker-process.ts', () => ({
  WorkerProcess: class {
    isRunning = () => process.isRunning
    stop = () => (process.isRunning = false)
    run = async (task: string, input: unknown) => {
      tasks.push({ task, input })
      process.isRunning = task !== process.endsAt
      if (!process.isRunning) throw new Error('it ended')
      if (process.failures-- > 0) throw new Error('it is not stored')
      return { skipped: [], pictureUrls: [], stale: [], removed: [] }
    }
  },
  WorkerPool: class {
    isRunning = () => false
  },
}))

async function openRenderer() {
  const pictures = { index: new Map(), ensure: async () => undefined, ensureUntil: async () => undefined }
  const renderer = new Renderer({} as RenderSettings, pictures as unknown as PictureStore)
  await renderer.open(new Timings(), () => undefined)
  await renderer.load()
  return renderer
}

const page = { record: { pathname: '/', digest: 'old', reads: [] }, pictures: [] }

beforeEach(() => {
  tasks.length = 0
  process.endsAt = ''
  process.failures = 0
})

test('records what an update that failed has written before the next change, whose pages it would hide', async () => {
  const renderer = await openRenderer()
  renderer.written(page)
  await renderer.applyEvents(
    { build_id: 2, events: [], rows: null },
    new Timings(),
    new AbortController().signal,
  )
  await renderer.plan([], { sinceBuild: 0 })
  expect(tasks.slice(-4)).toMatchObject([
    { task: 'record', input: { written: [page] } },
    { task: 'read' },
    { task: 'show' },
    { task: 'plan', input: { written: [] } },
  ])
})

test('records with the next opening what the process had not recorded when it ended', async () => {
  const renderer = await openRenderer()
  renderer.written(page)
  process.endsAt = 'render'
  await expect(renderer.render({ file: 'index.html', copy: null } as StalePage)).rejects.toThrow('it ended')
  process.endsAt = ''
  await renderer.plan([], { sinceBuild: 0 })
  expect(tasks.slice(-4)).toMatchObject([
    { task: 'open', input: { written: [page] } },
    { task: 'show' },
    { task: 'load' },
    { task: 'plan', input: { written: [] } },
  ])
})

test('goes on after a rest with what it had stored, read once however many ask', async () => {
  const renderer = await openRenderer()
  renderer.rest()
  tasks.length = 0
  await Promise.all([renderer.wake(), renderer.predict({ events: [], rows: {} })])
  await renderer.plan([], { sinceBuild: 0 })
  expect(tasks).toMatchObject([
    { task: 'open', input: { isCurrent: true } },
    { task: 'load' },
    { task: 'predict' },
    { task: 'plan' },
  ])
})

test('reads the content again when it is not stored any more after a rest', async () => {
  const renderer = await openRenderer()
  renderer.rest()
  tasks.length = 0
  process.failures = 1
  await renderer.plan([], { sinceBuild: 0 })
  expect(tasks).toMatchObject([
    { task: 'open', input: { isCurrent: true } },
    { task: 'open', input: { isCurrent: false } },
    { task: 'show', input: { all: true } },
    { task: 'load' },
    { task: 'plan' },
  ])
})

test('a process that has failed does not count as resting: a prediction does not start it', async () => {
  const renderer = await openRenderer()
  process.endsAt = 'plan'
  await expect(renderer.plan([], { sinceBuild: 0 })).rejects.toThrow('it ended')
  await expect(renderer.predict({ events: [], rows: {} })).rejects.toThrow('the content is not open')
})
