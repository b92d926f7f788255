import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Stack } from '../../../supabase/local/stack.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** `npm run import` with these arguments, into a stack, as a process; it asks nothing. */
export function startImport(
  { url, secretKey }: Pick<Stack, 'url' | 'secretKey'>,
  args: readonly string[],
): ChildProcess {
  return spawn(process.execPath, ['scripts/import.ts', '--yes', ...args], {
    cwd: ROOT,
    env: { ...process.env, SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** How an import ended: its exit code, and all that it printed. */
export async function endOf(running: ChildProcess): Promise<{ code: number | null; printed: string }> {
  const parts: Buffer[] = []
  for (const stream of [running.stdout, running.stderr])
    stream?.on('data', (part: Buffer) => void parts.push(part))
  const code = await new Promise<number | null>((resolve) => running.once('close', resolve))
  return { code, printed: Buffer.concat(parts).toString() }
}
