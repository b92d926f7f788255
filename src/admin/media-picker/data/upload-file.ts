import { adminClient } from '../../../backend/admin-client.ts'
import { BackendError, toBackendError } from '../../../backend/errors.ts'
import { MEDIA_BUCKET, mediaSchema, type Media } from '../../../domain/media.ts'
import { rowOf } from '../../data/answer.ts'
import { imageSize } from '../image-size.ts'
import { uploadPath } from '../upload-rules.ts'

export interface UploadedFile {
  file: File
  altText: string
}

/**
 * Puts a file into the media bucket under {userId}/{timestamp}.{ext} and adds its row (admin spec §7). `onProgress`
 * hears the share that is sent, 0 to 1. Rejects with a BackendError.
 */
export async function uploadFile(
  { file, altText }: UploadedFile,
  userId: string,
  onProgress: (share: number) => void,
): Promise<Media> {
  const path = uploadPath(userId, file, Date.now())
  const [size] = await Promise.all([imageSize(file), send(file, path, onProgress)])
  const answer = await adminClient()
    .from('media')
    .insert({
      filename: path.slice(path.lastIndexOf('/') + 1),
      original_filename: file.name,
      mime_type: file.type || 'application/octet-stream',
      size_bytes: file.size,
      uploaded_by: userId,
      storage_path: path,
      alt_text: altText.trim() || null,
      width: size?.width ?? null,
      height: size?.height ?? null,
    })
    .select(Object.keys(mediaSchema.shape).join(', '))
    .single()
  return rowOf(mediaSchema, answer)
}

/** The same request as storage-js sends, which cannot tell how far it is. */
async function send(file: File, path: string, onProgress: (share: number) => void): Promise<void> {
  const { data } = await adminClient().auth.getSession()
  if (data.session === null) throw new BackendError('denied', null, 'Your session has ended.')
  const { access_token } = data.session
  const body = new FormData()
  body.append('cacheControl', '31536000')
  body.append('', file)
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${__SUPABASE_URL__}/storage/v1/object/${MEDIA_BUCKET}/${path}`)
    request.setRequestHeader('apikey', __SUPABASE_PUBLISHABLE_KEY__)
    request.setRequestHeader('authorization', `Bearer ${access_token}`)
    request.setRequestHeader('x-upsert', 'false')
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(toBackendError(readError(request.responseText), request.status))
    }
    request.onerror = () => reject(new BackendError('network', null, ''))
    request.send(body)
  })
}

function readError(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
