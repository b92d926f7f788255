import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { SenderJob } from './sender-process.ts'

export function startSender(job: SenderJob): ChildProcess {
  return fork(join(import.meta.dirname, 'sender-process.ts'), [JSON.stringify(job)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Resolves when a sender has ended by itself; rejects when it failed. */
export async function ended(sender: ChildProcess): Promise<void> {
  if (sender.exitCode === null) await once(sender, 'exit')
  if (sender.exitCode !== 0) throw new Error(`the sender ended with ${sender.exitCode ?? sender.signalCode}`)
}

/** Sends with one sender after another, of which the first ones are killed at random moments. */
export async function sendWithKills(
  job: SenderJob,
  kills: number,
  random: Random,
  maxMs: number,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const sender = startSender(job)
    const over = once(sender, 'exit')
    // Its start takes about this long.
    await Promise.race([over, sleep(600 + random.below(maxMs))])
    sender.kill('SIGKILL')
    await over
  }
  await ended(startSender(job))
}
