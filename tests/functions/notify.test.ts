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
  await expect
    .poll(() => stack.sql('select 1 from private.notification_mails where sent_at is null'))
    .toEqual([])
  await notify()
  const [mail] = sent()
  expect(mail?.subject).toBe('The editor mentioned you on The green room')
  expect(mail?.html).toContain('@The contributor, which street?')
  expect(mail?.link.startsWith(`${SITE_URL}/admin/articles/${id}/edit?thread=`)).toBe(true)
  expect(sent()).toHaveLength(1)
})
