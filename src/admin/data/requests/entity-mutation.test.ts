import { type DataTag, QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { cacheSaved, invalidate } from './entity-mutation.ts'

const queryKey = ['tags', 'list']

/** A server whose rows are read when a request comes and sent when the test says so. */
class SlowServer {
  rows = 'before'
  readonly #waiting: (() => void)[] = []

  readonly read = async (): Promise<string> => {
    const { rows } = this
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return rows
  }

  get requests(): number {
    return this.#waiting.length
  }

  answer(): void {
    this.#waiting.shift()?.()
  }
}

describe.for([
  { title: 'loaded for the first time', hasData: false },
  { title: 'loaded again', hasData: true },
])('after a change, a list that is being $title', ({ hasData }) => {
  async function start() {
    const server = new SlowServer()
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    const options = { queryKey, queryFn: server.read }
    if (hasData) client.setQueryData(queryKey, 'before')
    const observe = () => new QueryObserver(client, options)
    return { server, client, options, observe }
  }

  test('on the screen shows the change, in whatever order the answers come', async () => {
    const { server, client, observe } = await start()
    const observer = observe()
    const leave = observer.subscribe(() => undefined)
    void observer.refetch()
    await expect.poll(() => server.requests).toBe(1)
    server.rows = 'after'
    const done = invalidate(client, 'tags')
    await expect.poll(() => server.requests).toBe(2)
    server.answer()
    server.answer()
    await done
    expect(observer.getCurrentResult().data).toBe('after')
    leave()
  })

  test('on the screen shows what was saved, also when an answer from before the save comes later', async () => {
    const { server, client, observe } = await start()
    const observer = observe()
    const leave = observer.subscribe(() => undefined)
    void observer.refetch()
    await expect.poll(() => server.requests).toBe(1)
    await cacheSaved(client, queryKey as DataTag<string[], string, Error>, 'after')
    server.answer()
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(observer.getCurrentResult().data).toBe('after')
    leave()
  })

  test('off the screen is given to who waits for it, and loaded again when it is shown', async () => {
    const { server, client, options, observe } = await start()
    const waited = client.fetchQuery({ ...options, staleTime: 0 })
    await expect.poll(() => server.requests).toBe(1)
    server.rows = 'after'
    await invalidate(client, 'tags')
    server.answer()
    expect(await waited).toBe('before')
    const observer = observe()
    const leave = observer.subscribe(() => undefined)
    await expect.poll(() => server.requests).toBe(1)
    server.answer()
    await expect.poll(() => observer.getCurrentResult().data).toBe('after')
    leave()
  })
})
