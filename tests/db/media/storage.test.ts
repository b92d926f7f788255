import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STORED_FONT_TYPES } from '../../../src/domain/media/font.ts'
import { MAX_UPLOAD_BYTES, STORED_TYPES } from '../../../src/domain/media/media.ts'
import { type Caller, type Backend, CALLERS, openBackend, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const bytes = (bucket: string) =>
  bucket === 'fonts'
    ? new Blob(['wOF2\0\x01\0\0'], { type: 'font/woff2' })
    : new Blob(['RIFF\x04\0\0\0WEBPVP8 '], { type: 'image/webp' })

function folderOf(caller: Caller): string {
  return caller === 'anon' ? randomUUID() : backend.id[caller]
}

async function upload(caller: Caller, bucket: string, path: string, upsert = false): Promise<boolean> {
  const { error } = await backend.as[caller].storage
    .from(bucket)
    .upload(path, bytes(bucket), { contentType: bytes(bucket).type, upsert })
  return error === null
}

async function stored(bucket: string, path: string): Promise<boolean> {
  const rows = await backend.sql('select 1 from storage.objects where bucket_id = $1 and name = $2', [
    bucket,
    path,
  ])
  return rows.length === 1
}

async function putFile(bucket: string, path: string): Promise<string> {
  const { error } = await backend.service.storage
    .from(bucket)
    .upload(path, bytes(bucket), { contentType: bytes(bucket).type })
  if (error) throw error
  return path
}

interface Permission {
  act: (caller: Caller) => Promise<boolean>
  may: readonly Caller[]
}

const MEDIA = {
  filename: 'a.webp',
  original_filename: 'a.webp',
  mime_type: 'image/webp',
  size_bytes: 9,
}

const WRITERS = ['contributor', 'editor', 'super_admin'] as const
const EDITORS = ['editor', 'super_admin'] as const

const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'upload into their own media folder': {
    act: (caller) => upload(caller, 'media', `${folderOf(caller)}/${randomUUID()}.webp`),
    may: WRITERS,
  },
  "upload into someone's media folder": {
    act: (caller) => upload(caller, 'media', `${randomUUID()}/${randomUUID()}.webp`),
    may: [],
  },
  'upload beside the media folders': {
    act: (caller) => upload(caller, 'media', `${randomUUID()}.webp`),
    may: [],
  },
  'write over a file': {
    act: async (caller) =>
      upload(caller, 'media', await putFile('media', `${folderOf(caller)}/${randomUUID()}.webp`), true),
    may: [],
  },
  'upload a font': {
    act: (caller) => upload(caller, 'fonts', `${randomUUID()}_Serif.woff2`),
    may: EDITORS,
  },
  'upload into a bucket there is not': {
    act: (caller) => upload(caller, 'secrets', `${folderOf(caller)}/a.webp`),
    may: [],
  },
  'delete their own media file': {
    act: (caller) => remove(caller, 'media', `${folderOf(caller)}/${randomUUID()}.webp`),
    may: WRITERS,
  },
  'delete their own media file before its row': {
    act: async (caller) => {
      const path = `${folderOf(caller)}/${randomUUID()}.webp`
      await insertRow(backend, 'media', { ...MEDIA, storage_path: path })
      return remove(caller, 'media', path)
    },
    may: [],
  },
  'delete a thumbnail before the row of its picture': {
    act: async (caller) => {
      const path = `${folderOf(caller)}/${randomUUID()}`
      await insertRow(backend, 'media', {
        ...MEDIA,
        storage_path: `${path}.jpg`,
        thumbnail_path: `${path}-thumb.webp`,
      })
      return remove(caller, 'media', `${path}-thumb.webp`)
    },
    may: [],
  },
  'delete a font file before its row': {
    act: async (caller) => {
      const path = `${randomUUID()}_Serif.woff2`
      const { publicUrl } = backend.service.storage.from('fonts').getPublicUrl(path).data
      await insertRow(backend, 'fonts', { font_name: 'Serif', font_file_path: publicUrl })
      return remove(caller, 'fonts', path)
    },
    may: [],
  },
  "delete someone's media file": {
    act: (caller) => remove(caller, 'media', `${randomUUID()}/${randomUUID()}.webp`),
    may: EDITORS,
  },
  'delete a font': {
    act: (caller) => remove(caller, 'fonts', `${randomUUID()}_Serif.woff2`),
    may: EDITORS,
  },
  'move a file': {
    act: async (caller) => {
      const from = await putFile('media', `${folderOf(caller)}/${randomUUID()}.webp`)
      const { error } = await backend.as[caller].storage
        .from('media')
        .move(from, `${folderOf(caller)}/${randomUUID()}.webp`)
      return error === null
    },
    may: [],
  },
  'list the media files': {
    act: async (caller) => {
      await putFile('media', `listed/${caller}-${randomUUID()}.webp`)
      const { data } = await backend.as[caller].storage.from('media').list('listed')
      return (data ?? []).length > 0
    },
    may: WRITERS,
  },
  'make a bucket': {
    act: async (caller) => (await backend.as[caller].storage.createBucket(`own-${caller}`)).error === null,
    may: [],
  },
}

