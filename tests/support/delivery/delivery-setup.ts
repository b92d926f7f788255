import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { Mirror, type MirrorOptions } from '../../../src/publisher/delivery/mirror.ts'
import { writeSite } from './delivered-site.ts'
import { type Target, type TargetEvent, startTarget } from './delivery-target.ts'

/** In the site of each test. */
export const STORIES = 40

/** Gives each test a built site, and a bucket with a cache before it; a fault of share 0.5 meets every fifth request. */
export function setUpDelivery() {
  let directory: string
  let folder: string
  let target: Target
  let seen = 0
  let requests = 0
  const mirrors: Mirror[] = []

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mantel-delivery-'))
    folder = join(directory, 'dist')
    await writeSite(folder, STORIES)
    target = await startTarget(directory, () => (++requests % 5 === 0 ? 0 : 1))
    seen = 0
  })

  afterEach(async () => {
    target.setFault({ kind: 'none' })
    await Promise.all(mirrors.splice(0).map((mirror) => mirror.close()))
    await target.close()
    await rm(directory, { recursive: true })
  })

  return {
    get directory() {
      return directory
    },
    get folder() {
      return folder
    },
    get target() {
      return target
    },
    /** As a start of the publisher: with the record of the last one, unless another machine's is named. */
    open(options: Partial<MirrorOptions> & { machine?: string } = {}): Mirror {
      const { machine = 'publisher', ...rest } = options
      const recordFile = join(directory, machine, 'delivery.sqlite')
      const mirror = new Mirror({ ...target.delivery, folder, recordFile, report: () => undefined, ...rest })
      mirrors.push(mirror)
      return mirror
    },
    /** What reached the target since `newEvents` was last called. */
    unseenEvents: (): TargetEvent[] => target.events.slice(seen),
    newEvents(): TargetEvent[] {
      const events = target.events.slice(seen)
      seen = target.events.length
      return events
    },
  }
}

/** The keys of uploaded files, in the order of their arrival. */
export const uploadedKeys = (events: readonly TargetEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'put' && event.key !== '_delivery.json' ? [event.key] : []))
