import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type FormDraftType, createFormDraft } from '../../src/admin/resources/form-draft.ts'
import { toWorkingCopy } from '../../src/admin/features/editor/data/article-text.ts'
import { localDraftStore, webStorage } from '../../src/admin/features/editor/saving/local-draft.ts'
import { type ArticleForm, articleFields, articleType } from '../../src/domain/story/article.ts'
import { templateRow } from '../../src/admin/story/templates.ts'
import { authorType } from '../../src/domain/people/author.ts'
import { toEditorHtml } from '../../src/domain/body/html/to-editor-html.ts'
import { categoryType } from '../../src/domain/sections/category.ts'
import { type JsonObject, isObject } from '../../src/domain/body/json.ts'
import { type Fields, ContentType, storedVersion } from '../../src/domain/rows/content-type.ts'
import { optionalText } from '../../src/domain/rows/field.ts'
import { pageType } from '../../src/domain/sections/page.ts'
import { redirectType } from '../../src/domain/site/redirect.ts'
import { tagType } from '../../src/domain/sections/tag.ts'
import { templateType } from '../../src/domain/story/template.ts'

const FOLDER = resolve(import.meta.dirname, '../fixtures/stored')

interface Row {
  data: JsonObject
}

function fixture<Shape>(name: string): Shape {
  return JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Shape
}

/** The fixtures whose names begin so. */
function named(start: string): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith(start) && file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
}

