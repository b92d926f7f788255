import { randomUUID } from 'node:crypto'
import { type FileChooser, type Locator, type Page, expect } from '@playwright/test'
import { secretClient } from './backend.ts'
import { png } from './editor.ts'
import { DEMO_EMAILS } from './session.ts'

const BUCKET = 'media'

export interface StoredFile {
  id: string
  name: string
  path: string
  url: string
}

/** A name no other file has. */
export const uniqueName = (base: string, extension = 'png') =>
  `${base} ${randomUUID().slice(0, 8)}.${extension}`

/** A picture of the demo account `owner`, stored with its row, past the screens. */
export async function storePicture(
  owner: keyof typeof DEMO_EMAILS = 'editor',
  row: Record<string, unknown> = {},
  size = { width: 60, height: 40 },
): Promise<StoredFile> {
  const client = await secretClient()
  const { data: profile } = await client
    .from('profiles')
    .select('id')
    .eq('email', DEMO_EMAILS[owner])
    .single<{ id: string }>()
  const path = `${profile?.id ?? ''}/${randomUUID()}.png`
  const name = uniqueName('Stored')
  const { error } = await client.storage
    .from(BUCKET)
    .upload(path, png(size.width, size.height), { contentType: 'image/png' })
  if (error !== null) throw error
  const { data, error: refused } = await client
    .from('media')
    .insert({
      filename: path.slice(path.lastIndexOf('/') + 1),
      original_filename: name,
      mime_type: 'image/png',
      size_bytes: 200,
      uploaded_by: profile?.id,
      storage_path: path,
      ...size,
      ...row,
    })
    .select('id')
    .single<{ id: string }>()
  if (refused !== null) throw refused
  return { id: data.id, name, path, url: client.storage.from(BUCKET).getPublicUrl(path).data.publicUrl }
}

/** The rows of the files of this name. */
export async function rowsNamed(name: string): Promise<Record<string, unknown>[]> {
  const client = await secretClient()
  const { data } = await client.from('media').select('*').eq('original_filename', name)
  return (data ?? []) as Record<string, unknown>[]
}

/** The names of what lies in the media folder of a demo account. */
export async function storedIn(owner: keyof typeof DEMO_EMAILS): Promise<string[]> {
  const client = await secretClient()
  const { data: profile } = await client
    .from('profiles')
    .select('id')
    .eq('email', DEMO_EMAILS[owner])
    .single<{ id: string }>()
  const { data } = await client.storage.from(BUCKET).list(profile?.id ?? '', { limit: 1000 })
  return (data ?? []).map(({ name }) => name).toSorted()
}

/** Takes files of these names away again, rows and stored objects. */
export async function removeFilesNamed(...names: string[]): Promise<void> {
  const client = await secretClient()
  const { data } = await client
    .from('media')
    .delete()
    .in('original_filename', names)
    .select('storage_path, thumbnail_path')
  const paths = ((data ?? []) as Record<string, string | null>[]).flatMap(
    ({ storage_path, thumbnail_path }) =>
      [storage_path, thumbnail_path].filter((path) => typeof path === 'string'),
  )
  if (paths.length > 0) await client.storage.from(BUCKET).remove(paths)
}

export async function openMedia(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/media${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Media Library' })).toBeVisible()
}

/** Chooses files in the system's dialog behind Upload. */
export async function uploadFiles(
  page: Page,
  files: Parameters<FileChooser['setFiles']>[0],
  button: Locator = page.getByRole('button', { name: /^Upload/ }),
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files)
}
