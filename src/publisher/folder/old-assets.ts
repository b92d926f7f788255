import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'

/** How long scripts and styles of earlier code are kept: pages that were opened before may still load them. */
const KEPT_MS = 24 * 60 * 60_000

const recordSchema = z.catch(z.record(z.string(), z.number()), {})

/**
 * The files among `unused` that have been unused for a day. `recordFile` keeps since when, since the modification time of
 * a file tells only when it was made.
 */
export async function expiredAssets(
  unused: readonly string[],
  recordFile: string,
  now = Date.now(),
): Promise<string[]> {
  const text = await readFile(recordFile, 'utf8').catch(() => '{}')
  const known = new Map(Object.entries(recordSchema.parse(parseJson(text))))
  const since = new Map(unused.map((file) => [file, Math.min(now, known.get(file) ?? now)]))
  const record = JSON.stringify(Object.fromEntries(since))
  if (record !== text) await writeFileAtomic(recordFile, record)
  return unused.filter((file) => now - (since.get(file) ?? now) >= KEPT_MS)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
