import { magazineRecord } from '../domain/magazine-record.ts'
import { secretClient } from './client.ts'
import { BackendError, toBackendError } from './errors.ts'
import { siteFiles } from './site-files.ts'

/** Tells a hosted database what it has to know of src/magazine. Throws a BackendError. */
export async function registerMagazine({
  supabaseUrl,
  secretKey,
}: {
  supabaseUrl: string
  secretKey: string
}): Promise<void> {
  const { error, status } = await secretClient(supabaseUrl, secretKey).rpc('register_magazine', {
    p_magazine: { ...magazineRecord(), files: siteFiles() },
  })
  if (!error) return
  const { kind, code, message } = toBackendError(error, status)
  throw new BackendError(kind, code, `the database did not take what src/magazine says: ${message}`, error)
}
