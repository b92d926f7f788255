import { expect, test, vi } from 'vitest'
import { Prefetch } from './prefetch.ts'
import type { RenderSettings, StalePage } from './render-process.ts'

interface Input {
  pages: [file: string, page: StalePage][]
}

vi.mock('node:os', () => ({ availableParallelism: () => 2 }))
const pool = vi.hoisted(() => ({ isRunning: false }))
vi.mock('../../node/worker-process.ts', () => ({
  WorkerPool: class {
    isRunning = () => pool.isRunning
    run = async (_task: string, { pages }: Input) => {
      if (pages.some(([file]) => file === 'ends-its-process.html')) throw new Error('The process ended')
      return pages.map(([file]) => (file === 'throws.html' ? null : { bytes: file }))
    }
    stop = () => undefined
  },
}))

const makeCopy = vi.fn(async (copy: string) => {
  if (copy === 'cannot-be-made.jpg') throw new Error('The picture cannot be read')
})

function planOf(files: readonly string[]): StalePage[] {
  const page = { route: '/[page]', params: {}, owner: null, copy: null }
  return files.map((file) => ({ ...page, file, pathname: `/${file}` }))
}

test('a page that throws, or ends its process, is left to the process that has the content and tells why', async () => {
  const files = Array.from({ length: 120 }, (_, n) => `${n}.html`)
  files[25] = 'throws.html'
  files[55] = 'ends-its-process.html'
  const prefetch = new Prefetch({ file: '', maxHeapMb: 1 }, {} as RenderSettings, makeCopy)
  prefetch.begin(planOf(files))
  const rendered: string[] = []
  for (const file of files) if ((await prefetch.take(file)) !== null) rendered.push(file)
  const batchOfEnded = files.slice(55, 60)
  expect(rendered).toEqual(
    files.slice(20).filter((file) => file !== 'throws.html' && !batchOfEnded.includes(file)),
  )
})

test('what was rendered before a change of the content is not taken after it', async () => {
  const files = Array.from({ length: 120 }, (_, n) => `${n}.html`)
  const prefetch = new Prefetch({ file: '', maxHeapMb: 1 }, {} as RenderSettings, makeCopy)
  prefetch.begin(planOf(files))
  expect(await prefetch.take('20.html')).not.toBeNull()
  prefetch.forget()
  expect(await prefetch.take('21.html')).toBeNull()
})

test('a short plan is rendered where the content is, and what is after its first pages by processes that run already', async () => {
  const files = Array.from({ length: 30 }, (_, n) => `${n}.html`)
  const prefetch = new Prefetch({ file: '', maxHeapMb: 1 }, {} as RenderSettings, makeCopy)
  prefetch.begin(planOf(files))
  for (const file of files) expect(await prefetch.take(file)).toBeNull()
  pool.isRunning = true
  prefetch.begin(planOf(files))
  for (const [place, file] of files.entries())
    expect((await prefetch.take(file)) === null, file).toBe(place < 20)
})

test('the copy that a page is drawn with is made before it; without one, the page is left to tell why', async () => {
  const plan = planOf(Array.from({ length: 120 }, (_, n) => `${n}.html`))
  const copies = new Map([
    [30, 'card.jpg'],
    [41, 'cannot-be-made.jpg'],
  ])
  const prefetch = new Prefetch({ file: '', maxHeapMb: 1 }, {} as RenderSettings, makeCopy)
  prefetch.begin(plan.map((page, place) => ({ ...page, copy: copies.get(place) ?? null })))
  expect(await prefetch.take('30.html')).not.toBeNull()
  expect(makeCopy).toHaveBeenCalledWith('card.jpg')
  expect(await prefetch.take('41.html')).toBeNull()
})
