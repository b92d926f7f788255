import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const ROOT = resolve(import.meta.dirname, '../..')
const POLL_MS = 4

/** Writes the demo content and this many synthetic stories, where they are missing. Ends this process when that fails. */
export function seed(env: NodeJS.ProcessEnv, stories: number): void {
  const args = ['scripts/seed.ts', '--articles', String(stories)]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

export interface Program {
  pid: number
  /** When it was started, by performance.now(). */
  started: number
  /** Resolves when it prints a line that matches. Rejects when it ends before. */
  printed(line: RegExp): Promise<void>
  stop(): Promise<void>
}

/** Runs `npm run <script>`. */
export function start(script: string, env: NodeJS.ProcessEnv): Program {
  const started = performance.now()
  const child = spawn('npm', ['run', script], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const ended = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    started,
    async printed(line) {
      while (!line.test(output)) {
        if (child.exitCode !== null) throw new Error(`npm run ${script} ended:\n${output}`)
        await sleep(POLL_MS)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
