import { adminClient } from '../../../backend/admin-client.ts'
import { unwrap } from '../../data/postgrest.ts'

/** Saves the alt text of a picture in the media library. Rejects with a BackendError. */
export async function describeImage(mediaId: string, altText: string): Promise<void> {
  unwrap(
    await adminClient()
      .from('media')
      .update({ alt_text: altText.trim() || null })
      .eq('id', mediaId),
  )
}
