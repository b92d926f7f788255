/** Tasks that take what they are told to, for worker-process.test.ts. */
import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { BackendError } from '../../src/backend/errors.ts'
import { type Tasks, serveTasks } from '../../src/node/worker-process.ts'

let calls = 0

const tasks = {
  async count(): Promise<number> {
    return (calls += 1)
  },
  async priority(): Promise<number> {
    return getPriority()
  },
  async spin(): Promise<void> {
    for (;;);
  },
  async waitFor({ file }: { file: string }): Promise<void> {
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5))
  },
  async fillHeap(): Promise<void> {
    const kept: unknown[] = []
    for (;;) kept.push({ kept: kept.length })
  },
  async fillBuffers(): Promise<void> {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  },
  async fail({ code }: { code: string }): Promise<void> {
    throw Object.assign(new Error('it failed'), { code, syscall: 'write' })
  },
  async failInBackend(): Promise<void> {
    throw new BackendError('network', null, 'no answer in time')
  },
  async end(): Promise<void> {
    process.exit(3)
  },
} satisfies Tasks

export type BusyTasks = typeof tasks

serveTasks(tasks, 400)
