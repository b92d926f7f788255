/**
 * `npm run bench:import-file`: an export of WordPress with 1,000 stories, or as many as are named (`-- 1000 10000`), put into an
 * empty magazine by `npm run import`: seconds until it is read, until the dry run is there and until all is written, CPU time
 * of the import and of the database, the most memory of the import, and beside it the seconds of the first build of that
 * magazine. Only on Linux.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstBuild } from './first-build.ts'
import { ROOT, start } from './program.ts'
import { treeCpu } from './process-tree.ts'
import { writeWxrExport } from './wxr-export.ts'

/** In each story. */
const WORDS = 800
const SAMPLE_MS = 200

const { PORT = '4396', SUPABASE_PORT = '54396' } = process.env
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000]

const summary: Record<string, Record<string, number>> = {}
for (const stories of sizes) summary[stories] = await measure(stories)
console.table(summary)

async function measure(stories: number): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'))
  const file = join(folder, 'export.xml')
  await writeWxrExport(file, { stories, words: WORDS })
  const dataDir = join(folder, 'data')
  const env = {
    ...process.env,
    ...{ PORT, SUPABASE_PORT, DATA_DIR: dataDir, DIST_DIR: join(dataDir, 'dist'), NODE_ENV: 'production' },
  }
  const supabase = start('supabase', env)
  try {
    await supabase.printed(/^mail /m)
    const before = treeCpu(supabase.pid)
    const measured = await importFile(file, env)
    const database = round(treeCpu(supabase.pid) - before)
    const { publisher, seconds } = await firstBuild(dataDir, env, `http://127.0.0.1:${SUPABASE_PORT}`)
    await publisher.stop()
    return {
      ...measured,
      'database, CPU s': database,
      'first build, s': round(seconds),
      load: round(loadavg()[0] ?? 0),
    }
  } finally {
    await supabase.stop()
    await rm(folder, { recursive: true })
  }
}

/** Runs the import; its seconds from its start. */
async function importFile(file: string, env: NodeJS.ProcessEnv): Promise<Record<string, number>> {
  const started = performance.now()
  const seconds = () => round((performance.now() - started) / 1_000)
  const child = spawn(process.execPath, ['scripts/import.ts', file, '--yes'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const measured: Record<string, number> = {}
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
    if (/^What it makes/m.test(output)) measured['dry run, s'] ??= seconds()
  })
  const sampling = setInterval(() => {
    const status = readStatus(child.pid ?? 0)
    if (status === null) return
    measured['most memory, MB'] = status
    measured['import, CPU s'] = round(treeCpu(child.pid ?? 0))
  }, SAMPLE_MS)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(sampling)
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`)
  return { ...measured, 'all written, s': seconds() }
}

/** The most memory that a process has had; null when it has ended. */
function readStatus(pid: number): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024)
  } catch {
    return null
  }
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
