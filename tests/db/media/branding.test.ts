import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanSvg } from '../../../src/domain/media/svg.ts'
import { CLEANED, REFUSED } from '../../fixtures/svg-files.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(() => backend.sql('delete from public.branding'))

const SVG = '<svg viewBox="0 0 4 1" fill="currentColor"><path d="M0 0h4"/></svg>'

async function libraryPicture(columns: object = {}) {
  const storage_path = `${backend.id.editor}/${randomUUID()}.webp`
  const { id } = await insertRow(backend, 'media', {
    ...{ filename: 'a.webp', original_filename: 'Hearth.webp', mime_type: 'image/webp', size_bytes: 1 },
    ...{ storage_path, release_on_file: false },
    ...columns,
  })
  return { id, storage_path, address: `/storage/v1/object/public/media/${storage_path}` }
}

const shown = async () => (await backend.as.anon.rpc('get_branding')).data
const save = (marks: object) => backend.as.super_admin.from('branding').insert(marks)
const refusalOf = async (marks: object) => {
  const { error } = await save(marks)
  return error === null ? null : `${error.code} ${error.message}`
}

test('takes each drawing that the admin makes, and no file that it would not store as it is', async () => {
  const takes = async (svg: string) => {
    const [row] = await backend.sql<{ takes: boolean }>('select private.is_clean_svg($1) as takes', [svg])
    return row?.takes
  }
  for (const [name, file, stored] of CLEANED) {
    expect(await takes(stored), name).toBe(true)
    expect(await takes(file), name).toBe(false)
  }
  // How large it is, is of no matter here.
  const files = REFUSED.filter(([name]) => name !== 'an endless size' && name !== 'a thin line')
  // A zero is no character of the database's texts.
  for (const [name, file] of files) expect(await takes(file.replaceAll('\0', '')), name).toBe(false)
})

test('refuses a drawing with one sign more than those of a clean one, by any way', async () => {
  const [, file = ''] = CLEANED.find(([name]) => name === 'ids') ?? []
  const cleaned = cleanSvg(file)
  const svg = 'svg' in cleaned ? cleaned.svg : ''
  const wrong = [
    svg.replace('<path', '<path onload="alert(1)"'),
    svg.replace('<path', '<script'),
    svg.replace('url(#s0)', 'url(//evil.example/#s0)'),
    svg.replace('url(#s0)', 'url(#s0)&quot;'),
    svg.replace('</svg>', '</svg><p>a</p>'),
    svg.replace('</svg>', '<svg viewBox="0 0 1 1"></svg></svg>'),
    svg.replace('</svg>', 'a</svg>'),
    svg.replace('viewBox', 'xmlns="http://www.w3.org/2000/svg" viewBox'),
    `<svg viewBox="0 0 1 1">${'<path d="M0 0"/>'.repeat(1_100)}</svg>`,
  ]
  for (const logo of wrong) {
    expect(await refusalOf({ logo }), logo).toMatch('23514 This drawing has something')
    const { error } = await backend.service.from('branding').insert({ logo })
    expect(error?.code, logo).toBe('23514')
  }
})

test('takes pictures of the library only, by the path of their file', async () => {
  const { address, storage_path } = await libraryPicture()
  const url = backend.service.storage.from('media').getPublicUrl(storage_path).data.publicUrl
  await insertRow(backend, 'branding', { logo: url, share_picture: url })
  expect(await shown()).toMatchObject([{ logo: address, share_picture: address }])
  await backend.sql('delete from public.branding')
  const film = await libraryPicture({ mime_type: 'video/mp4' })
  for (const wrong of ['https://x.example/a.png', '/share.jpg', 'a', '', `${address}x`, film.address]) {
    expect(await refusalOf({ logo: wrong }), wrong).toBe(
      '23514 This picture is not in the media library: choose another one.',
    )
  }
  expect(await refusalOf({ share_picture: SVG })).toMatch('23514 This drawing')
})

test('a picture whose right ends is not shown from then on', async () => {
  const { id, address } = await libraryPicture()
  await insertRow(backend, 'branding', { logo: address, share_picture: address })
  await backend.sql(`update public.media set usable_until = now() - interval '1 day' where id = $1::uuid`, [
    id,
  ])
  expect(await shown()).toMatchObject([{ logo: null, share_picture: null }])
  // The other marks can be changed all the same.
  const { error } = await backend.as.super_admin
    .from('branding')
    .update({ logo_dark: SVG })
    .neq('id', randomUUID())
  expect(error).toBeNull()
})

test('keeps the marks before the last change, and tells the audit log of it', async () => {
  const { address, id: media } = await libraryPicture()
  const { id } = await insertRow(backend, 'branding', { logo: address })
  const { data } = await backend.as.super_admin
    .from('branding')
    .update({ logo: SVG })
    .eq('id', id)
    .select('version, former')
    .single()
  expect(data).toEqual({
    version: 2,
    former: { logo: address, logo_dark: null, icon: null, share_picture: null },
  })
  const [entry] = await backend.sql(
    'select kind, subject, note from public.audit_log order by id desc limit 1',
  )
  expect(entry).toEqual({
    kind: 'settings',
    subject: 'Branding',
    note: expect.stringMatching(/^logo: Hearth\.webp → drawing [0-9a-f]{8}$/),
  })
  // A file of before is no use of it.
  expect((await backend.as.editor.rpc('media_usage', { p_media: media })).data).toEqual([])
})
