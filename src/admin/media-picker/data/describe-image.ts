import { adminClient } from '../../../backend/admin-client.ts'
import { dataOf } from '../../data/answer.ts'

/** Keeps an alt text with the picture in the media library. Rejects with a BackendError. */
export async function describeImage(mediaId: string, altText: string): Promise<void> {
  dataOf(
    await adminClient()
      .from('media')
      .update({ alt_text: altText.trim() || null })
      .eq('id', mediaId),
  )
}
