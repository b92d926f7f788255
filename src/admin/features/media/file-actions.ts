import type { Media } from '../../../domain/media.ts'
import { mediaUrl } from '../../media-picker/media-url.ts'

/** Saves a file to this machine under the name it was uploaded with. */
export function downloadFile({ storage_path, original_filename }: Media): void {
  const url = new URL(mediaUrl(storage_path), location.href)
  // The storage answers this with an attachment; of another origin the attribute alone is ignored.
  url.searchParams.set('download', original_filename)
  const link = document.createElement('a')
  link.href = url.href
  link.download = original_filename
  link.click()
}

/** Puts the public address of a file on the clipboard. Rejects where the browser does not let it. */
export async function copyAddress({ storage_path }: Media): Promise<void> {
  await navigator.clipboard.writeText(new URL(mediaUrl(storage_path), location.href).href)
}
