import { beforeEach, expect, test, vi } from 'vitest'
import type { PictureStore } from '../pictures/store.ts'
import { Timings } from '../timings.ts'
import type { RenderSettings, StalePage } from './render-process.ts'
import { Renderer } from './renderer.ts'

const { tasks, process } = vi.hoisted(() => ({
  tasks: [] as { task: string; input: unknown }[],
  process: { isRunning: true, endsAt: '' },
}))

vi.mock('../../node/worker-process.ts', () => ({
  WorkerProcess: class {
    isRunning = () => process.isRunning
    stop = () => undefined
    run = async (task: string, input: unknown) => {
      tasks.push({ task, input })
      process.isRunning = task !== process.endsAt
      if (!process.isRunning) throw new Error('it ended')
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
