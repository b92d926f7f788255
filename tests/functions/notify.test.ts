import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, signedIn, SITE_URL, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const notify = (method = 'POST') => fetch(`${stack.url}/functions/v1/notify`, { method })

test('mails what people were told and have not read, once', async () => {
  const editor = await signedIn(stack, 'editor')
  const { id: writer } = await signedIn(stack, 'contributor')
  await stack.sql('update public.profiles set name_confirmed = true')
  const { data: story } = await client(stack, stack.secretKey)
    .from('articles')
    .insert({ title: 'The green room', slug: 'the-green-room', author_id: writer })
    .select('id')
    .single()
  const id = (story as { id: string }).id
  const comment = `<@${writer}>, which street?`
  await editor.client.rpc('start_thread', { p_thread: { article_id: id, kind: 'story' }, p_body: comment })

  expect((await notify('GET')).status).toBe(405)
  expect(await Promise.all([notify(), notify(), notify()].map(async (sent) => (await sent).status))).toEqual([
    202, 202, 202,
  ])
  const sent = () => stack.mails().filter(({ to }) => to === 'contributor@mantel.example')
  await expect.poll(sent).toHaveLength(1)
  await expect.poll(() => stack.sql('select 1 from private.mails where sent_at is null')).toEqual([])
  await notify()
  const [mail] = sent()
  expect(mail?.subject).toBe('The editor mentioned you on The green room')
  expect(mail?.html).toContain('@The contributor, which street?')
  expect(mail?.link.startsWith(`${SITE_URL}/admin/articles/${id}/edit?thread=`)).toBe(true)
  expect(sent()).toHaveLength(1)
})

test('sends mails of every kind that the queue has', async () => {
  const kinds = await stack.sql<{ kind: string }>(
    `select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1] as kind
     from pg_constraint where conname = 'mails_kind_check'`,
  )
  const purposes = kinds.map(({ kind }) => kind).filter((kind) => kind !== 'notifications')
  await stack.sql(
    `insert into public.subscribers (email) select kind || '@readers.example' from unnest($1::text[]) kind`,
    [purposes],
  )
  await stack.sql(`insert into private.mails (subscriber_id, kind)
    select id, split_part(email, '@', 1) from public.subscribers where email like '%@readers.example'`)
  const { id } = await signedIn(stack, 'contributor', 'staff@readers.example')
  await stack.sql(
    `with story as (insert into public.articles (title, slug, author_id) values ('A house', 'a-house', $1::uuid) returning id)
     insert into public.notifications (recipient_id, kind, article_id, by_mail, created_at)
     select $1::uuid, 'assigned', id, true, now() - interval '10 minutes' from story`,
    [id],
  )
  await notify()
  const recipients = () => stack.mails().flatMap(({ to }) => (to.endsWith('@readers.example') ? [to] : []))
  await expect.poll(recipients).toHaveLength(purposes.length + 1)
  expect(recipients().toSorted()).toEqual(
    [...purposes, 'staff'].map((name) => `${name}@readers.example`).toSorted(),
  )
})
