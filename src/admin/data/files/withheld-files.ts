import { queryOptions } from '@tanstack/react-query'
import { apiUrl } from '../../../backend/env/api-url.ts'
import { MEDIA_BUCKET } from '../../../domain/media/media-address.ts'
import { storedFilePath } from '../../../domain/media/stored-file-path.ts'
import { askStorage } from './stored-files.ts'

/**
 * Reads a file that the storage keeps from readers, because the right to show it has ended or not begun, as the person who
 * is signed in. Returns an address for this page alone. Throws a BackendError.
 */
export async function readWithheldFile(storagePath: string): Promise<string> {
  const file = await askStorage(`${MEDIA_BUCKET}/${storagePath}`, 'GET', (response) => response.blob())
  return URL.createObjectURL(file)
}

export const withheldFileQuery = (storagePath: string) =>
  queryOptions({
    queryKey: ['withheld-file', storagePath],
    queryFn: () => readWithheldFile(storagePath),
    staleTime: Infinity,
  })

/**
 * Shows pictures of the library that the storage keeps from readers, wherever the admin has them: what does not load at
 * its public address is read as the person who is signed in. Players know by themselves. To be called once.
 */
export function showWithheldFiles(): void {
  const passedOn = new WeakSet<Event>()
  const onError = (event: Event) => {
    const { target } = event
    if (!(target instanceof HTMLImageElement)) return
    const url = target.src
    const path = storedFilePath(url, apiUrl(), MEDIA_BUCKET)
    if (path === null || passedOn.has(event)) return
    event.stopPropagation()
    const isSame = () => target.src === url
    readWithheldFile(path).then(
      (address) => {
        if (isSame()) target.src = address
      },
      () => {
        const again = new Event('error')
        passedOn.add(again)
        if (isSame()) target.dispatchEvent(again)
      },
    )
  }
  document.addEventListener('error', onError, true)
}
