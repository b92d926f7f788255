import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { articleType } from '../../../src/domain/story/article.ts'
import { REQUIRABLE_CHECKS, refusalText } from '../../../src/domain/story/checks.ts'
import { settingsType } from '../../../src/domain/site/settings.ts'
import {
  type CheckedStory,
  BRACKETS,
  NOTE,
  QUOTATION,
  readBody,
  unmetChecks,
} from '../../../src/domain/story/story-checks.ts'
import { MAX_CARD_TITLE } from '../../../src/domain/story/title.ts'
import { CHECK_CASES, COMPLETE, FILES } from '../../fixtures/story-checks.ts'
import { type Backend, type Caller, draft, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
let category: string
let person: string
let roles: Record<'writer' | 'photographer', string>
beforeAll(async () => {
  backend = await openBackend()
  category = (await insertRow(backend, 'categories', { name: 'Houses', slug: 'houses' })).id
  person = (await insertRow(backend, 'author_profiles', { name: 'Maria Sol', slug: 'maria-sol' })).id
  await backend.sql(`update public.profiles set full_name = 'Ada Berg' where id = $1::uuid`, [
    backend.id.editor,
  ])
  for (const file of Object.values(FILES)) {
    const { storage_path: filename } = file
    const more = { filename, original_filename: filename, mime_type: 'image/webp', size_bytes: 10 }
    await insertRow(backend, 'media', { ...file, ...more })
  }
  const known = await backend.sql<{ id: string; is_words: boolean }>(
    'select id, is_words from public.credit_roles',
  )
  const roleOf = (isWords: boolean) => known.find(({ is_words }) => is_words === isWords)?.id ?? ''
  roles = { writer: roleOf(true), photographer: roleOf(false) }
})
afterAll(() => backend.close())
afterEach(() => backend.sql('delete from public.site_settings'))

const UNKNOWN: CheckedStory = {
  ...articleType.blank(),
  ...{ body: [], authorName: null, wordsRoleId: null, creditedNames: [], proposedNames: [], goesOutAt: 0 },
  ...{ files: new Map(), links: new Map(), threads: [] },
}

const complete = (more: object = {}) =>
  draft({ ...COMPLETE, category_id: category, author_id: backend.id.editor, ...more })
const credit = (...names: (keyof typeof roles)[]) =>
  names.map((name) => ({ person_id: person, role_id: roles[name] }))
const setRequired = (...required_checks: string[]) =>
  insertRow(backend, 'site_settings', { id: randomUUID(), required_checks: `{${required_checks.join()}}` })

test.for(Object.entries(CHECK_CASES))(
  'the database finds what the editor finds of a story: %s',
  async ([, { row = {}, credited, has = {}, goesOut, unmet }]) => {
    const credits = credited === 'both' ? credit('photographer', 'writer') : credited && credit(credited)
    const { id } = await insertRow(
      backend,
      'articles',
      complete({
        ...row,
        ...(goesOut === undefined ? {} : { publish_at: goesOut }),
        ...(credits === undefined ? {} : { credits }),
        ...(has.category === false ? { category_id: null } : {}),
        ...(has.owner === false ? { author_id: null } : {}),
      }),
    )
    if (has.openComment) {
      const p_thread = { article_id: id, kind: 'story' }
      const begun = await backend.as.editor.rpc('start_thread', { p_thread, p_body: 'Which year?' })
      expect(begun.error).toBeNull()
    }
    const [found] = await backend.sql<{ unmet: string[] }>(
      'select to_jsonb(private.unmet_checks(a)) as unmet from public.articles a where id = $1::uuid',
      [id],
    )
    expect(found?.unmet).toEqual(unmet)
  },
)

const PIECES = [
  ...['<h2>A</h2>', '<h3>B</h3>', '<h4> </h4>', '<h1>C<br></h1>', '<h6><em>x</em>y</h6>', '<p>&nbsp;</p>'],
  ...[
    '<img src="/a.webp">',
    '<p><img alt="x y" src="/a.webp"></p>',
    '<figure><img src="/a.webp" alt=""></figure>',
  ],
  ...[
    '<aside data-block="note"><h4>x</h4></aside>',
    '<aside><h4>x</h4></aside>',
    '<ul><li>x<h4>y</h4></li></ul>',
  ],
  ...[
    '<p>TK</p>',
    '<p>[x <em>y</em>]</p>',
    '<p>“[x] y”</p>',
    '<blockquote><p>[sic]</p></blockquote>',
    '<p>[</p>',
    '<p>]</p>',
  ],
]

test('both find the same in any text', async () => {
  const found = {
    alt_text: 'lacks_alt($1::jsonb)',
    headings: 'skips_heading($1::jsonb)',
    notes: 'has_note(private.body_text($1::jsonb))',
  }
  const asked = Object.values(found).map((call) => `private.${call}`)
  const anyHtml = fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(anyHtml, async (html) => {
      const [answer] = await backend.sql<{ found: boolean[] }>(
        `select to_jsonb(array[${asked.join()}]) as found`,
        [JSON.stringify({ html })],
      )
      const names = unmetChecks({ ...UNKNOWN, body: readBody({ html }) }).map(({ name }) => name)
      expect(answer?.found).toEqual(Object.keys(found).map((name) => names.some((one) => one === name)))
    }),
    { numRuns: 150 },
  )
})

