import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { fetchWithoutKeyAsToken } from '../../src/backend/env/secret-key.ts'

/** Rows per request. */
const BATCH_SIZE = 500

/** A client that bypasses row level security. */
export function serviceClient(supabaseUrl: string, secretKey: string): SupabaseClient {
  return createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchWithoutKeyAsToken },
  })
}

/** The data of a response. Throws an error that starts with `doing` when there is none. */
export function expectData<T>(
  doing: string,
  response: { data: T | null; error: { message: string } | null },
): T {
  if (response.error !== null || response.data === null) {
    throw new Error(`${doing}: ${response.error?.message ?? 'no response'}`, { cause: response.error })
  }
  return response.data
}

/** Inserts the rows whose `key` columns do not exist yet; existing rows are not changed. */
export async function insertMissing(
  service: SupabaseClient,
  table: string,
  rows: readonly object[],
  key = 'id',
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const { error } = await service
      .from(table)
      .upsert(rows.slice(at, at + BATCH_SIZE), { onConflict: key, ignoreDuplicates: true })
    if (error !== null) throw new Error(`Writing ${table}: ${error.message}`, { cause: error })
  }
}

/** Uploads a file and returns its public URL. */
export async function upload(
  service: SupabaseClient,
  bucketName: string,
  path: string,
  data: Buffer,
  contentType: string,
): Promise<string> {
  const bucket = service.storage.from(bucketName)
  const options = { contentType, cacheControl: '31536000', upsert: true }
  expectData(`Uploading ${path}`, await bucket.upload(path, data, options))
  return bucket.getPublicUrl(path).data.publicUrl
}

/** Marks everything due in the publish outbox as published: the next full build covers it. */
export async function emptyOutbox(service: SupabaseClient): Promise<void> {
  const now = new Date().toISOString()
  const { error } = await service
    .from('publish_outbox')
    .update({ processed_at: now })
    .is('processed_at', null)
    .lte('due_at', now)
  if (error !== null) throw new Error(`Emptying the publish outbox: ${error.message}`, { cause: error })
}
