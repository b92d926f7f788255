/**
 * `npm run backup`, for a schedule: writes a backup into BACKUP_FOLDER or the bucket of BACKUP_S3_BUCKET, and removes the ones
 * that are too many. `-- --drill` restores the newest one into an empty magazine beside the running one and compares.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupSettings, readBackup } from '../src/backend/env/backup-env.ts'
import { readLocalEnv } from '../src/backend/env/env.ts'
import { makeBackup } from '../src/backup/backup.ts'
import { type DrillOptions, type Readable, runDrill } from '../src/backup/drill.ts'
import { recordRun } from '../src/backup/runs.ts'
import { type BackupStore, bucketStore, folderStore } from '../src/backup/store.ts'
import { Bucket } from '../src/publisher/delivery/bucket.ts'
import { startStackInThread } from '../supabase/local/stack-in-thread.ts'
import { serviceClient } from '../supabase/seed/service.ts'
import { createReport } from './local-content.ts'
import { type OpenMagazine, openMagazine } from './open-magazine.ts'
import { failStart } from './start-error.ts'

const HELP = `npm run backup [-- --drill]

Writes a backup to BACKUP_FOLDER or BACKUP_S3_BUCKET and keeps BACKUP_KEEP (14) of them. With EXPORT_PASSPHRASE, accounts and
subscribers are in a second file beside it, which the passphrase opens.

--drill  restores the newest backup into an empty magazine beside this one, builds the pages of both, and compares them`

const root = resolve(import.meta.dirname, '..')
const report = createReport()
/** What the folders of drills begin with; `npm run reset` knows it, too. */
const DRILL = 'cold-drill-'
/** When the folder of a killed drill goes, in ms. */
const LEFT_OVER = 24 * 60 * 60 * 1000
/** Of what a failed build says last, in characters. */
const MAX_SAID = 1500

try {
  const { values } = parseArgs({
    options: { drill: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  if (values.help) console.log(HELP)
  else await run(values.drill)
} catch (error) {
  failStart(error)
}

async function run(isDrill: boolean): Promise<void> {
  const settings = readBackup()
  const store = storeAt(settings)
  const magazine = await openMagazine(report)
  try {
    const backUp = () => backup(magazine, store, settings)
    if (isDrill) await drill(magazine, store, settings, backUp)
    else await backUp()
  } finally {
    await magazine.stop()
  }
}

function storeAt({ place }: BackupSettings): BackupStore {
  return 'folder' in place ? folderStore(place.folder) : bucketStore(new Bucket(place.bucket))
}

async function backup({ service }: OpenMagazine, store: BackupStore, { keep, passphrase }: BackupSettings) {
  return recordRun(service, 'backup', async () => {
    const made = await makeBackup(service, { store, keep, passphrase, now: new Date(), report })
    const size = `${(made.size / 1024 / 1024).toFixed(1)} MB`
    const without =
      passphrase === null ? ', without accounts and subscribers: EXPORT_PASSPHRASE is not set' : ''
    report(`${made.archive}: ${size}${without}`)
    return { ...made, what: `${size}${without}` }
  })
}

async function drill(
  magazine: OpenMagazine,
  store: BackupStore,
  { passphrase }: BackupSettings,
  backUp: DrillOptions['backUp'],
): Promise<void> {
  const { siteUrl } = readLocalEnv()
  const folder = await drillFolder()
  const outcome = await recordRun(magazine.service, 'drill', () =>
    runDrill({
      ...{ store, passphrase, folder, magazine, backUp, report },
      startEmpty: (dataDir) => startEmpty(dataDir, siteUrl),
      build: (one, distDir) => build(one, distDir, siteUrl, join(folder, 'cache')),
    }),
  )
  report(`${outcome.archive}: ${outcome.what}`)
}

/** A new folder within the project, where a build finds its packages. What killed drills have left is removed after a day. */
async function drillFolder(): Promise<string> {
  const local = join(root, '.local')
  await mkdir(local, { recursive: true })
  for (const name of await readdir(local)) {
    const path = join(local, name)
    if (name.startsWith(DRILL) && Date.now() - (await stat(path)).mtimeMs > LEFT_OVER)
      await rm(path, { recursive: true, force: true })
  }
  return mkdtemp(join(local, DRILL))
}

async function startEmpty(dataDir: string, siteUrl: string) {
  const stack = await startStackInThread({ port: 0, dataDir, siteUrl })
  return { ...stack, service: serviceClient(stack.url, stack.secretKey) }
}

/** A build of all pages in a process of its own. `cache`: for what both builds make of pictures. */
async function build(
  { url, publishableKey }: Readable,
  distDir: string,
  siteUrl: string,
  cache: string,
): Promise<void> {
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey },
    ...{ SITE_URL: siteUrl, DATA_DIR: cache, DIST_DIR: distDir },
    // They follow from the stored files, whose digests are compared.
    BUILD_COPIES: 'false',
  }
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent', '--force'],
    {
      ...{ cwd: root, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-MAX_SAID)
    })
  const { promise, resolve: end, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject)
  child.on('exit', end)
  if ((await promise) !== 0) throw new Error(`The pages could not be built:\n${said}`)
}
