import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../support/database/test-stack.ts'

/** One pixel. */
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

let stack: Stack
let editor: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  stack = await startTestStack()
  editor = await signedIn(stack, 'editor')
})
afterAll(() => stack.stop())

const media = () => editor.client.storage.from('media')
const publicUrl = (path: string) => media().getPublicUrl(path).data.publicUrl

describe('an uploaded picture', () => {
  test('is public and unchanged, with ETag and Cache-Control', async () => {
    const path = `${editor.id}/küche & hof.png`
    const file = new File([PNG], 'a.png', { type: 'image/png' })
    const { error } = await media().upload(path, file, { cacheControl: '31536000' })
    expect(error).toBeNull()

    const response = await fetch(publicUrl(path))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000')
    expect(response.headers.get('content-length')).toBe(String(PNG.length))
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG)

    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(publicUrl(path), { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await fetch(publicUrl(path), { method: 'HEAD' })).headers.get('content-length')).toBe(
      String(PNG.length),
    )
  })

  test('can be sent as bytes; upsert replaces it', async () => {
    const path = `${editor.id}/bytes.png`
    const longer = Buffer.concat([PNG, PNG])
    const service = client(stack, stack.secretKey).storage.from('media')
    await service.upload(path, PNG, { contentType: 'IMAGE/PNG' })
    const before = await fetch(publicUrl(path))
    expect(before.headers.get('content-type')).toBe('image/png')
    expect((await service.upload(path, PNG, { contentType: 'image/png' })).error?.message).toContain(
      'already exists',
    )
    expect((await service.upload(path, longer, { contentType: 'image/png', upsert: true })).error).toBeNull()
    const after = await fetch(publicUrl(path))
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(after.headers.get('content-length')).toBe(String(longer.length))
  })

  test('can be listed, downloaded and removed', async () => {
    const path = `${editor.id}/list/me.png`
    await media().upload(path, new File([PNG], 'me.png', { type: 'image/png' }))
    const { data: listed } = await media().list(`${editor.id}/list`)
    expect(JSON.stringify(listed)).toContain('me.png')
    expect((await media().download(path)).data?.size).toBe(PNG.length)
    expect((await media().remove([path])).error).toBeNull()
    expect((await fetch(publicUrl(path))).status).toBe(400)
  })
})

test('of uploads to one path at the same moment one is stored, and the others are refused', async () => {
  const sizes = [1, 2, 3, 4]
  const fileOf = (size: number) =>
    new File(['%PDF-1.4\n', 'x'.repeat(size * 50_000)], 'a.pdf', { type: 'application/pdf' })
  for (let round = 0; round < 10; round += 1) {
    const path = `${editor.id}/at-once-${round}.pdf`
    const outcomes = await Promise.all(sizes.map((size) => media().upload(path, fileOf(size))))
    const stored = sizes.filter((_, index) => outcomes[index]?.error === null)
    expect(stored).toHaveLength(1)
    const response = await fetch(publicUrl(path))
    const bytes = await response.bytes()
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    expect(bytes).toEqual(await fileOf(stored[0] ?? 0).bytes())
  }
})

describe('a range of a stored file', () => {
  const text = '0123456789'
  const path = () => `${editor.id}/range.pdf`
  beforeAll(() => media().upload(path(), new File([text], 'a.pdf', { type: 'application/pdf' })))
  const read = async (range: string, headers: Record<string, string> = {}) => {
    const response = await fetch(publicUrl(path()), { headers: { range, ...headers } })
    return [response.status, response.headers.get('content-range'), await response.text()]
  }

  test.each([
    ['bytes=0-0', 'bytes 0-0/10', '0'],
    ['bytes=2-4', 'bytes 2-4/10', '234'],
    ['bytes=7-', 'bytes 7-9/10', '789'],
    ['bytes=7-99', 'bytes 7-9/10', '789'],
    ['bytes=-3', 'bytes 7-9/10', '789'],
    ['bytes=-99', 'bytes 0-9/10', text],
  ])('is answered with 206 and only its bytes: %s', async (range, contentRange, body) => {
    expect(await read(range)).toEqual([206, contentRange, body])
    const { headers } = await fetch(publicUrl(path()), { headers: { range } })
    expect(headers.get('content-length')).toBe(String(body.length))
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])(
    'is refused where there is nothing: %s',
    async (range) => {
      expect((await read(range)).slice(0, 2)).toEqual([416, 'bytes */10'])
    },
  )

  test.each(['bytes=4-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b'])(
    'is the whole file for several ranges and what is no range: %s',
    async (range) => {
      expect(await read(range)).toEqual([200, null, text])
    },
  )

  test('is the whole file when that has changed since', async () => {
    const { headers } = await fetch(publicUrl(path()))
    expect(headers.get('accept-ranges')).toBe('bytes')
    const since = (etag: string | null) => read('bytes=0-0', { 'if-range': etag ?? '' })
    expect(await since(headers.get('etag'))).toEqual([206, 'bytes 0-0/10', '0'])
    expect(await since('"another"')).toEqual([200, null, text])
  })
})

