/** Finds a Chromium for the end-to-end tests, or installs one. Prints its path. */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright'

const PACKAGES = join(import.meta.dirname, '..', 'node_modules')
const INSTALLED_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium: CHROMIUM_PATH, an installed one, or Playwright's own. Undefined when there is none. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )
}

/** The path of Chromium's headless shell: the same engine without a window. Undefined when there is none. */
function findHeadlessShell(): string | undefined {
  return (
    packagedHeadlessShell() ?? (existsSync(INSTALLED_HEADLESS_SHELL) ? INSTALLED_HEADLESS_SHELL : undefined)
  )
}

/**
 * The headless shell of `@sparticuz/chromium`, unpacked in node_modules/.cache: for a page it takes a quarter less
 * processor time than Debian's. Undefined where it cannot run: it is for x64 Linux with the libraries of NSS.
 */
function packagedHeadlessShell(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(PACKAGES, '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const cache = join(PACKAGES, '.cache', 'mantel')
  const file = join(cache, `headless-shell-${version}`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const unpacked = `${file}.${randomUUID()}`
  writeFileSync(unpacked, brotliDecompressSync(readFileSync(join(folder, 'bin', 'chromium.br'))), {
    mode: 0o755,
  })
  if (spawnSync(unpacked, ['--version']).status === 0) renameSync(unpacked, file)
  else rmSync(unpacked)
  return existsSync(file) ? file : undefined
}

/**
 * The browser of the end-to-end tests: a headless shell, or any Chromium, which is installed when there is none. With it a
 * typeface that pages show until theirs has come, which a Debian without a desktop lacks.
 */
export function testBrowser(): string {
  if (lacksLocalSans()) installPackage('fonts-liberation')
  return process.env.CHROMIUM_PATH || (findHeadlessShell() ?? ensureBrowser())
}

/** Whether fontconfig knows none of the typefaces that stand in for the site's sans-serif (src/site/fonts.ts). */
function lacksLocalSans(): boolean {
  if (process.platform !== 'linux') return false
  const { status, stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' })
  return status === 0 && !/^(Arial|Liberation Sans|Helvetica|Roboto)\b/m.test(stdout)
}

/** Installs a package of Debian. Throws when that fails. */
function installPackage(name: string): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', name],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args]
    execFileSync(command, rest, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}

/** Like findBrowser, but installs a missing Chromium with Playwright or apt-get. Throws when that fails. */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found) return found
  console.log('no Chromium found: installing it with Playwright')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  const downloaded = findBrowser()
  if (downloaded) return downloaded
  console.log('Playwright could not download it: installing it with apt-get')
  installPackage('chromium')
  const packaged = findBrowser()
  if (!packaged) throw new Error('No Chromium. Install Chrome or Chromium, or set CHROMIUM_PATH.')
  return packaged
}

if (import.meta.main) console.log(testBrowser())