async function remove(caller: Caller, bucket: string, path: string): Promise<boolean> {
  await putFile(bucket, path)
  await backend.as[caller].storage.from(bucket).remove([path])
  return !(await stored(bucket, path))
}

describe('stored files: who may', () => {
  test.for(Object.entries(PERMISSIONS))('%s', async ([, { act, may }]) => {
    const did: Caller[] = []
    for (const caller of CALLERS) if (await act(caller)) did.push(caller)
    expect(did).toEqual(may)
  })
})

test('everyone may download a file of either bucket by its URL', async () => {
  for (const bucket of ['media', 'fonts']) {
    const path = await putFile(bucket, `shown/${randomUUID()}.webp`)
    const { publicUrl } = backend.as.anon.storage.from(bucket).getPublicUrl(path).data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(200)
    expect(await response.bytes()).toEqual(await bytes(bucket).bytes())
  }
})

describe('the buckets', () => {
  const limits = async (bucket: string) => {
    const [row] = await backend.sql<{ file_size_limit: number; allowed_mime_types: string[] }>(
      'select file_size_limit::int, allowed_mime_types from storage.buckets where id = $1',
      [bucket],
    )
    return { size: row?.file_size_limit, types: row?.allowed_mime_types.toSorted() }
  }

  test('take the types and sizes that the admin offers', async () => {
    expect(await limits('media')).toEqual({ size: MAX_UPLOAD_BYTES, types: [...STORED_TYPES].sort() })
    expect(await limits('fonts')).toEqual({ size: 10 * 1024 * 1024, types: [...STORED_FONT_TYPES] })
  })

  test.each([
    ['media', 'image/svg+xml'],
    ['media', 'text/html'],
    ['media', 'application/xhtml+xml'],
    ['media', 'font/woff2'],
    ['fonts', 'text/html'],
  ])('%s refuses %s, from editors and with the secret key', async (bucket, type) => {
    for (const from of [backend.as.editor, backend.service]) {
      const path = `${backend.id.editor}/${randomUUID()}`
      const file = type === 'font/woff2' ? bytes('fonts') : new Blob(['<p>'], { type })
      const { error } = await from.storage.from(bucket).upload(path, file)
      expect(error?.message).toContain('is not supported')
    }
  })
})

// Storage adds the row of an upload with a signed address, for which no policy is asked.
test('the address of a deleted file is given to no other file of a person, whoever stores it', async () => {
  const name = `${backend.id.editor}/${randomUUID()}.webp`
  const put = (owner: string | null) =>
    backend
      .sql('insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)', [
        'media',
        name,
        owner,
      ])
      .then(
        () => 'stored',
        (error: Error) => error.message,
      )
  expect(await put(backend.id.editor)).toBe('stored')
  await backend.sql('delete from storage.objects where name = $1', [name])
  expect(await put(backend.id.editor)).toContain('This address belonged to another file')
  // The secret key may put the file back.
  expect(await put(null)).toBe('stored')
})

test('a person who stores files without end is refused, and nothing more is kept', async () => {
  const path = `${folderOf('contributor')}/${randomUUID()}.webp`
  expect(await upload('contributor', 'media', path)).toBe(true)
  await backend.sql(
    `update private.added_rows set number = 12000 where table_name = 'objects' and profile_id = $1::uuid`,
    [backend.id.contributor],
  )
  const another = `${folderOf('contributor')}/${randomUUID()}.webp`
  expect(await upload('contributor', 'media', another)).toBe(false)
  expect(await stored('media', another)).toBe(false)
  // Other people are not concerned.
  expect(await upload('editor', 'media', `${folderOf('editor')}/${randomUUID()}.webp`)).toBe(true)
})
