import { parentPort, Worker } from 'node:worker_threads'
import { evaluateInThread } from './evaluate-in-thread.ts'
import { collectAllGarbage, REST_MS } from './garbage.ts'

/** Functions that a thread runs for another, by name. Arguments and results are copied between the threads. */
export type Calls = Record<string, (...input: never[]) => unknown>

interface Call {
  name: string
  input: readonly unknown[]
}

/** `cpu`: the processor time that the thread has taken since it began. */
type Answer = ({ result: unknown } | { error: unknown; fields: object }) & { cpu: NodeJS.CpuUsage }
type Message<Note> = Answer | { note: Note }

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
  /** The unanswered calls. Answers come in the order of the calls. */
  readonly #waiting: PromiseWithResolvers<unknown>[] = []
  /** The processor time of the thread at its last answer, and how many there were. */
  #cpu: NodeJS.CpuUsage | undefined
  #answers = 0
  #endError: Error | null = null

  constructor({ file, onNote, onEnd, endError }: CallThreadOptions<Note>) {
    this.#worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    this.#worker.on('message', (message: Message<Note>) => {
      if ('note' in message) return onNote(message.note)
      this.#cpu = message.cpu
      this.#answers += 1
      if ('result' in message) this.#waiting.shift()?.resolve(message.result)
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

  /** Runs a function of the thread. Rejects with the function's error, or with `endError` when the thread ends. */
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

  /** The processor time, in ms, of the call that the thread runs now. Rejects when the thread has ended. */
  async cpuMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage(this.#cpu)
    return (user + system) / 1000
  }

  /** Has the thread cancel the call that it runs now, as it gave `serveCalls`. */
  cancel(): Promise<void> {
    return evaluateInThread(this.#worker.threadId, `cancelCall(${this.#answers})`)
  }

  /** Ends the thread, whatever it does. Its calls fail with the error. */
  async end(error: Error): Promise<void> {
    this.#endError ??= error
    await this.#worker.terminate()
  }
}

/**
 * The other side: runs the calls. Some time after the first it gives back what the start has taken. `cancel` is called in
 * the middle of a call, and has it fail.
 */
export function serveCalls(calls: Calls, cancel: () => void = () => {}): void {
  parentPort?.once('message', () => setTimeout(collectAllGarbage, REST_MS).unref())
  let last: Promise<unknown> = Promise.resolve()
  let answers = 0
  const answer = (outcome: { result: unknown } | { error: unknown; fields: object }) => {
    answers += 1
    send({ ...outcome, cpu: process.threadCpuUsage() })
  }
  parentPort?.on('message', ({ name, input }: Call) => {
    last = last
      .then(() => (calls[name] as (...input: readonly unknown[]) => unknown)(...input))
      .then((result) => answer({ result }))
      .catch((error: unknown) => answer({ error, fields: fieldsOf(error) }))
  })
  // Of a call that is over meanwhile nothing is left to cancel.
  Object.assign(globalThis, { cancelCall: (before: number) => before === answers && cancel() })
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
