import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { listFiles } from '../../../src/node/files.ts'
import type { Stack } from '../../../supabase/local/stack.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Runs `astro build` on the stack's content without caches, in its own process. Returns the folder. */
export async function coldBuild(
  stack: Pick<Stack, 'url' | 'publishableKey'>,
  siteUrl: string,
  env: Record<string, string> = {},
): Promise<string> {
  // Inside the project: elsewhere two builds would share Astro's temporary files.
  await mkdir(join(root, '.local'), { recursive: true })
  const folder = await mkdtemp(join(root, '.local/cold-'))
  const distDir = join(folder, 'dist')
  await run(join(root, 'node_modules/.bin/astro'), ['build', '--silent', '--force'], {
    SUPABASE_URL: stack.url,
    SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
    SITE_URL: siteUrl,
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: distDir,
    ...env,
  })
  return distDir
}

function run(command: string, args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolveRun, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production', ...env } })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolveRun() : reject(new Error(`${command} ended with ${code}\n${output}`)),
    )
  })
}

/** The differences of two folders, byte for byte: `only in A: x`, `only in B: x`, `differs: x`. */
export async function compareFolders(a: string, b: string): Promise<string[]> {
  const [inA, inB] = [new Set(await listFiles(a)), new Set(await listFiles(b))]
  const differences: string[] = []
  for (const file of inA) if (!inB.has(file)) differences.push(`only in A: ${file}`)
  for (const file of inB) if (!inA.has(file)) differences.push(`only in B: ${file}`)
  for (const file of inA) {
    if (!inB.has(file)) continue
    const [left, right] = await Promise.all([readFile(join(a, file)), readFile(join(b, file))])
    if (!left.equals(right))
      differences.push(`differs: ${file}: ${firstDifference(left.toString(), right.toString())}`)
  }
  return differences.sort()
}

function firstDifference(a: string, b: string): string {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 100)
  return `A has ${JSON.stringify(around(a))}, B has ${JSON.stringify(around(b))}`
}