test('a refusal has the words that the editor has', async () => {
  const [found] = await backend.sql<{ text: string; max: number }>(
    'select private.check_refusal($1::text[]) as text, private.max_card_title() as max',
    [`{${REQUIRABLE_CHECKS.join()}}`],
  )
  expect(found).toEqual({ text: refusalText(REQUIRABLE_CHECKS), max: MAX_CARD_TITLE })
})

describe('a story that lacks something', () => {
  const lacking = { excerpt: null, category_id: null }
  const as = (caller: Caller) => backend.as[caller].from('articles')
  const insert = async (more: object) => (await insertRow(backend, 'articles', complete(more))).id
  const publish = async (id: string, more: object = {}) =>
    (
      await as('editor')
        .update({ status: 'published', ...more })
        .eq('id', id)
        .select('id')
        .single()
    ).error

  test('is published where nothing is required', async () => {
    expect(await publish(await insert(lacking))).toBeNull()
    await setRequired()
    expect(await publish(await insert(lacking))).toBeNull()
  })

  test('is refused with all that is required, and stays as it was', async () => {
    await setRequired('category', 'excerpt', 'notes')
    const id = await insert(lacking)
    const refusal = { code: '23514', message: 'Not published: no excerpt, no category.' }
    expect(await publish(id)).toMatchObject(refusal)
    expect(await publish(id, { published_at: '2099-01-01T00:00:00Z' })).toMatchObject(refusal)
    const created = complete({ ...lacking, status: 'published' })
    expect((await as('super_admin').insert(created)).error).toMatchObject(refusal)
    expect(await publish(id, { excerpt: 'x', category_id: category })).toBeNull()
  })

  test('is saved as a draft and sent to review', async () => {
    await setRequired(...REQUIRABLE_CHECKS)
    const id = await insert(lacking)
    for (const status of ['review', 'draft', 'archived'])
      expect((await as('editor').update({ status }).eq('id', id)).error).toBeNull()
  })

  test('is published for what is not required', async () => {
    await setRequired('alt_text', 'headings')
    expect(await publish(await insert(lacking))).toBeNull()
  })

  test('can be changed after its publication, unless the change makes it lack something new', async () => {
    const id = await insert({ ...lacking, status: 'published' })
    await setRequired('excerpt', 'notes')
    const update = async (row: object) => (await as('editor').update(row).eq('id', id)).error
    expect(await update({ title: 'Another' })).toBeNull()
    expect(await update({ title: 'Another TK' })).toMatchObject({
      message: 'Not published: notes left in the text.',
    })
    expect(await update({ excerpt: 'x' })).toBeNull()
    expect(await update({ excerpt: '' })).toMatchObject({ message: 'Not published: no excerpt.' })
    expect(await update({ excerpt: '', status: 'draft' })).toBeNull()
  })

  test('comes back from the trash as a publication', async () => {
    await setRequired('excerpt')
    const id = await insert({ ...lacking, status: 'published', deleted_at: '2026-11-01T00:00:00Z' })
    const restore = () => as('super_admin').update({ deleted_at: null }).eq('id', id)
    expect((await restore()).error).toMatchObject({ message: 'Not published: no excerpt.' })
  })

  test('is not refused to an import or the secret key', async () => {
    await setRequired('excerpt')
    await insert({ ...lacking, status: 'published' })
    const row = complete({ ...lacking, status: 'published' })
    expect((await backend.service.from('articles').insert(row)).error).toBeNull()
  })

  test('keeps nobody from deleting its category', async () => {
    await setRequired('category')
    const { id: category_id } = await insertRow(backend, 'categories', { name: 'Gone', slug: 'gone' })
    const id = await insert({ category_id, status: 'published' })
    expect((await backend.as.editor.from('categories').delete().eq('id', category_id)).error).toBeNull()
    const { data } = await as('editor').select('category_id').eq('id', id).single()
    expect(data).toEqual({ category_id: null })
  })
})