function storageOf(items: Map<string, string>): Storage {
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

const draftsIn = (items: Map<string, string>) => localDraftStore([webStorage(() => storageOf(items))])

/** A type of these fields and one that no stored text has. */
function plusMood<F extends Fields>(fields: F) {
  const mood = optionalText({ label: 'Mood', max: 300 })
  return new ContentType({ fields: { ...fields, mood }, columns: {} })
}

const withMood = plusMood(articleFields)

const blank = articleType.blank()

/** A stored form with the fields that came after it. */
const completed = (form: unknown) => ({ ...blank, ...(form as Partial<ArticleForm>) })

test.each(named('local-draft'))('%s opens as it was written', async (name) => {
  const [key, stored] = fixture<[string, JsonObject]>(name)
  const [draft] = await draftsIn(new Map([[key, JSON.stringify(stored)]])).list(String(stored.userId))
  const form = completed(stored.form)
  expect({ v: stored.v, ...draft }).toEqual({ ...stored, form })
  expect(withMood.decode(stored.form, storedVersion(stored))).toEqual({ ...form, mood: '' })
})

test('a local draft is written with its version', async () => {
  const items = new Map<string, string>()
  const [key, stored] = fixture<[string, JsonObject]>('local-draft-of-draft')
  const [draft] = await draftsIn(new Map([[key, JSON.stringify(stored)]])).list(String(stored.userId))
  if (draft) await draftsIn(items).put(draft)
  const form = completed(stored.form)
  expect(JSON.parse(items.get(key) ?? '')).toEqual({ v: articleType.version, ...stored, form })
})

const FORM_TYPES: Readonly<Record<string, FormDraftType<object> & { fields: Fields; blank(): object }>> = {
  'form-draft-author': authorType,
  'form-draft-category': categoryType,
  'form-draft-page': pageType,
  'form-draft-page-new': pageType,
  'form-draft-redirect': redirectType,
  'form-draft-tag': tagType,
  'form-draft-template': templateType,
}

test('every form draft has a type', () => {
  expect(named('form-draft').toSorted()).toEqual(Object.keys(FORM_TYPES).toSorted())
})

test.each(Object.entries(FORM_TYPES))('%s opens as it was written', (name, type) => {
  const [key, stored] = fixture<[string, JsonObject]>(name)
  const [, userId = '', form = ''] = /^mantel\.form\.([^.]+)\.(.+)$/.exec(key) ?? []
  vi.stubGlobal('sessionStorage', storageOf(new Map([[key, JSON.stringify(stored)]])))
  const draft = createFormDraft(type, userId, form).read()
  const later = createFormDraft(plusMood(type.fields), userId, form).read()
  vi.unstubAllGlobals()
  // The id of a page is no longer part of its form.
  const written = new Map(Object.entries(stored.form as object))
  written.delete('id')
  const opened = { ...type.blank(), ...Object.fromEntries(written) }
  const kept = new Map(Object.entries(stored))
  kept.delete('v')
  expect(draft).toEqual({ ...Object.fromEntries(kept), form: opened })
  expect(later).toEqual({ ...Object.fromEntries(kept), form: { ...opened, mood: '' } })
})

describe('a working copy', () => {
  test.each(named('working-copy'))('%s opens, what it does not hold as in its article', (name) => {
    const { data, ...row } = fixture<Row & Omit<Parameters<typeof toWorkingCopy>[0], 'data'>>(name)
    const article = { ...blank, title: 'The article', tag_ids: ['t'] }
    const copy = toWorkingCopy({ ...row, data }, article)
    expect(copy.form).toEqual({ ...article, ...(data.form as object) })
    expect(copy.base).toEqual({ ...article, ...(data.base as object | undefined) })
    const later = { ...article, mood: 'calm' }
    expect(withMood.decode(data.form, storedVersion(data), later)).toEqual({ ...copy.form, mood: 'calm' })
    expect(withMood.decode(data.base, storedVersion(data), later)).toEqual({ ...copy.base, mood: 'calm' })
  })
})

test.each(named('revision'))('%s opens', (name) => {
  const { data } = fixture<Row>(name)
  const columns = articleType.decodeColumns(data)
  expect({ ...articleType.columnsOf(blank), ...data }).toMatchObject(columns)
  expect(withMood.decodeColumns(data)).toEqual({ ...columns, mood: null })
})

test.each(named('template'))('%s has a body that the editor opens, or none', (name) => {
  const stored = fixture<JsonObject & { name: string; tags: { tag_id: string }[] }>(name)
  const tag_ids = stored.tags.map(({ tag_id }) => tag_id)
  const template = templateRow.parse(stored)
  const columns = templateType.decodeColumns(stored)
  expect(template).toMatchObject({ ...columns, tag_ids })
  expect(plusMood(templateType.fields).decodeColumns(stored)).toEqual({ ...columns, mood: null })
  const html = toEditorHtml(template.content)?.html ?? ''
  expect(templateType.formOf(template, { html, tag_ids })).toMatchObject({ name: stored.name, html, tag_ids })
})

describe('no text is refused as a whole', () => {
  const [, { form }] = fixture<[string, { form: JsonObject }]>('local-draft-of-draft')

  test.each(articleType.names)('a wrong %s takes its default', (field) => {
    const wrong = articleType.decode({ ...form, [field]: { wrong: true } })
    expect(wrong).toEqual({ ...completed(form), [field]: blank[field] })
  })

  test.each(Object.keys(templateType.columns.shape))(
    'a wrong %s of a template takes its default',
    (column) => {
      const stored = fixture<JsonObject>('template')
      const blankColumns: JsonObject = { ...templateType.columnsOf(templateType.blank()) }
      const right = templateRow.parse(stored)
      expect(templateRow.parse({ ...stored, [column]: { wrong: true }, mood: 'calm' })).toEqual({
        ...right,
        [column]: blankColumns[column],
      })
    },
  )

  test('unknown fields are dropped', () => {
    expect(articleType.decode({ ...form, mood: 'calm' })).toEqual(completed(form))
    const { data } = fixture<Row>('revision')
    expect(articleType.decodeColumns({ ...data, mood: 'calm' })).toEqual(articleType.decodeColumns(data))
  })

  test('a text of an earlier version is read as that version wrote it', () => {
    const renamed = new ContentType({
      fields: { heading: optionalText({ label: 'Heading', max: 300 }) },
      columns: {},
      version: 2,
      upgrade: ({ lead, ...rest }, version) => (version < 2 ? { ...rest, heading: lead } : rest),
    })
    const open = (envelope: unknown) =>
      isObject(envelope) ? renamed.decode(envelope.form, storedVersion(envelope)) : null
    expect(open({ form: { lead: 'Old' } })).toEqual({ heading: 'Old' })
    expect(open({ v: 2, form: { heading: 'New', lead: 'Old' } })).toEqual({ heading: 'New' })
    expect(renamed.decodeColumns({ lead: 'Old' })).toEqual({ heading: 'Old' })
    expect(renamed.decodeColumns({ heading: 'New', lead: 'Old' })).toEqual({ heading: 'New' })
  })

  test('a local draft whose other parts cannot be read keeps its text', async () => {
    const items = new Map([['mantel.text.me.s1', JSON.stringify({ kind: 5, savedAt: 'soon', form })]])
    expect(await draftsIn(items).list('me')).toEqual([
      {
        id: 's1',
        userId: 'me',
        articleId: null,
        kind: 'unsaved',
        savedAt: '1970-01-01T00:00:00.000Z',
        version: null,
        copyVersion: null,
        form: completed(form),
      },
    ])
  })
})
