import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOME_PATH, blocksSchema, standardBlocks } from '../../../src/domain/sections/front.ts'
import { Sections } from '../../../src/domain/sections/section.ts'
import { sectionRows } from '../../../supabase/seed/categories.ts'
import { type Backend, type Caller, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

/** The front of a page that no other test has. */
const newPage = () => `/${randomUUID()}`
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const DAY = 86_400_000

const hero = (items: object[] = [], more: object = {}) => [
  { id: 'hero', kind: 'hero', by_rule: true, items, ...more },
]
const item = (article_id: string, more: object = {}) => ({
  ...{ article_id, title: null, image: null, from: null, until: null },
  ...more,
})

interface Version {
  id: string
  version: number
  live_from: string
}

async function save(
  front: { page: string; blocks?: object[] | null; live_from?: string; note?: string },
  {
    id = null,
    version = null,
    base = null,
    by = 'editor',
  }: { id?: string | null; version?: number | null; base?: string | null; by?: Caller } = {},
) {
  const { data, error } = await backend.as[by].rpc('save_front', {
    ...{ p_id: id, p_version: version, p_base: base },
    p_front: { blocks: hero(), ...front },
  })
  return { saved: data as Version, error }
}

/** What visitors read of a front. */
async function shown(page: string) {
  const { data } = await backend.as.anon.rpc('get_live_fronts', {}, { get: true }).eq('page', page)
  const [front] = (data ?? []) as { id: string; blocks: unknown }[]
  return front && { id: front.id, blocks: front.blocks === null ? null : blocksSchema.parse(front.blocks) }
}

const dueTimes = (id: string) =>
  backend
    .sql<{ due_at: string }>(
      `select due_at from public.publish_outbox where entity = 'front_versions' and entity_id = $1 order by due_at`,
      [id],
    )
    .then((rows) => rows.map(({ due_at }) => new Date(due_at).toISOString()))

describe('a front', () => {
  test('is the version that went live last; one that is prepared is for nobody but the staff', async () => {
    const page = newPage()
    const { saved: first } = await save({ page })
    const { saved: next } = await save({ page, live_from: inMs(DAY), note: 'Saturday' })
    expect((await shown(page))?.id).toBe(first.id)
    const { error } = await backend.as.anon.from('front_versions').select('id')
    expect(error?.code).toBe('42501')
    await backend.sql(`update public.front_versions set live_from = now() where id = $1::uuid`, [next.id])
    expect((await shown(page))?.id).toBe(next.id)
  })

  test('shows no story before it is out, nor outside its time, and no title of it', async () => {
    const page = newPage()
    const [out, scheduled, over, ahead] = await Promise.all([
      insertRow(backend, 'articles', published()),
      insertRow(backend, 'articles', published({ published_at: inMs(DAY) })),
      insertRow(backend, 'articles', published()),
      insertRow(backend, 'articles', published()),
    ])
    const unwritten = await insertRow(backend, 'articles', draft())
    const items = [
      item(scheduled.id, { title: 'A secret' }),
      item(over.id, { until: inMs(-DAY) }),
      item(ahead.id, { from: inMs(DAY) }),
      item(unwritten.id),
      item(out.id, { title: 'Now', from: inMs(-DAY), until: inMs(DAY) }),
    ]
    await save({ page, blocks: hero(items) })
    const blocks = (await shown(page))?.blocks
    expect(blocks?.[0]).toMatchObject({ kind: 'hero', items: [{ article_id: out.id, title: 'Now' }] })
    expect(JSON.stringify(blocks)).not.toContain('secret')
  })

  test('is published when it goes live, and whenever the time of a story begins or ends', async () => {
    const [live_from, from, until] = [inMs(DAY), inMs(2 * DAY), inMs(3 * DAY)]
    const blocks = hero([item(randomUUID(), { from, until }), item(randomUUID(), { from: inMs(0), until })])
    const { saved } = await save({ page: newPage(), live_from, blocks })
    expect(await dueTimes(saved.id)).toEqual([live_from, from, until])
  })

  test('is brought to the publisher with the stories that were chosen for it', async () => {
    const page = newPage()
    const story = await insertRow(backend, 'articles', published())
    const other = await insertRow(backend, 'articles', published())
    const { saved } = await save({ page, blocks: hero([item(story.id)]) })
    const broughtWith = async (entity_id: string) => {
      const [found] = await backend.sql<{ rows: { front_versions?: { id: string }[] } }>(
        'select private.public_rows($1::text::jsonb) as rows',
        [JSON.stringify([{ entity: 'articles', entity_id }])],
      )
      return found?.rows.front_versions?.map(({ id }) => id)
    }
    expect(await broughtWith(story.id)).toEqual([saved.id])
    expect(await broughtWith(other.id)).toBeUndefined()
  })

  test('goes back to the standard page with a version without blocks', async () => {
    const page = newPage()
    const { saved } = await save({ page })
    const { error } = await save({ page, blocks: null }, { base: saved.id })
    expect(error).toBeNull()
    expect((await shown(page))?.blocks).toBeNull()
  })

  test('leaves out a picture whose right has ended, and names its file as in use', async () => {
    const page = newPage()
    const path = `demo/${randomUUID()}.webp`
    const { id } = await insertRow(backend, 'media', {
      ...{ filename: 'a', original_filename: 'a', mime_type: 'image/webp', size_bytes: 1 },
      storage_path: path,
    })
    const story = await insertRow(backend, 'articles', published())
    await save({ page, blocks: hero([item(story.id, { image: `/${path}` })]) })
    const usage = await backend.as.editor.rpc('media_usage', { p_media: id })
    expect(usage.data).toMatchObject([{ kind: 'front', title: page }])
    await backend.sql(
      `update public.media set usable_until = now() - interval '1 hour' where id = $1::uuid`,
      [id],
    )
    expect((await shown(page))?.blocks?.[0]).toMatchObject({ items: [{ article_id: story.id, image: null }] })
  })
})

describe('a save', () => {
  test('goes live now when no time is given, and is kept as it was from then on', async () => {
    const page = newPage()
    const { saved } = await save({ page, live_from: inMs(-DAY) })
    expect(Math.abs(Date.parse(saved.live_from) - Date.now())).toBeLessThan(DAY / 2)
    const again = await save({ page, note: 'Again' }, { id: saved.id, version: saved.version })
    expect(again.error).toMatchObject({ code: '23514' })
    const { error } = await backend.as.editor.from('front_versions').delete().eq('id', saved.id)
    expect(error).toBeNull()
    expect((await shown(page))?.id).toBe(saved.id)
  })

  test('of two editors is refused to the second, of a prepared version and of the live one', async () => {
    const page = newPage()
    const { saved: live } = await save({ page })
    expect((await save({ page }, { base: null })).error?.code).toBe('PT409')
    expect((await save({ page }, { base: live.id })).error).toBeNull()

    const { saved } = await save({ page, live_from: inMs(DAY) })
    const of = { id: saved.id, version: saved.version }
    expect((await save({ page, live_from: inMs(2 * DAY) }, of)).error).toBeNull()
    expect((await save({ page, live_from: inMs(3 * DAY) }, of)).error?.code).toBe('PT409')
  })

  test('is for editors only, and never for the time of another version', async () => {
    const page = newPage()
    const live_from = inMs(DAY)
    expect((await save({ page, live_from }, { by: 'contributor' })).error?.code).toBe('42501')
    expect((await save({ page, live_from })).error).toBeNull()
    expect((await save({ page, live_from })).error?.message).toBe(
      'Another version of this front goes live at that time',
    )
  })

  const chosen = item('00000000-0000-4000-8000-000000000001')
  test.each<[string, unknown]>([
    ['A front must be a list of blocks', { kind: 'hero' }],
    ['A front has 1 to 12 blocks', []],
    ['A front must be a list of blocks', hero([], { kind: 'ticker' })],
    ['A front must be a list of blocks', hero([item('no id')])],
    ['A front must be a list of blocks', hero([{ ...chosen, title: 7 }])],
    ['Hero, featured stories and letter stand once on a front', [...hero(), ...hero([], { id: 'two' })]],
    ['A block shows 1 to 6 stories', hero([], { kind: 'featured', count: 7 })],
    [
      'A title in place of a story’s own must be 1 to 300 characters'.replace('’', "'"),
      hero([{ ...chosen, title: 'x'.repeat(301) }]),
    ],
    [
      'A story has to be shown from before it ends',
      hero([{ ...chosen, from: '2026-12-05T07:00:00Z', until: '2026-12-05T07:00:00Z' }]),
    ],
    ['At most 12 stories are chosen for a block', hero(Array.from({ length: 13 }, () => chosen))],
  ])('is refused with: %s', async (message, blocks) => {
    const { error } = await save({ page: newPage(), blocks: blocks as object[] })
    expect(error).toMatchObject({ code: '23514', message })
  })

  test('takes the blocks that a front begins with', async () => {
    expect(
      (await save({ page: newPage(), blocks: standardBlocks(new Sections(sectionRows()), HOME_PATH) })).error,
    ).toBeNull()
  })

  test('and what is taken away are in the audit log', async () => {
    const page = newPage()
    const { saved } = await save({ page, live_from: inMs(DAY), note: 'For Saturday' })
    await backend.as.editor.from('front_versions').delete().eq('id', saved.id)
    const entries = await backend.sql<{ kind: string; subject: string; note: string | null }>(
      'select kind, subject, note from public.audit_log where entity_id = $1 order by id',
      [saved.id],
    )
    expect(entries).toMatchObject([
      { kind: 'publish', subject: page, note: expect.stringMatching(/^Scheduled for .+\. For Saturday$/) },
      { kind: 'delete', subject: page },
    ])
  })
})

test('readings are counted by story since a day, for editors', async () => {
  const { id } = await insertRow(backend, 'articles', published())
  await backend.sql(
    `insert into private.story_readings (article_id, day, begun)
     values ($1::uuid, '2026-11-01', 9), ($1::uuid, '2026-11-20', 3), ($1::uuid, '2026-11-21', 4)`,
    [id],
  )
  const ask = { p_articles: [id, randomUUID()], p_from: '2026-11-20' }
  expect((await backend.as.editor.rpc('get_readings', ask)).data).toEqual([
    { id, opened: 0, begun: 7, read: 0, measured: 0 },
  ])
  expect((await backend.as.contributor.rpc('get_readings', ask)).error?.code).toBe('42501')
})
