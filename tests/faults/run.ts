/**
 * `npm run test:faults`: runs the product while editors write and publish, lets one fault or two happen a round, and looks
 * after each round for what was lost. `-- --rounds 8 --seed 1`: other rounds, and the plan of an earlier run again.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Random, seededRandom } from '../support/random.ts'
import type { NetworkFault } from './fault-proxy.ts'
import { type Closers, type FaultyMagazine, startFaultyMagazine } from './magazine.ts'
import { until } from './until.ts'

/** Rounds between two comparisons of the site with a cold build; another follows the last round. */
const COLD_BUILD_ROUNDS = 50
/** Share of the rounds with two faults at a time. */
const DOUBLE_SHARE = 0.3
/** Share of the rounds in which stories are imported meanwhile. */
const IMPORT_SHARE = 0.3
/** Longest pause of an editor between two saves. */
const MAX_PAUSE_MS = 20
/** Each editor saves so often in a round, if it takes no longer than SAVING_MS: a lost change must not go unnoticed. */
const SAVES = 12
const SAVING_MS = 2_500

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const random = seededRandom(seed)
console.log(`seed ${seed}, ${rounds} rounds`)

type Fault = (magazine: FaultyMagazine, random: Random) => Promise<unknown>

const network =
  (fault: NetworkFault): Fault =>
  async ({ proxy }, { below }) => {
    proxy.setFault(fault)
    await sleep(300 + below(1_200))
    // Before the editors stop: they wait for answers.
    proxy.setFault({ kind: 'none' })
  }
const fill =
  (disk: 'supabase' | 'site'): Fault =>
  async ({ disks }, { below }) => {
    await disks?.[disk].fill()
    await sleep(500 + below(1_500))
  }
/** By what they break: two faults of a kind do not happen at a time. */
const FAULTS: Record<string, Record<string, Fault>> = {
  servers: {
    'the publisher is killed': ({ publisher }) => publisher.kill(),
    'Supabase is killed': ({ supabase }) => supabase.kill(),
    'the database ends': async ({ supabase }, { below }) => {
      supabase.endDatabase()
      // Again, perhaps while it opens.
      await sleep(below(1_500))
      supabase.endDatabase()
    },
    'both are killed': ({ publisher, supabase }) => Promise.all([publisher.kill(), supabase.kill()]),
  },
  browser: {
    'the tab is killed': ({ browser }) => browser.killTab(),
    'the browser is killed': ({ browser }) => browser.killBrowser(),
  },
  network: {
    'requests do not arrive': network({ kind: 'refuse', share: 0.5 }),
    'answers are lost': network({ kind: 'cut', share: 0.5 }),
    'answers never come': network({ kind: 'hang', share: 0.5 }),
    'requests are late': network({ kind: 'delay', share: 0.7, ms: 400 }),
    'requests arrive twice': network({ kind: 'repeat', share: 0.5 }),
  },
  clock: {
    'the clock jumps': async ({ clock }, roundRandom) => {
      await clock.jump(roundRandom)
      await sleep(500 + roundRandom.below(1_000))
    },
  },
  disks: {
    'the disk of Supabase is full': fill('supabase'),
    'the disk of the site is full': fill('site'),
  },
}
/** A fault of FAULTS. */
interface PlannedFault {
  kind: string
  name: string
  happen: Fault
}

const folder = await mkdtemp(join(tmpdir(), 'mantel-faults-'))
const startedAt = performance.now()
const closers: Closers = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1))
const magazine = await startFaultyMagazine(folder, seed, closers).catch((error: unknown) => {
  console.log(describe(error))
  return end(1)
})
const faults = Object.entries(FAULTS)
  .filter(([kind]) => magazine.disks !== null || kind !== 'disks')
  .flatMap(([kind, ofKind]) => Object.entries(ofKind).map(([name, happen]) => ({ kind, name, happen })))
if (magazine.disks === null) {
  console.log(
    'SKIPPED  full disks: a small disk can only be mounted as root, or with sudo without a password',
  )
}
const seconds = () => Math.round((performance.now() - startedAt) / 1_000)
console.log(`started in ${seconds()} s`)

