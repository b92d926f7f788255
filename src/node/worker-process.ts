import { type ChildProcess, fork } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { errorMessage } from '../backend/error-message.ts'
import { type BackendErrorKind, BackendError } from '../backend/errors.ts'
import { collectAllGarbage, REST_MS } from './garbage.ts'
import { processCpuMs } from './process-cpu.ts'

/** Exit code of a process that took more memory than it may. */
const OUT_OF_MEMORY = 86
const MEMORY_CHECK_MS = 50
/** How often a task that may have taken too much of the processor is looked at. */
const WATCH_MS = 500
/** The size of each of the two halves of the space for new objects. Less makes work slower. */
const MAX_SEMI_SPACE_MB = 8

/** Functions that a process of its own runs, by name. Arguments and results are copied between the processes. */
export type Tasks = Record<string, (input: never) => Promise<unknown>>

interface Request {
  task: string
  input: unknown
}

/** The fields of a task's error by which its caller decides what to do. */
interface Failure {
  message: string
  code?: string | null | undefined
  /** Set for a system error: a full disk, for example. */
  syscall?: string | undefined
  /** Set for a BackendError. */
  kind?: BackendErrorKind | undefined
}

type Answer = { result: unknown } | { failure: Failure }
type Message = Answer | { note: unknown }

/** The process of a task ended before the task did: all that it held is lost. */
export class ProcessEndedError extends Error {}

/** The process was ended because the task took more of the processor or more memory than it may. */
export class OverBudgetError extends ProcessEndedError {}

/** The task took more of the processor than it may: on another machine, or another day, it may not. */
export class OverTimeError extends OverBudgetError {}

const STOPPED = 'the process was stopped before the task'

export interface WorkerOptions {
  /** The file that calls `serveTasks`. */
  file: string
  /** The memory for JavaScript objects, in MB. */
  maxHeapMb: number
  /** Whether other processes go before it. */
  hasLowPriority?: boolean
  /** How long it stays without a task, in ms: for ever unless given. */
  maxIdleMs?: number
  /** The only task that starts it, where the others need what that one read: they reject when it is not running. */
  startingTask?: string
  /** Gets what a task sends by `sendNote` while it runs. */
  onNote?: (note: unknown) => void
}

/**
 * A process that runs tasks, one after the other, so that they never hold up this one. It starts with the first task,
 * and again with the first after it ended.
 */
export class WorkerProcess<T extends Tasks> {
  readonly #options: WorkerOptions
  #child: ChildProcess | null = null
  #last: Promise<unknown> = Promise.resolve()
  #idleTimer: NodeJS.Timeout | undefined
  /** How often it was stopped: tasks that waited then are aborted. */
  #stops = 0

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Whether the process that ran the last task is still there, with what it holds. */
  isRunning(): boolean {
    return this.#child !== null
  }

