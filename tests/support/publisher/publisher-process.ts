import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Stack } from '../../../supabase/local/stack.ts'
import { SITE_URL } from '../database/test-stack.ts'

const SCRIPT = resolve(import.meta.dirname, '../../../scripts/publisher.ts')

export interface PublisherProcess {
  child: ChildProcess
  distDir: string
  /** What it has printed. */
  output(): string
}

/** Starts what `npm run publisher` starts, for a stack, on any free port; its data and the site are put into `folder`. */
export function spawnPublisher(
  stack: Stack,
  folder: string,
  settings: Record<string, string> = {},
): PublisherProcess {
  const distDir = join(folder, 'dist')
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SUPABASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
      SITE_URL,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DIST_DIR: distDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  return { child, distDir, output: () => output }
}
