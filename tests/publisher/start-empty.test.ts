import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeys } from '../../supabase/local/keys.ts'
import { freePort } from '../support/free-port.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'

const root = resolve(import.meta.dirname, '../..')
let folder: string
let settings: { PORT: string; SUPABASE_PORT: string; DATA_DIR: string; DIST_DIR: string }
let publishableKey: string
const siteUrl = () => `http://localhost:${settings.PORT}`
const supabaseUrl = () => `http://127.0.0.1:${settings.SUPABASE_PORT}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-empty-'))
  settings = {
    PORT: String(await freePort()),
    SUPABASE_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
  }
  ;({ publishableKey } = await loadKeys(settings.DATA_DIR))
  const { DIST_DIR: distDir } = settings
  await takeBundle({ supabaseUrl: supabaseUrl(), publishableKey, siteUrl: siteUrl(), distDir })
})
afterAll(async () => {
  await removeBundle({ distDir: settings.DIST_DIR })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Runs `npm start -- --empty` until its ready line or its end. `lines` are all that it has printed. */
async function startEmpty() {
  const npm = spawn('npm', ['start', '--', '--empty'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(npm, 'exit') as Promise<[number | null]>
  const lines: string[] = []
  const ready = new Promise<void>((resolve) => {
    for (const stream of [npm.stdout, npm.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('ready ')) resolve()
      })
  })
  await Promise.race([ready, ended])
  const stop = async () => {
    npm.kill('SIGTERM')
    await ended
  }
  return { lines, ended, stop }
}

/** The token of the address that a start has printed for the first account. */
function tokenIn(lines: readonly string[]): string | undefined {
  const address = `${siteUrl()}/auth#begin=`
  return lines.find((line) => line.includes(address))?.split(address)[1]
}

// The shell of Windows passes the option on, too, but ends a process in another way.
test.runIf(process.platform !== 'win32')(
  'a magazine started empty has pages without a story and an address for its first account, and does not begin twice',
  async () => {
    const first = await startEmpty()
    const firstToken = tokenIn(first.lines)
    expect(firstToken).toMatch(/^[0-9a-f]{64}$/)
    await first.stop()

    const { lines, stop } = await startEmpty()
    const token = tokenIn(lines)
    expect(token).not.toBe(firstToken)
    const home = await (await fetch(siteUrl())).text()
    expect(home).toContain('The first stories are still being written.')
    const footer = home.slice(home.indexOf('<footer'))
    const links = [...footer.matchAll(/href="(\/[^"#]*)/g)].map(([, path = '']) => path)
    expect(links).toContain('/privacy')
    for (const path of [...links, '/sitemap.xml', '/rss.json', '/llms.txt'])
      expect([path, (await fetch(siteUrl() + path)).status]).toEqual([path, 200])
    const person = { email: 'ada@mantel.example', password: 'love-where-you-live', full_name: 'Ada Byron' }
    const made = await fetch(`${supabaseUrl()}/functions/v1/first-account`, {
      method: 'POST',
      headers: { apikey: publishableKey },
      body: JSON.stringify({ token, ...person }),
    })
    expect(made.status).toBe(200)
    await stop()

    const refused = await startEmpty()
    expect(await refused.ended).toEqual([1, null])
    expect(refused.lines.at(-1)).toBe(
      `${settings.DATA_DIR} has a magazine already. Start it without --empty, or name another folder in DATA_DIR.`,
    )
  },
)
