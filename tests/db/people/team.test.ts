import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Backend, type Caller, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(() => backend.sql('delete from public.author_profiles'))

const author = async (name: string, team_position: number | null = null) =>
  (await insertRow(backend, 'author_profiles', { name, slug: randomUUID(), team_position })).id
/** Puts an author in the team (0: in the last place) or takes them out (null). */
const place = (caller: Caller, id: string, team_position: number | null) =>
  backend.as[caller].from('author_profiles').update({ team_position }).eq('id', id)
const order = (caller: Caller, p_ids: string[]) => backend.as[caller].rpc('order_team', { p_ids })

/** The names of the team in its order, as visitors read them. */
async function team(): Promise<string[]> {
  const rows = await backend.sql<{ name: string }>(
    'select name from public.get_public_author_profiles() where team_position is not null order by team_position',
  )
  return rows.map(({ name }) => name)
}

/** What the audit log says of a person's changes of the team. */
const entries = (actor: string) =>
  backend.sql(
    `select subject, note from public.audit_log
     where entity = 'author_profiles' and kind = 'settings' and actor_id = $1::uuid order by id`,
    [actor],
  )

test.each(['super_admin', 'editor'] as const)(
  'a %s puts authors in the team, each in the last place, orders them and takes them out, and the log says so',
  async (caller) => {
    const [ada, bo] = [await author('Ada'), await author('Bo')]
    for (const id of [ada, bo]) expect((await place(caller, id, 0)).error).toBeNull()
    expect(await team()).toEqual(['Ada', 'Bo'])
    expect((await order(caller, [bo, ada])).error).toBeNull()
    expect(await team()).toEqual(['Bo', 'Ada'])
    expect((await place(caller, bo, null)).error).toBeNull()
    expect(await team()).toEqual(['Ada'])
    expect(await entries(backend.id[caller])).toEqual([
      { subject: 'Ada', note: 'Joined the editorial team' },
      { subject: 'Bo', note: 'Joined the editorial team' },
      { subject: 'Order of the editorial team', note: 'Bo, Ada' },
      { subject: 'Bo', note: 'Left the editorial team' },
    ])
  },
)

test.each(['contributor', 'viewer', 'anon'] as const)(
  'a caller who is %s changes no team',
  async (caller) => {
    const ada = await author('Ada', 1)
    const bo = await author('Bo')
    await place(caller, ada, null)
    await place(caller, bo, 0)
    expect((await order(caller, [ada])).error?.code).toBe('42501')
    expect(await team()).toEqual(['Ada'])
  },
)

test('an order that misses a member, or has somebody else, is refused', async () => {
  const [ada, bo, other] = [await author('Ada', 1), await author('Bo', 2), await author('Other')]
  for (const ids of [[ada], [ada, other], [ada, bo, other], [ada, ada], []])
    expect((await order('editor', ids)).error).toMatchObject({
      code: 'PT409',
      message: 'The editorial team was changed by someone else in the meantime',
    })
  expect(await team()).toEqual(['Ada', 'Bo'])
})

test('each change of the team, and no other place in it, reaches the publisher', async () => {
  const [ada, bo, cy] = [await author('Ada', 1), await author('Bo', 2), await author('Cy', 3)]
  await backend.sql('delete from public.publish_outbox')
  expect((await order('editor', [ada, cy, bo])).error).toBeNull()
  const changed = await backend.sql<{ entity_id: string }>('select entity_id from public.publish_outbox')
  expect(changed.map(({ entity_id }) => entity_id).sort()).toEqual([bo, cy].sort())
})
