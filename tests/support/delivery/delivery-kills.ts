import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mirror, type MirrorOptions } from '../../../src/publisher/delivery/mirror.ts'
import { seededRandom } from '../random.ts'
import { differences, writeSite } from './delivered-site.ts'
import { startTarget, unpurgedKeys } from './delivery-target.ts'

export type DeliveryJob = Omit<MirrorOptions, 'report'> & { seed: number }

/**
 * Kills a process that publishes and delivers, `kills` times at random moments, while every fifth request fails and all
 * are slow; each fifth time the record of deliveries is lost, too. Then one delivery without faults. Returns what was
 * lost: keys that differ from the folder, and keys that changed without a purge after it.
 */
export async function killDeliveries(directory: string, kills: number, seed: number) {
  const folder = join(directory, 'dist')
  const recordFile = join(directory, 'publisher', 'delivery.sqlite')
  const random = seededRandom(seed)
  await writeSite(folder, 60)
  let requests = 0
  const target = await startTarget(directory, () => (++requests % 5 === 0 ? 0 : 1))
  const deliveries: number[] = []
  try {
    for (let n = 0; n < kills; n += 1) {
      const fault = random.pick(['answer', 'refuse', 'cut', 'delay'] as const)
      target.setFault(
        fault === 'answer'
          ? { kind: fault, share: 0.5, status: 503 }
          : fault === 'delay'
            ? { kind: fault, share: 2, ms: 20 }
            : { kind: fault, share: 0.5 },
      )
      const job: DeliveryJob = { ...target.delivery, folder, recordFile, seed: random.below(1e9) }
      const before = target.events.length
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'delivery-process.ts'), JSON.stringify(job)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const exited = once(child, 'exit')
      await Promise.race([once(child.stdout, 'data'), exited])
      // From before its first request until some publishes later.
      await sleep(random.below(2_000))
      if (child.exitCode !== null) throw new Error('The process ended before it was killed')
      child.kill('SIGKILL')
      await exited
      deliveries.push(target.events.length - before)
      if (n % 5 === 4) await rm(join(directory, 'publisher'), { recursive: true, force: true })
    }
    target.setFault({ kind: 'none' })
    const mirror = new Mirror({ ...target.delivery, folder, recordFile, report: () => undefined })
    await mirror.syncAll()
    const pending = mirror.pending()
    await mirror.close()
    return {
      /** Requests that arrived before each kill. */
      deliveries,
      pending,
      different: await differences(folder, target.bucket),
      unpurged: unpurgedKeys(target.events),
    }
  } finally {
    await target.close()
  }
}
