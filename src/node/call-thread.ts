import { parentPort, Worker } from 'node:worker_threads'
import { collectAllGarbage, REST_MS } from './garbage.ts'

/** Functions that a thread runs for another, by name. Arguments and results are copied between the threads. */
export type Calls = Record<string, (...input: never[]) => unknown>

interface Call {
  name: string
  input: readonly unknown[]
}

type Message<Note> = { result: unknown } | { error: unknown; fields: object } | { note: Note }

/** The memory for JavaScript objects, in MB: a thread that takes more ends, without the others. */
const MAX_HEAP_MB = 1024

interface CallThreadOptions<Note> {
  /** The file that calls `serveCalls`. */
  file: string
  /** Gets what the thread sends by `sendNote`. */
  onNote: (note: Note) => void
  /** Called when the thread has ended, before its calls fail with the error. */
  onEnd: (error: Error) => void
  /** The error of the calls of a thread that ended by itself. */
  endError: () => Error
}

/** A thread that runs calls, one after the other, so that they never hold up this one. */
export class CallThread<C extends Calls, Note> {
  readonly #worker: Worker
  /** Those that are not answered yet. Answers come in the order of the calls. */
  readonly #waiting: PromiseWithResolvers<unknown>[] = []
  #endError: Error | null = null

  constructor({ file, onNote, onEnd, endError }: CallThreadOptions<Note>) {
    this.#worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    this.#worker.on('message', (message: Message<Note>) => {
      if ('note' in message) onNote(message.note)
      else if ('result' in message) this.#waiting.shift()?.resolve(message.result)
      else this.#waiting.shift()?.reject(Object.assign(message.error as Error, message.fields))
    })
    // The exit follows.
    this.#worker.on('error', (error) => (this.#endError ??= error as Error))
    this.#worker.once('exit', () => {
      const error = (this.#endError ??= endError())
      onEnd(error)
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    })
  }

  /** Runs a function of the thread. Rejects with its error, or with that of the end of the thread. */
  call<Name extends keyof C & string>(
    name: Name,
    ...input: Parameters<C[Name]>
  ): Promise<Awaited<ReturnType<C[Name]>>> {
    if (this.#endError !== null) return Promise.reject(this.#endError)
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.push(answer)
    this.#worker.postMessage({ name, input } satisfies Call)
    return answer.promise as Promise<Awaited<ReturnType<C[Name]>>>
  }

  /** Ends the thread, whatever it does. Its calls fail with the error. */
  async end(error: Error): Promise<void> {
    this.#endError ??= error
    await this.#worker.terminate()
  }
}

/** The other side: runs the calls. Some time after the first it gives back what the start has taken. */
export function serveCalls(calls: Calls): void {
  parentPort?.once('message', () => setTimeout(collectAllGarbage, REST_MS).unref())
  let last: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', ({ name, input }: Call) => {
    last = last
      .then(() => (calls[name] as (...input: readonly unknown[]) => unknown)(...input))
      .then((result) => send({ result }))
      .catch((error: unknown) => send({ error, fields: fieldsOf(error) }))
  })
}

/** Sends something that is no answer to a call. */
export function sendNote(note: unknown): void {
  send({ note })
}

function send(message: Message<unknown>): void {
  parentPort?.postMessage(message)
}

/** What an error loses when it is copied. */
function fieldsOf(error: unknown): object {
  const fields = Object.entries(error instanceof Error ? error : {})
  return Object.fromEntries(
    fields.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  )
}
