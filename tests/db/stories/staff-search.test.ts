import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type SearchWords,
  hasWords,
  similarWords,
  wordsAsTyped,
} from '../../../src/domain/text/text-search.ts'
import { type Backend, draft, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const found = async (table: string, words: SearchWords) => {
  const { data, error } = await backend.as.super_admin.from(table).select('id').or(hasWords(words))
  expect(error).toBeNull()
  return (data ?? []).map(({ id }) => String(id))
}

test.each([
  'articles',
  'audit_log',
  'author_profiles',
  'categories',
  'contact_messages',
  'media',
  'pages',
  'profiles',
  'slug_redirects',
  'subscribers',
  'tags',
])('staff search %s', async (table) => {
  expect(await found(table, wordsAsTyped('quetzal "(%_\\*{}, zebra'))).toEqual([])
  expect(await found(table, similarWords("quetzal's zebra"))).toEqual([])
})

test('visitors cannot search what staff search', async () => {
  const { error } = await backend.as.anon
    .from('articles')
    .select('id')
    .or(hasWords(wordsAsTyped('oak')))
  expect(error).not.toBeNull()
})

const TEXTS = [
  'Ku\u0308che am Fenster',
  'The architect’s own well\u2011being',
  '100% wool, "(a)"',
  'A back\\slash',
  'Kitchens',
]

test('rows are found by words in any order and spelling, and then by similar ones', async () => {
  const ids = new Map<string, string>()
  for (const title of TEXTS) {
    ids.set((await insertRow(backend, 'articles', draft({ title }))).id, title)
  }
  const titles = async (words: SearchWords) =>
    (await found('articles', words)).flatMap((id) => ids.get(id) ?? [])
  const typed = (text: string) => titles(wordsAsTyped(text))
  const similar = (text: string) => titles(similarWords(text))
  expect(await typed('fenster küche')).toEqual([TEXTS[0]])
  expect(await typed('KUCHE')).toEqual([TEXTS[0]])
  expect(await typed("architect's well-being")).toEqual([TEXTS[1]])
  expect(await typed('"(a)" 100%')).toEqual([TEXTS[2]])
  expect(await typed('k\\s')).toEqual([TEXTS[3]])
  expect(await typed('%')).toEqual([TEXTS[2]])
  expect(await typed('_')).toEqual([])
  expect(await similar('kitchen')).toEqual([TEXTS[4]])
  expect(await similar('kicthen')).toEqual([TEXTS[4]])
  expect(await similar('architects, wellbeing')).toEqual([TEXTS[1]])
})

test('files are counted as they are found', async () => {
  for (const original_filename of ['Küche.jpg', 'kitchen_1.jpg', 'plan.pdf']) {
    const filename = `${randomUUID()}.jpg`
    const mime_type = original_filename.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg'
    await insertRow(backend, 'media', {
      original_filename,
      filename,
      storage_path: filename,
      mime_type,
      size_bytes: 10,
    })
  }
  const totals = async (p_kind: string, p_words: SearchWords) => {
    const { data } = await backend.as.editor.rpc('media_totals', { p_kind, p_words })
    return data as unknown
  }
  expect(await totals('all', [])).toEqual([{ files: 3, bytes: 30 }])
  expect(await totals('images', wordsAsTyped('jpg kuche'))).toEqual([{ files: 1, bytes: 10 }])
  expect(await totals('all', similarWords('kitchens'))).toEqual([{ files: 1, bytes: 10 }])
  expect(await totals('documents', wordsAsTyped('jpg'))).toEqual([{ files: 0, bytes: 0 }])
})
