import { describe, expect, test } from 'vitest'
import { type UploadsEnded, UploadQueue } from './upload-queue.ts'

interface Sent {
  name: string
  progress: (share: number) => void
  arrive: () => void
  fail: (reason: string) => void
  signal: AbortSignal
}

function start() {
  const sent: Sent[] = []
  const ended: UploadsEnded[] = []
  const queue = new UploadQueue({
    upload: (file, progress, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        sent.push({
          name: file.name,
          progress,
          signal,
          arrive: () => resolve(null),
          fail: (reason) => reject(new Error(reason)),
        })
      }),
    describeError: (error) => (error instanceof Error ? error.message : ''),
    onEnd: (how) => ended.push(how),
  })
  const names = () => queue.items().map(({ file, state }) => `${file.name} ${state}`)
  return { queue, sent, ended, names }
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name))
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the queue of uploads', () => {
  test('sends two at a time and reports once when all are stored', async () => {
    const { queue, sent, ended, names } = start()
    queue.add(files('a', 'b', 'c'))
    expect(names()).toEqual(['a sending', 'b sending', 'c waiting'])
    sent[0]?.progress(0.5)
    expect(queue.items()[0]?.progress).toBe(0.5)
    sent[0]?.arrive()
    await expect.poll(names).toEqual(['b sending', 'c sending'])
    sent[1]?.arrive()
    sent[2]?.arrive()
    await expect.poll(() => ended).toEqual([{ uploaded: 3, cancelled: 0, failed: [] }])
    expect(names()).toEqual([])
  })

  test('a cancelled file is ended, is no failure, and makes room for the next', async () => {
    const { queue, sent, ended, names } = start()
    queue.add(files('a', 'b', 'c'))
    queue.cancel(1)
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(names()).toEqual(['b sending', 'c sending'])
    sent[1]?.arrive()
    sent[2]?.arrive()
    await expect.poll(() => ended).toEqual([{ uploaded: 2, cancelled: 1, failed: [] }])
  })

  test('a file that is cancelled once it is stored counts as cancelled, and not as uploaded, too', async () => {
    const { queue, sent, ended } = start()
    queue.add(files('a', 'b'))
    sent[0]?.arrive()
    queue.cancel(1)
    sent[1]?.arrive()
    await expect.poll(() => ended).toEqual([{ uploaded: 1, cancelled: 1, failed: [] }])
  })

  test('reports nothing when all uploads were cancelled', async () => {
    const { queue, sent, ended } = start()
    queue.add(files('a', 'b', 'c'))
    queue.cancelAll()
    await settled()
    expect(sent.filter(({ signal }) => !signal.aborted)).toEqual([])
    expect(ended).toEqual([])
    expect(queue.items()).toEqual([])
  })

  test('a failed file stays with its reason and can be tried again', async () => {
    const { queue, sent, ended, names } = start()
    queue.add(files('a', 'b'))
    sent[0]?.fail('No connection')
    sent[1]?.arrive()
    await expect.poll(() => ended).toEqual([{ uploaded: 1, cancelled: 0, failed: ['a'] }])
    expect(queue.items()[0]).toMatchObject({ state: 'failed', reason: 'No connection' })
    queue.retry(1)
    expect(names()).toEqual(['a sending'])
    sent[2]?.arrive()
    await expect.poll(() => ended).toHaveLength(2)
    expect(ended[1]).toEqual({ uploaded: 1, cancelled: 0, failed: [] })
  })

  test('a file that is tried again while others are sent counts by how that ends', async () => {
    const { queue, sent, ended, names } = start()
    queue.add(files('a', 'b'))
    sent[0]?.fail('No connection')
    await expect.poll(names).toEqual(['a failed', 'b sending'])
    queue.retry(1)
    sent[1]?.arrive()
    sent[2]?.arrive()
    await expect.poll(() => ended).toEqual([{ uploaded: 2, cancelled: 0, failed: [] }])
  })
})
