/** Finds a Chromium for the end-to-end tests, or installs one. Prints its path. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

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

/** The path of Chromium's headless shell: the same engine without a window. Undefined when it is not installed. */
export function findHeadlessShell(): string | undefined {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined
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
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', 'chromium'],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args]
    execFileSync(command, rest, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const packaged = findBrowser()
  if (!packaged) throw new Error('No Chromium. Install Chrome or Chromium, or set CHROMIUM_PATH.')
  return packaged
}

if (import.meta.main) console.log(ensureBrowser())