test.each(['application/pdf', 'image/png', 'multipart/form-data; boundary=x'])(
  'a file above file_size_limit is refused, also when it does not say its size: %s',
  async (type) => {
    const start = type.startsWith('multipart')
      ? '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n'
      : PNG
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        apikey: stack.publishableKey,
        authorization: `Bearer ${editor.token}`,
        'content-type': type,
      },
      body: new Blob([start, new Uint8Array(52 * 1024 * 1024)]).stream(),
      duplex: 'half',
    }
    const response = await fetch(`${stack.url}/storage/v1/object/media/${editor.id}/large`, init)
    expect([response.status, await response.json()]).toMatchObject([400, { statusCode: '413' }])
  },
)

test('a file above file_size_limit is refused', async () => {
  const { error } = await client(stack, stack.secretKey)
    .storage.from('media')
    .upload(
      `${editor.id}/large.png`,
      new File([PNG, new Uint8Array(51 * 1024 * 1024)], 'large.png', { type: 'image/png' }),
    )
  expect(error?.message).toContain('exceeded the maximum allowed size')
})

test('uploads that the policies forbid are refused', async () => {
  const file = () => new File([PNG], 'a.png', { type: 'image/png' })
  const viewer = await signedIn(stack, 'viewer')
  expect((await client(stack).storage.from('media').upload('a/b.png', file())).error).not.toBeNull()
  expect(
    (await viewer.client.storage.from('media').upload(`${viewer.id}/b.png`, file())).error,
  ).not.toBeNull()
  expect((await media().upload(`${viewer.id}/b.png`, file())).error).not.toBeNull()
  expect((await fetch(publicUrl(`${viewer.id}/b.png`))).status).toBe(400)
})

