import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRELOADED = ['shifted-clock.mjs', 'ended-database.mjs'].map(
  (file) => pathToFileURL(join(import.meta.dirname, file)).href,
)

/** The variables of a process whose clock the file moves, and whose embedded database `endDatabase` ends. */
export function faultEnv(clockFile: string): Record<string, string> {
  return { CLOCK_FILE: clockFile, NODE_OPTIONS: PRELOADED.map((url) => `--import=${url}`).join(' ') }
}

/** One process of the product, which can be killed and started again. */
export class ProductProcess {
  readonly name: string
  readonly #script: string
  readonly #env: Record<string, string>
  readonly #ready: RegExp
  readonly #maxStartMs: number | undefined
  #child: ChildProcess | null = null
  /** What it printed since its last start. */
  output = ''

  /** `ready` matches the output of a process that has started. */
  constructor(name: string, script: string, ready: RegExp, env: Record<string, string>, maxStartMs?: number) {
    this.#maxStartMs = maxStartMs
    this.name = name
    this.#script = script
    this.#ready = ready
    this.#env = env
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts the process; resolves when it is ready. Throws with its output when it ends before. */
  async start(): Promise<void> {
    this.output = ''
    // A group of its own, so that a kill reaches the processes that it started.
    const child = spawn(process.execPath, [join(ROOT, this.#script)], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => (this.output += part.toString()))
    }
    const isReady = await until(
      async () => !this.isRunning || this.#ready.test(this.output),
      this.#maxStartMs,
    )
    if (!this.isRunning) throw new Error(`${this.name} ended while it started: ${this.lastLines()}`)
    if (!isReady) throw new Error(`${this.name} did not get ready: ${this.lastLines()}`)
  }

  lastLines(): string {
    return this.output.trimEnd().split('\n').slice(-5).join(' | ')
  }

  /** Ends the thread of the embedded database, without a chance to clean up. */
  endDatabase(): void {
    this.#child?.kill('SIGUSR2')
  }

  /** Kills the process and all that it started, without a chance to clean up. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined || !this.isRunning) return
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
}
