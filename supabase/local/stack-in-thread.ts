import { join } from 'node:path'
import { CallThread } from '../../src/node/call-thread.ts'
import { OPENED_AGAIN } from './database/database.ts'
import type { Stack, StackOptions } from './stack.ts'
import type { StackCalls, StackNote } from './stack-thread.ts'

export type StackInThread = Omit<Stack, 'mails'>
type Options = StackOptions & { dataDir: string }
type ThreadOptions = Omit<Options, 'onProgress' | 'onSignedIn'>
type Thread = CallThread<StackCalls, StackNote>
type Listener = (payload: string) => void

/**
 * Starts the local Supabase in a thread of its own: what it does for one request holds up no other work of this process,
 * such as serving the site. A thread that ends by itself, for it took more memory than it may, is started again.
 */
export async function startStackInThread(options: Options): Promise<StackInThread> {
  const { onProgress = () => {}, onSignedIn = () => {}, ...others } = options
  const supervisor = new Supervisor(others, onProgress, onSignedIn)
  const started = await supervisor.start()
  return {
    ...started,
    sql: <T>(text: string, params: unknown[] = []) => supervisor.sql(text, params) as Promise<T[]>,
    listen: (channel, onNotify) => supervisor.listen(channel, onNotify),
    stop: () => supervisor.stop(),
  }
}

/** Keeps the thread running until it is stopped. */
class Supervisor {
  #options: ThreadOptions
  readonly #onProgress: (line: string) => void
  readonly #onSignedIn: () => void
  readonly #listeners = new Map<string, Listener>()
  #thread: Thread | null = null
  #isStopped = false

  constructor(options: ThreadOptions, onProgress: (line: string) => void, onSignedIn: () => void) {
    this.#options = options
    this.#onProgress = onProgress
    this.#onSignedIn = onSignedIn
  }

  async start() {
    let isStarted = false
    const thread: Thread = new CallThread({
      file: join(import.meta.dirname, 'stack-thread.ts'),
      onNote: (note) => {
        if ('line' in note) this.#onProgress(note.line)
        else if ('isSignedIn' in note) this.#onSignedIn()
        else this.#listeners.get(note.channel)?.(note.payload)
      },
      onEnd: (error) => void (isStarted && !this.#isStopped && this.#startAgain(error)),
      endError: () => new Error('The local Supabase ended'),
    })
    this.#thread = thread
    try {
      const started = await thread.call('start', this.#options)
      isStarted = true
      this.#options = { ...this.#options, port: started.port }
      return started
    } catch (error) {
      await thread.end(new Error('The local Supabase did not start'))
      throw error
    }
  }

  async sql(text: string, params: unknown[]): Promise<unknown[]> {
    return this.#running().call('sql', text, params)
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    this.#listeners.set(channel, listener)
    await this.#running().call('listen', channel)
    return async () => void this.#listeners.delete(channel)
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    const thread = this.#running()
    try {
      await thread.call('stop')
    } finally {
      await thread.end(new Error('The local Supabase was stopped'))
    }
  }

  #running(): Thread {
    if (this.#thread === null) throw new Error('The local Supabase has not started')
    return this.#thread
  }

  /** One that cannot be started again ends the process, as an error of this thread does. */
  async #startAgain({ message }: Error): Promise<void> {
    console.error(`supabase: the local Supabase ended (${message}), and is started again`)
    await this.start()
    for (const [channel, listener] of this.#listeners) {
      await this.#running().call('listen', channel)
      listener(OPENED_AGAIN)
    }
  }
}
