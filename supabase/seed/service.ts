import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'

/** The largest number of rows that one request carries. */
const BATCH = 500

/** A client that passes every policy. */
export function serviceClient(supabaseUrl: string, secretKey: string): SupabaseClient {
  return createClient(supabaseUrl, secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** The data of an answer; throws an error that says what was being done when there is none. */
export function expectData<T>(
  doing: string,
  answer: { data: T | null; error: { message: string } | null },
): T {
  if (answer.error !== null || answer.data === null) {
    throw new Error(`${doing}: ${answer.error?.message ?? 'no answer'}`, { cause: answer.error })
  }
  return answer.data
}

/** Inserts the rows that are not there yet, as told by the columns `key`; those that are stay as they are. */
export async function insertMissing(
  service: SupabaseClient,
  table: string,
  rows: readonly object[],
  key = 'id',
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const { error } = await service
      .from(table)
      .upsert(rows.slice(at, at + BATCH), { onConflict: key, ignoreDuplicates: true })
    if (error !== null) throw new Error(`Writing ${table}: ${error.message}`, { cause: error })
  }
}

/** Marks what waits in the publish outbox as carried out, except what is due later: the next full build shows it all. */
export async function emptyOutbox(service: SupabaseClient): Promise<void> {
  const now = new Date().toISOString()
  const { error } = await service
    .from('publish_outbox')
    .update({ processed_at: now })
    .is('processed_at', null)
    .lte('due_at', now)
  if (error !== null) throw new Error(`Emptying the publish outbox: ${error.message}`, { cause: error })
}

/** Runs `task` for every item, `width` of them at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of waiting) await task(item)
    }),
  )
}
