import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, draft, openBackend, published, insertRow } from '../support/backend.ts'

const HOOK = 'https://host.example/hook'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
  // What the extension pg_net offers on a hosted project.
  await backend.sql('create schema net')
  await backend.sql('create table net.calls (id serial, url text)')
  await backend.sql(
    'create table net._http_response (id bigint, status_code int, timed_out boolean, error_msg text)',
  )
  await backend.sql(
    `create function net.http_post(url text, body jsonb default '{}', headers jsonb default '{}') returns bigint
     language sql as 'insert into net.calls (url) values ($1) returning id'`,
  )
  await backend.sql('grant usage on schema net to public')
  await backend.sql('grant all on all tables in schema net to public')
  await backend.sql('grant all on all sequences in schema net to public')
  await insertRow(backend, 'deploy_settings', { deploy_hook_url: HOOK })
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.sql('delete from public.publish_outbox')
  await backend.sql('delete from private.build_hook_call')
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

interface Answer {
  status_code?: number
  timed_out?: boolean
  error_msg?: string
}

/** Stores the host's answer to the last call, as pg_net does. */
const answer = ({ status_code, timed_out = false, error_msg }: Answer) =>
  backend.sql(
    `insert into net._http_response select max(id), $1::int, $2::boolean, $3::text from net.calls`,
    [status_code ?? null, timed_out, error_msg ?? null],
  )

const minutesPass = (minutes: number) =>
  backend.sql(
    `update private.build_hook_call set called_at = called_at - $1 * interval '1 minute',
       accepted_at = accepted_at - $1 * interval '1 minute'`,
    [minutes],
  )

async function lastCall() {
  const { data } = await backend.as.super_admin.rpc('get_build_hook_call')
  return (data as { status: string; attempts: number; error: string | null }[])[0] ?? null
}

describe('the answer of the host', () => {
  test('that accepts the call keeps the change `sent`', async () => {
    expect(await lastCall()).toBeNull()
    const { id } = await insertRow(backend, 'articles', published())
    expect(await lastCall()).toMatchObject({ status: 'sent', attempts: 1, error: null })
    await answer({ status_code: 201 })
    expect(await stateOf(id)).toBe('sent')
    expect(await lastCall()).toMatchObject({ status: 'accepted', error: null })
    await minutesPass(60)
    expect(await calls(callHook)).toBe(0)
  })

  test.each([
    [{ status_code: 404 }, 'The host answered the build hook with status 404.'],
    [{ timed_out: true }, 'The host did not answer the build hook in time.'],
    [
      { error_msg: "Couldn't resolve host name" },
      "The host of the build hook could not be reached: Couldn't resolve host name.",
    ],
  ])('%j makes the change `failed`, with the reason', async (given, error) => {
    const { id } = await insertRow(backend, 'articles', published())
    await answer(given)
    const { data } = await backend.as.editor.rpc('get_publish_state', { p_article: id })
    expect(data).toMatchObject([{ status: 'failed', error }])
    expect(await lastCall()).toMatchObject({ status: 'retrying', attempts: 1, error })
  })

  test('that never comes is a failure after five minutes', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    await minutesPass(4)
    expect(await stateOf(id)).toBe('sent')
    await minutesPass(2)
    expect(await stateOf(id)).toBe('failed')
  })

  test('is asked for again after 1, 2, 4 and 8 minutes, and then no more', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    for (const wait of [1, 2, 4, 8]) {
      await answer({ status_code: 500 })
      await minutesPass(wait - 0.5)
      expect(await calls(callHook)).toBe(0)
      await minutesPass(0.5)
      expect(await calls(callHook)).toBe(1)
    }
    expect(await stateOf(id)).toBe('sent')
    await answer({ status_code: 500 })
    await minutesPass(600)
    expect(await calls(callHook)).toBe(0)
    expect(await lastCall()).toMatchObject({ status: 'failed', attempts: 5 })
    expect(await stateOf(id)).toBe('failed')
  })

  test('to a later call covers the changes before it', async () => {
    const first = await insertRow(backend, 'articles', published())
    await answer({ status_code: 500 })
    expect(await stateOf(first.id)).toBe('failed')
    expect(await calls(() => insertRow(backend, 'articles', published()))).toBe(1)
    expect(await lastCall()).toMatchObject({ status: 'sent', attempts: 1 })
    await answer({ status_code: 200 })
    expect(await lastCall()).toMatchObject({ status: 'accepted' })
    expect(await stateOf(first.id)).toBe('sent')
  })

  test('is shown to super admins only', async () => {
    await insertRow(backend, 'articles', published())
    expect((await backend.as.editor.rpc('get_build_hook_call')).data).toEqual([])
    expect((await backend.as.anon.rpc('get_build_hook_call')).error?.code).toBe('42501')
  })
})

test('super admins see when the database cannot call the hook', async () => {
  await backend.sql('alter schema net rename to not_net')
  try {
    await insertRow(backend, 'articles', published())
    expect((await backend.as.super_admin.rpc('get_build_hook_call')).data).toMatchObject([
      { status: 'impossible', error: 'The database lacks the extension pg_net, so nothing is called.' },
    ])
    expect((await backend.as.editor.rpc('get_build_hook_call')).data).toEqual([])
  } finally {
    await backend.sql('alter schema not_net rename to net')
  }
})

test('a new address is called at once with what the old one refused', async () => {
  const { id } = await insertRow(backend, 'articles', published())
  await answer({ status_code: 404 })
  expect(await stateOf(id)).toBe('failed')
  const move = (url: string | null) =>
    backend.sql('update public.deploy_settings set deploy_hook_url = $1', [url])
  expect(await calls(() => move(null))).toBe(0)
  expect(await calls(() => move(HOOK))).toBe(1)
  expect(await stateOf(id)).toBe('sent')
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