const counts = new Map<string, number>()
// Every run, however short, begins with this one.
const isFirst = ({ name }: PlannedFault) => name === 'the publisher is killed'
let waiting = [...faults.filter(isFirst), ...shuffle(faults, random).filter((fault) => !isFirst(fault))]
let losses = 0
for (let round = 1; round <= rounds; round++) {
  const planned = nextFaults()
  for (const { name } of planned) counts.set(name, (counts.get(name) ?? 0) + 1)
  const found = await playRound(planned).catch((error: unknown) => [
    `the round broke off: ${describe(error)}`,
  ])
  if (round % COLD_BUILD_ROUNDS === 0 || round === rounds)
    found.push(...(await magazine.compareWithColdBuild()))
  losses += found.length
  const what = planned.map(({ name }) => name).join(', ')
  for (const loss of found) console.log(`LOST  seed ${seed}, round ${round}, ${what}: ${loss}`)
  printRound(round, what)
}

const failedBuilds = await magazine.countFailedBuilds()
for (const [name, count] of [...counts].sort()) console.log(`${String(count).padStart(4)}  ${name}`)
console.log(`${failedBuilds} builds failed and were made again`)
const happened = [...counts.values()].reduce((sum, count) => sum + count, 0)
console.log(`seed ${seed}: ${rounds} rounds, ${happened} faults, ${losses} losses, ${seconds()} s`)
await end(losses === 0 ? 0 : 1)

async function end(status: 0 | 1): Promise<never> {
  for (const close of closers.splice(0).reverse()) await close()
  // Processes that were just killed may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exit(status)
}

/** The faults of the next round: each comes once, in another order, before any comes again. */
function nextFaults(): PlannedFault[] {
  if (waiting.length === 0) waiting = shuffle(faults, random)
  const [first, ...others] = waiting
  const second = random.next() < DOUBLE_SHARE ? others.find(({ kind }) => kind !== first?.kind) : undefined
  const planned = [first, second].filter((fault) => fault !== undefined)
  waiting = waiting.filter((fault) => !planned.includes(fault))
  return planned
}

/** Lets faults happen at a time while the editors write. Resolves with what is lost after they are over. */
async function playRound(planned: readonly PlannedFault[]): Promise<string[]> {
  const roundRandom = seededRandom(random.below(2 ** 31))
  const writing = startWriting(magazine)
  const isImported = planned.some(isFirst) || roundRandom.next() < IMPORT_SHARE
  const imported = isImported ? magazine.importStories() : undefined
  await sleep(roundRandom.below(400))
  const found: string[] = []
  try {
    await Promise.all(planned.map(({ happen }) => happen(magazine, roundRandom)))
    if (!magazine.publisher.isRunning) found.push(...(await magazine.findHalfPages()))
    await writing.untilEnoughSaved()
  } finally {
    found.push(...(await writing.stop()))
    await imported
  }
  found.push(...(await magazine.recover()))
  return found.concat(await magazine.findLosses())
}

interface Writing {
  untilEnoughSaved(): Promise<unknown>
  /** Resolves with what the editors found lost. */
  stop(): Promise<string[]>
}

/** Lets all editors write, one save after the other each. */
function startWriting({ editors, browser }: FaultyMagazine): Writing {
  const before = editors.map(({ saves }) => saves)
  let isStopped = false
  const found: string[] = []
  const loops = editors.map(async (editor) => {
    while (!isStopped) {
      await editor.write().catch((error: unknown) => found.push(String(error)))
      await sleep(Math.random() * MAX_PAUSE_MS)
    }
  })
  const type = async () => {
    // What fails here is a tab that was killed; what it has lost is found when it is opened again.
    while (!isStopped && browser.isOpen) await browser.write().catch(() => sleep(MAX_PAUSE_MS))
  }
  loops.push(type())
  return {
    untilEnoughSaved: () =>
      until(
        async () => editors.every(({ saves }, index) => saves >= (before[index] ?? 0) + SAVES),
        SAVING_MS,
      ),
    async stop() {
      isStopped = true
      await Promise.all(loops)
      return found
    },
  }
}

function printRound(round: number, name: string): void {
  const saves = magazine.editors.reduce((sum, editor) => sum + editor.saves, 0)
  const { browser, proxy } = magazine
  console.log(
    `round ${round}, ${seconds()} s, ${name}: ${saves} saves, ${browser.saves} in the browser, ` +
      `${browser.recoveries} texts back, ${proxy.hits()} requests disturbed, ${losses} losses`,
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function shuffle<T>(items: readonly T[], { next }: Random): T[] {
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
