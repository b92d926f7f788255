import { PUBLIC_FILES } from '../domain/media/media-address.ts'
import { magazineRecord } from './magazine-record.ts'
import { secretClient } from './client.ts'
import { BackendError, toBackendError } from './errors.ts'
import { siteFiles } from './site-files.ts'

/** Tells a database what it has to know of the code, and where the magazine is. Throws a BackendError. */
export async function registerMagazine({
  supabaseUrl,
  siteUrl,
  secretKey,
}: {
  supabaseUrl: string
  siteUrl: string
  secretKey: string
}): Promise<void> {
  const { error, status } = await secretClient(supabaseUrl, secretKey).rpc('register_magazine', {
    p_magazine: {
      ...magazineRecord(),
      files: siteFiles(),
      // What the addresses of its own pictures begin with.
      addresses: [`${supabaseUrl}${PUBLIC_FILES}`, `${siteUrl}/`],
    },
  })
  if (!error) return
  const { kind, code, message } = toBackendError(error, status)
  throw new BackendError(
    kind,
    code,
    `the database did not take what the code says of the magazine: ${message}`,
    error,
  )
}
