import { expect, test, vi } from 'vitest'
import type { PictureStore } from './picture-store.ts'
import type { SiteSettings } from './site-process.ts'
import { createSiteRenderer } from './site-renderer.ts'
import { Timings } from './timings.ts'

const tasks = vi.hoisted(() => [] as { task: string; input: unknown }[])

vi.mock('./work-process.ts', () => ({
  openWorkProcess: () => ({
    isRunning: () => true,
    run: async (task: string, input: unknown) => {
      tasks.push({ task, input })
      return { leftOut: [], pictureUrls: [], uploads: [], stale: [], gone: [] }
    },
  }),
  openWorkPool: () => ({}),
}))

test('records what an update that failed has written before the next change, whose pages it would hide', async () => {
  const pictures = { index: new Map(), ensure: async () => undefined, ensureUntil: async () => undefined }
  const renderer = createSiteRenderer({} as SiteSettings, pictures as unknown as PictureStore)
  await renderer.open(new Timings(), () => undefined)
  await renderer.load()
  const page = { record: { pathname: '/', digest: 'old', reads: [] }, pictures: [] }
  renderer.written(page)
  await renderer.applyEvents({ events: [], rows: null }, new Timings(), new AbortController().signal)
  await renderer.plan([], null)
  expect(tasks.slice(-4)).toMatchObject([
    { task: 'record', input: { written: [page] } },
    { task: 'read' },
    { task: 'show' },
    { task: 'plan', input: { written: [] } },
  ])
})