  /**
   * Runs a task that may use up to `maxMs` of processor time, all threads together, after its first WATCH_MS; where the
   * system does not tell, of wall time. A process that gets no processor time for `maxMs` is ended, too. Rejects with the
   * task's error, or with a ProcessEndedError.
   */
  run<Name extends keyof T & string>(
    task: Name,
    input: Parameters<T[Name]>[0],
    maxMs: number,
  ): Promise<Awaited<ReturnType<T[Name]>>> {
    const { maxIdleMs } = this.#options
    clearTimeout(this.#idleTimer)
    const stopsBefore = this.#stops
    const result = this.#last.then(() => {
      if (this.#stops !== stopsBefore) throw new ProcessEndedError(STOPPED)
      return this.#runNow(task, input, maxMs)
    })
    const done = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last === done && maxIdleMs !== undefined)
          this.#idleTimer = setTimeout(() => this.stop(), maxIdleMs).unref()
      })
    this.#last = done
    return result as Promise<Awaited<ReturnType<T[Name]>>>
  }

  /** Sends the process a signal that its task knows, such as to end early. */
  tell(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Ends the process. Tasks that run or wait are aborted. */
  stop(): void {
    this.#stops += 1
    clearTimeout(this.#idleTimer)
    this.#child?.kill('SIGKILL')
    this.#child = null
  }

  #start(): ChildProcess {
    const { file, maxHeapMb, hasLowPriority = false } = this.#options
    const started = fork(file, {
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [
        `--max-old-space-size=${maxHeapMb}`,
        `--max-semi-space-size=${MAX_SEMI_SPACE_MB}`,
        '--expose-gc',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Set at once: only threads that the process starts from now on get the priority.
    if (hasLowPriority && started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_LOW)
    // A process without work keeps this one from nothing; the timer of a task keeps it until the answer.
    started.unref()
    started.channel?.unref()
    const forget = () => {
      if (this.#child === started) this.#child = null
    }
    // One that cannot be started has an error, but no exit.
    started.once('exit', forget).once('error', forget)
    return (this.#child = started)
  }

  #runNow(task: string, input: unknown, maxMs: number): Promise<unknown> {
    const { startingTask } = this.#options
    if (this.#child === null && startingTask !== undefined && task !== startingTask)
      return Promise.reject(new ProcessEndedError('the process ended before the task'))
    const running = this.#child ?? this.#start()
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      let isOver = false
      const end = (finish: () => void) => {
        isOver = true
        clearTimeout(timer)
        running.off('message', onMessage).off('exit', onExit).off('error', onError)
        finish()
      }
      const onMessage = (message: Message) => {
        if ('note' in message) this.#options.onNote?.(message.note)
        else end(() => ('result' in message ? resolve(message.result) : reject(toError(message.failure))))
      }
      const onExit = (code: number | null, signal: string | null) =>
        end(() => reject(exitError(code, signal)))
      const onError = (error: Error) => end(() => reject(error))
      const kill = (error: Error) => {
        end(() => reject(error))
        this.#child = null
        running.kill('SIGKILL')
      }

      let firstMs: number | null = null
      let lastMs = -1
      let stillMs = 0
      let looks = 0
      const look = async () => {
        looks += 1
        const cpuMs = running.pid === undefined ? null : await processCpuMs(running.pid)
        if (isOver) return
        // Most tasks are over before the first look: they need not say what they begin with.
        firstMs ??= cpuMs
        const takenMs = cpuMs === null || firstMs === null ? looks * WATCH_MS : cpuMs - firstMs
        stillMs = takenMs === lastMs ? stillMs + WATCH_MS : 0
        lastMs = takenMs
        if (takenMs >= maxMs) kill(new OverTimeError(`takes more than ${maxMs / 1_000} s`))
        else if (stillMs >= maxMs) kill(new ProcessEndedError(`stood still for ${maxMs / 1_000} s`))
        else timer = setTimeout(() => void look(), WATCH_MS)
      }
      timer = setTimeout(() => void look(), WATCH_MS)
      running.on('message', onMessage).once('exit', onExit).once('error', onError)
      running.send({ task, input } satisfies Request)
    })
  }
}

/** `size` processes; a task waits for the first that is free. */
export class WorkerPool<T extends Tasks> {
  readonly #all: readonly WorkerProcess<T>[]
  readonly #free: WorkerProcess<T>[]
  readonly #waiting: ((worker: WorkerProcess<T>) => void)[] = []
  #stops = 0

  constructor(options: WorkerOptions, size: number) {
    this.#all = Array.from({ length: size }, () => new WorkerProcess<T>(options))
    this.#free = [...this.#all]
  }

  /** Whether all of the processes have been started and are still there. */
  isRunning(): boolean {
    return this.#all.every((worker) => worker.isRunning())
  }

  /** Runs a task. Rejects with the task's error, or with a ProcessEndedError. */
  async run<Name extends keyof T & string>(
    task: Name,
    input: Parameters<T[Name]>[0],
    maxMs: number,
  ): Promise<Awaited<ReturnType<T[Name]>>> {
    const stopsBefore = this.#stops
    const worker =
      this.#free.pop() ?? (await new Promise<WorkerProcess<T>>((resolve) => this.#waiting.push(resolve)))
    try {
      if (this.#stops !== stopsBefore) throw new ProcessEndedError(STOPPED)
      return await worker.run(task, input, maxMs)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(worker)
      else this.#free.push(worker)
    }
  }

  /** Ends the processes. Tasks that run or wait are aborted. */
  stop(): void {
    this.#stops += 1
    for (const worker of this.#all) worker.stop()
  }
}

function exitError(code: number | null, signal: string | null): Error {
  // Node ends by SIGABRT when its heap is full.
  return code === OUT_OF_MEMORY || signal === 'SIGABRT' || code === 134
    ? new OverBudgetError('takes more memory than it may')
    : new ProcessEndedError(`the process ended with ${signal ?? code}`)
}

function toError({ message, code = null, syscall, kind }: Failure): Error {
  if (kind !== undefined) return new BackendError(kind, code, message)
  const error = new Error(message)
  return syscall === undefined ? error : Object.assign(error, { code, syscall })
}

/** The other side: runs the tasks that the parent process asks for, and ends with it. */
export function serveTasks<T extends Tasks>(tasks: T, maxMemoryMb = Infinity): void {
  process.once('disconnect', () => process.exit(0))
  // Signals of a terminal go to all its processes; the parent decides when this one ends.
  process.on('SIGINT', () => undefined)
  let restTimer: NodeJS.Timeout | undefined
  process.on('message', ({ task, input }: Request) => {
    clearTimeout(restTimer)
    void answer(tasks, task, input).then(() => {
      // The next processes find compiled what this one has imported. Node does it when a process ends by itself.
      flushCompileCache()
      restTimer = setTimeout(collectAllGarbage, REST_MS).unref()
    })
  })
  if (maxMemoryMb === Infinity) return
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryMb * 1024 * 1024) process.exit(OUT_OF_MEMORY)
  }, MEMORY_CHECK_MS)
}

/** Sends the parent process something before the answer of the task. */
export function sendNote(note: unknown): void {
  process.send?.({ note } satisfies Message)
}

async function answer<T extends Tasks>(tasks: T, task: string, input: unknown): Promise<void> {
  const send = (outcome: Answer) => void process.send?.(outcome)
  try {
    send({ result: await tasks[task]?.(input as never) })
  } catch (error) {
    if (error instanceof BackendError) {
      const { message, code, kind } = error
      return void send({ failure: { message, code, kind } })
    }
    const { message, code, syscall } = error as Partial<NodeJS.ErrnoException>
    send({ failure: { message: message ?? errorMessage(error), code, syscall } })
  }
}
