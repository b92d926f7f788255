import { join } from 'node:path'
import { CallThread } from '../../src/node/call-thread.ts'
import type { Stack, StackOptions } from './stack.ts'
import type { StackCalls, StackNote } from './stack-thread.ts'

export type StackInThread = Omit<Stack, 'mails'>

/**
 * Starts the local Supabase in a thread of its own: what it does for one request holds up no other work of this process,
 * such as serving the site. A thread that ends by itself ends the process, as an error of this thread would.
 */
export async function startStackInThread({
  onProgress = () => {},
  ...options
}: StackOptions): Promise<StackInThread> {
  const listeners = new Map<string, (payload: string) => void>()
  let isStopped = false
  const endError = new Error('The local Supabase ended')
  const thread = new CallThread<StackCalls, StackNote>({
    file: join(import.meta.dirname, 'stack-thread.ts'),
    onNote: (note) => {
      if ('line' in note) onProgress(note.line)
      else listeners.get(note.channel)?.(note.payload)
    },
    onEnd: () => {
      if (!isStopped) throw endError
    },
    endError: () => endError,
  })
  const end = () => {
    isStopped = true
    return thread.end(endError)
  }
  const started = await thread.call('start', options).catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    ...started,
    sql: async <T>(text: string, params: unknown[] = []) => (await thread.call('sql', text, params)) as T[],
    listen: async (channel, onNotify) => {
      listeners.set(channel, onNotify)
      await thread.call('listen', channel)
      return async () => void listeners.delete(channel)
    },
    stop: async () => {
      if (isStopped) return
      try {
        await thread.call('stop')
      } finally {
        await end()
      }
    },
  }
}