describe('the required checks', () => {
  test('of a new magazine are the notes, in its settings as on the screen', async () => {
    const settings: object = await insertRow(backend, 'site_settings', { id: randomUUID() })
    expect(settings).toMatchObject({ required_checks: ['notes'] })
    expect(settingsType.blank().required_checks).toEqual(['notes'])
    const noted = complete({ content: { html: '<p>It was built in 1971 [ask her].</p>' } })
    const { error } = await backend.as.editor.from('articles').insert({ ...noted, status: 'published' })
    expect(error?.message).toBe('Not published: notes left in the text.')
  })

  test('are those for which a story can be refused', async () => {
    await setRequired(...REQUIRABLE_CHECKS)
    const set = (required_checks: unknown) =>
      backend.as.super_admin.from('site_settings').update({ required_checks }).neq('version', 0)
    for (const wrong of [['links'], ['people'], [null], ['excerpt', 'x']])
      expect((await set(wrong)).error).toMatchObject({ code: '23514' })
    expect((await set([])).error).toBeNull()
  })

  test('are read by those who write, set by super admins, and hidden from all others', async () => {
    await setRequired('excerpt')
    const read = (caller: Caller) => backend.as[caller].from('site_settings').select('required_checks')
    for (const caller of ['contributor', 'editor', 'super_admin'] as const)
      expect((await read(caller)).data).toEqual([{ required_checks: ['excerpt'] }])
    expect((await read('viewer')).data).toEqual([])
    expect((await read('anon')).error).toMatchObject({ code: '42501' })
    const { data } = await backend.as.editor
      .from('site_settings')
      .update({ required_checks: [] })
      .neq('version', 0)
      .select('id')
    expect(data).toEqual([])
  })

  test('are in the audit log by their names', async () => {
    await setRequired()
    const required_checks = ['excerpt', 'alt_text']
    await backend.as.super_admin.from('site_settings').update({ required_checks }).neq('version', 0)
    const [entry] = await backend.sql<{ note: string }>(
      `select note from public.audit_log where kind = 'settings' order by id desc limit 1`,
    )
    expect(entry?.note).toBe('required checks: none → excerpt, alt text')
  })
})

test('notes are found by the regular expressions of the editor', async () => {
  const [row] = await backend.sql<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'has_note'`,
  )
  for (const { source } of [NOTE, BRACKETS, QUOTATION]) expect(row?.source).toContain(source)
})
