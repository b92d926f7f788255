/**
 * `npm run tools`: installs the devDependencies, which `npm ci` leaves out (.npmrc). Does nothing when they are there: the
 * commands that need them begin with it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

interface LockFile {
  packages: Record<string, { version?: string; devDependencies?: Record<string, string> }>
}

const root = resolve(import.meta.dirname, '..')
const wanted = readLock('package-lock.json')
// Written by npm at the end of each install.
const installed = readLock('node_modules/.package-lock.json')

const tools = Object.keys(wanted['']?.devDependencies ?? {}).map((name) => `node_modules/${name}`)
if (tools.some((path) => wanted[path]?.version !== installed[path]?.version)) {
  console.log('installing the tools for checks and tests')
  const command = 'npm install --include=dev --no-save --no-audit --no-fund'
  process.exit(spawnSync(command, { cwd: root, shell: true, stdio: 'inherit' }).status ?? 1)
}

function readLock(file: string): LockFile['packages'] {
  return (JSON.parse(readFileSync(join(root, file), 'utf8')) as LockFile).packages
}