describe('a stored file', () => {
  const upload = async (body: string | Uint8Array<ArrayBuffer>, type: string) => {
    const path = `${editor.id}/${crypto.randomUUID()}`
    const stored = await media().upload(path, new File([body], 'a', { type }))
    return { path, error: stored.error }
  }

  test.each([
    'image/svg+xml',
    'IMAGE/SVG+XML',
    'image/svg+xml; charset=utf-8',
    'text/html',
    'TEXT/HTML',
    'application/xhtml+xml',
    'application/xml',
    'text/xml',
    'text/xsl',
    'application/xslt+xml',
    'application/mathml+xml',
    'text/javascript',
    'application/pdf',
    'application/x-unknown',
  ])('of type %s is not shown or run in place, whatever way it is read', async (type) => {
    // A bucket without the limits of `media`, as an owner may make one.
    const { storage } = client(stack, stack.secretKey)
    await storage.createBucket('files', { public: true })
    const path = crypto.randomUUID()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    expect((await storage.from('files').upload(path, new File([svg], 'a', { type }))).error).toBeNull()
    const url = storage.from('files').getPublicUrl(path).data.publicUrl
    const signed = await storage.from('files').createSignedUrl(path, 60)
    const headers = { apikey: stack.secretKey }
    const responses = [
      await fetch(url),
      await fetch(url, { method: 'HEAD' }),
      await fetch(url.replace('/storage', '/stor%61ge').replace('/object', '/%6fbject'), { headers }),
      await fetch(signed.data?.signedUrl ?? ''),
      await fetch(url.replace('/public/', '/authenticated/'), { headers }),
      await fetch(url.replace('/public/', '/'), { headers }),
    ]
    expect(responses.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(3)
    for (const response of responses.filter(({ ok }) => ok)) {
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-type')).not.toMatch(/html|xsl|javascript|(?<!svg\+)xml/i)
    }
  })

  test('of a picture is shown in place, but never as a page', async () => {
    const { path } = await upload(PNG, 'image/png')
    const response = await fetch(publicUrl(path))
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('has the type that its bytes say', async () => {
    const { path, error } = await upload(PNG, 'image/webp')
    expect(error).toBeNull()
    expect((await fetch(publicUrl(path))).headers.get('content-type')).toBe('image/png')
  })

  test.each([
    ['image/png', '<html><script>alert(1)</script>'],
    ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/jpeg', '%PDF-1.7'],
    ['font/woff2', 'not a font'],
    ['image/png', ''],
  ])('sent as %s is refused when its bytes say otherwise: %s', async (type, body) => {
    const { path, error } = await upload(body, type)
    expect(error).toMatchObject({ statusCode: '415', message: `mime type ${type} is not what the file is` })
    const raw = await fetch(`${stack.url}/storage/v1/object/media/${path}`, {
      method: 'POST',
      headers: {
        apikey: stack.publishableKey,
        authorization: `Bearer ${editor.token}`,
        'content-type': type,
      },
      body: body || ' ',
    })
    expect([raw.status, await raw.json()]).toMatchObject([
      400,
      { statusCode: '415', error: 'invalid_mime_type' },
    ])
    expect((await fetch(publicUrl(path))).status).toBe(400)
  })
})

test('stored HTML is served as plain text', async () => {
  const bucket = client(stack, stack.secretKey).storage
  await bucket.createBucket('open', { public: true })
  await bucket
    .from('open')
    .upload('page.html', new File(['<script>alert(1)</script>'], 'page.html', { type: 'text/html' }))
  const response = await fetch(`${stack.url}/storage/v1/object/public/open/page.html`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['../../keys.json', '..%2f..%2fkeys.json', '%2e%2e/%2e%2e/keys.json', 'x/../../keys.json', '%zz'])(
  'the path %s reads no file outside the bucket',
  async (path) => {
    const response = await fetch(`${stack.url}/storage/v1/object/public/media/${path}`)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  },
)

test('files of a private bucket are not public', async () => {
  const service = client(stack, stack.secretKey)
  await service.storage.createBucket('private', { public: false })
  await service.storage.from('private').upload('a.png', PNG, { contentType: 'image/png' })
  expect((await fetch(`${stack.url}/storage/v1/object/public/private/a.png`)).status).toBe(400)
})

describe('a file whose right has ended or not begun', () => {
  const ENDED = { usable_until: '2026-03-01T12:00:00Z' }
  const RIGHTS: readonly (readonly [string, object, boolean])[] = [
    ['no dates', {}, true],
    ['an end to come', { usable_until: '2099-03-01T12:00:00Z' }, true],
    ['an end that has passed', ENDED, false],
    ['an end that has passed, and a reason to show it', { ...ENDED, rights_override: 'Agreed' }, true],
    ['a begin to come', { usable_from: '2099-03-01T12:00:00Z' }, false],
  ]
  /** Stores a picture and its thumbnail, with their row in the library. */
  async function store(columns: object) {
    const path = `${editor.id}/${crypto.randomUUID()}.png`
    const thumbnail_path = path.replace('.png', '-thumb.webp')
    const service = client(stack, stack.secretKey)
    const row = {
      ...{ filename: 'a.png', original_filename: 'a.png', mime_type: 'image/png', size_bytes: PNG.length },
      ...{ uploaded_by: editor.id, storage_path: path, thumbnail_path, ...columns },
    }
    expect((await service.from('media').insert(row)).error).toBeNull()
    for (const file of [path, thumbnail_path])
      expect((await media().upload(file, new File([PNG], 'a.png', { type: 'image/png' }))).error).toBeNull()
    return { path, thumbnail_path }
  }

  let reader: typeof editor
  beforeAll(async () => {
    reader = await signedIn(stack, 'viewer', 'reader@mantel.example')
  })

  test.each(RIGHTS)(
    'is kept from visitors, whatever way they ask; one with %s',
    async (_, columns, isShown) => {
      const { path, thumbnail_path } = await store(columns)
      const key = { apikey: stack.publishableKey }
      for (const url of [publicUrl(path), publicUrl(thumbnail_path)]) {
        const etag = { 'if-none-match': '*' }
        const answers = await Promise.all([
          fetch(url),
          fetch(url, { method: 'HEAD' }),
          fetch(url, { headers: { range: 'bytes=0-9' } }),
          fetch(url, { headers: { ...key, ...etag } }),
          fetch(`${url}?download=a.png`),
          fetch(url.replace('/object/public', '/%6fbject/%70ublic'), { headers: key }),
          fetch(url.replace('/object/public/', '/object%2Fpublic%2F'), { headers: key }),
        ])
        expect(answers.map(({ ok }) => ok)).toEqual(answers.map(() => isShown))
        for (const form of [
          '/object/',
          '/%6fbject/',
          '/object/authenticated/',
          '/object/info/',
          '/render/image/public/',
        ]) {
          const other = url.replace('/object/public/', form)
          const token = { ...key, authorization: `Bearer ${reader.token}` }
          for (const headers of [key, token])
            expect((await fetch(other, { headers })).ok && !isShown, form).toBe(false)
        }
      }
      const visitor = client(stack).storage.from('media')
      expect((await visitor.createSignedUrl(path, 60)).error).not.toBeNull()
      expect((await visitor.download(path)).error === null).toBe(isShown)
    },
  )

  test('is there for staff, and for the secret key', async () => {
    const { path, thumbnail_path } = await store(ENDED)
    for (const file of [path, thumbnail_path]) {
      expect((await media().download(file)).data?.size).toBe(PNG.length)
      expect((await fetch(publicUrl(file), { headers: { apikey: stack.secretKey } })).ok).toBe(true)
    }
  })

  test('is kept by no cache while its right holds, where that has an end', async () => {
    const cacheOf = async (columns: object) =>
      (await fetch(publicUrl((await store(columns)).path))).headers.get('cache-control')
    expect(await cacheOf({ usable_until: '2099-03-01T12:00:00Z' })).toBe('no-cache')
    expect(await cacheOf({})).toMatch(/max-age/)
  })
})
