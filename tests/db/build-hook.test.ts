import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draft, openWorld, published, put } from './support/world.ts'
import type { World } from './support/world.ts'

const HOOK = 'https://host.example/hook'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // What the extension pg_net offers on a hosted project.
  await world.sql('create schema net')
  await world.sql('create table net.calls (id serial, url text)')
  await world.sql(
    `create function net.http_post(url text, body jsonb default '{}', headers jsonb default '{}') returns bigint
     language sql as 'insert into net.calls (url) values ($1) returning id'`,
  )
  await put(world, 'deploy_settings', { deploy_hook_url: HOOK })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.sql('delete from public.publish_outbox')
})

/** How often the host is asked for a build by something. */
async function calls(act: () => Promise<unknown>): Promise<number> {
  await world.sql('delete from net.calls')
  await act()
  const made = await world.sql<{ url: string }>('select url from net.calls')
  expect(made.filter(({ url }) => url !== HOOK)).toEqual([])
  return made.length
}

const callHook = () => world.sql('select private.call_build_hook()')
const tag = async () => (await put(world, 'tags', { name: randomUUID(), slug: randomUUID() })).id

async function stateOf(id: string): Promise<string> {
  const { data } = await world.as.editor.rpc('get_publish_state', { p_article: id })
  return (data as { status: string }[])[0]?.status ?? 'none'
}

test('a save with its tags is one build, and the editor sees that the host was asked', async () => {
  const { id } = await put(world, 'articles', draft())
  const tags = [await tag(), await tag(), await tag()]
  const save = async () => {
    const { error } = await world.as.editor.rpc('save_article', {
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

test('a scheduled story is a build when it is due, once', async () => {
  const later = published({ published_at: new Date(Date.now() + 3_600_000).toISOString() })
  let id = ''
  expect(await calls(async () => ({ id } = await put(world, 'articles', later)))).toBe(0)
  expect(await stateOf(id)).toBe('scheduled')
  expect(await calls(callHook)).toBe(0)
  await world.sql('update public.publish_outbox set due_at = now()')
  expect(await calls(callHook)).toBe(1)
  expect(await calls(callHook)).toBe(0)
  expect(await stateOf(id)).toBe('sent')
})

test('a file that was uploaded is no build, its description is one', async () => {
  let id = ''
  const upload = async () => {
    const row = {
      filename: 'a.webp',
      original_filename: 'a.webp',
      mime_type: 'image/webp',
      size_bytes: 1,
      storage_path: `x/${randomUUID()}.webp`,
    }
    id = (await put(world, 'media', row)).id
  }
  expect(await calls(upload)).toBe(0)
  const describe = async () => world.as.editor.from('media').update({ alt_text: 'A hall' }).eq('id', id)
  expect(await calls(describe)).toBe(1)
})

test('a host that cannot be asked undoes nothing, and is asked again', async () => {
  await world.sql('alter table net.calls add constraint closed check (url is null) not valid')
  const { id } = await put(world, 'articles', published())
  await world.sql('alter table net.calls drop constraint closed')
  expect(await stateOf(id)).toBe('publishing')
  expect(await calls(callHook)).toBe(1)
})

test('what nobody carries out waits, and is forgotten after a month', async () => {
  await world.sql('update public.deploy_settings set deploy_hook_url = null')
  const { id } = await put(world, 'articles', published())
  await world.sql(`update public.publish_outbox set due_at = now() - interval '2 minutes'`)
  expect(await stateOf(id)).toBe('waiting')
  await world.sql(`update public.publish_outbox set due_at = now() - interval '31 days'`)
  await put(world, 'articles', published())
  expect(await stateOf(id)).toBe('none')
})
