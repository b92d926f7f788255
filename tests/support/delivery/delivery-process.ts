/** Publishes and delivers a site without end, until the process is killed: for delivery-kills.ts. */
import { Mirror } from '../../../src/publisher/delivery/mirror.ts'
import { seededRandom } from '../random.ts'
import { publish } from './delivered-site.ts'
import type { DeliveryJob } from './delivery-kills.ts'

const { seed, ...options } = JSON.parse(process.argv[2] ?? '') as DeliveryJob
const random = seededRandom(seed)
console.log('loaded')
const mirror = new Mirror({ ...options, report: () => undefined })
// Faults make a delivery fail now and then: the next one has its changes.
const ignored = (): void => undefined
await mirror.syncAll().catch(ignored)
for (;;) await mirror.sync(await publish(options.folder, random)).catch(ignored)
