import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Backend, draft, openBackend, published, insertRow } from './support/backend.ts'

const HOOK = 'https://host.example/hook'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
  // What the extension pg_net offers on a hosted project.
  await backend.sql('create schema net')
  await backend.sql('create table net.calls (id serial, url text)')
  await backend.sql(
    `create function net.http_post(url text, body jsonb default '{}', headers jsonb default '{}') returns bigint
     language sql as 'insert into net.calls (url) values ($1) returning id'`,
  )
  await insertRow(backend, 'deploy_settings', { deploy_hook_url: HOOK })
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.sql('delete from public.publish_outbox')
})

/** Calls of the host's deploy hook that `act` causes. */
async function calls(act: () => Promise<unknown>): Promise<number> {
  await backend.sql('delete from net.calls')
  await act()
  const made = await backend.sql<{ url: string }>('select url from net.calls')
  expect(made.filter(({ url }) => url !== HOOK)).toEqual([])
  return made.length
}

const callHook = () => backend.sql('select private.call_build_hook()')
const tag = async () => (await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })).id

async function stateOf(id: string): Promise<string> {
  const { data } = await backend.as.editor.rpc('get_publish_state', { p_article: id })
  return (data as { status: string }[])[0]?.status ?? 'none'
}

test('a save with its tags requests one build, and its state becomes `sent`', async () => {
  const { id } = await insertRow(backend, 'articles', draft())
  const tags = [await tag(), await tag(), await tag()]
  const save = async () => {
    const { error } = await backend.as.editor.rpc('save_article', {
      p_id: id,
      p_version: 1,
      p_article: { status: 'published' },
      p_tags: tags,
    })
    expect(error).toBeNull()
  }
  expect(await calls(save)).toBe(1)
  expect(await stateOf(id)).toBe('sent')
  expect(await calls(callHook)).toBe(0)
})

test('a scheduled article requests one build when it is due', async () => {
  const later = published({ published_at: new Date(Date.now() + 3_600_000).toISOString() })
  let id = ''
  expect(await calls(async () => ({ id } = await insertRow(backend, 'articles', later)))).toBe(0)
  expect(await stateOf(id)).toBe('scheduled')
  expect(await calls(callHook)).toBe(0)
  await backend.sql('update public.publish_outbox set due_at = now()')
  expect(await calls(callHook)).toBe(1)
  expect(await calls(callHook)).toBe(0)
  expect(await stateOf(id)).toBe('sent')
})

test('an uploaded file requests no build, its description does', async () => {
  let id = ''
  const upload = async () => {
    const row = {
      filename: 'a.webp',
      original_filename: 'a.webp',
      mime_type: 'image/webp',
      size_bytes: 1,
      storage_path: `x/${randomUUID()}.webp`,
    }
    id = (await insertRow(backend, 'media', row)).id
  }
  expect(await calls(upload)).toBe(0)
  const describe = async () => backend.as.editor.from('media').update({ alt_text: 'A hall' }).eq('id', id)
  expect(await calls(describe)).toBe(1)
})

test('a failed request undoes nothing and is repeated', async () => {
  await backend.sql('alter table net.calls add constraint closed check (url is null) not valid')
  const { id } = await insertRow(backend, 'articles', published())
  await backend.sql('alter table net.calls drop constraint closed')
  expect(await stateOf(id)).toBe('publishing')
  expect(await calls(callHook)).toBe(1)
})

test('unprocessed events wait, and are deleted after a month', async () => {
  await backend.sql('update public.deploy_settings set deploy_hook_url = null')
  const { id } = await insertRow(backend, 'articles', published())
  await backend.sql(`update public.publish_outbox set due_at = now() - interval '2 minutes'`)
  expect(await stateOf(id)).toBe('waiting')
  await backend.sql(`update public.publish_outbox set due_at = now() - interval '31 days'`)
  await insertRow(backend, 'articles', published())
  expect(await stateOf(id)).toBe('none')
})
