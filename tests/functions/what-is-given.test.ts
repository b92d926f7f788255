import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, pressLink, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

/** One pixel. */
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

type Writer = Awaited<ReturnType<typeof signedIn>> & { email: string }

/** What a contributor holds: gives it, and returns whether it works. */
const HOLDINGS: Record<string, (writer: Writer) => Promise<() => Promise<boolean>>> = {
  'link to a preview': async ({ client: writer, id }) => {
    const story = { title: 'A hall', slug: randomUUID(), author_id: id }
    const { data } = await writer.from('articles').insert(story).select('id').single()
    const p_until = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
    const p_article = (data as { id: string }).id
    const { data: p_token } = await writer.rpc('create_preview_link', { p_article, p_until })
    return async () => (await service().rpc('open_preview', { p_token: p_token as string })).data !== null
  },
  'address of the calendar': async ({ client: writer }) => {
    const { data: p_token } = await writer.rpc('renew_calendar_token')
    return async () => (await service().rpc('get_calendar', { p_token: p_token as string })).data !== null
  },
  'rights of the access token': async ({ client: writer }) => {
    return async () => (await writer.rpc('may_preview', { p_article: null })).data === true
  },
  'upload with the access token': async ({ client: writer, id }) => {
    return async () => {
      const file = new Blob([PNG], { type: 'image/png' })
      return (await writer.storage.from('media').upload(`${id}/${randomUUID()}.png`, file)).error === null
    }
  },
  'comments that a colleague reads': async ({ client: writer, id }) => {
    return async () => {
      const story = { title: 'A hall', slug: randomUUID(), author_id: id }
      const { data } = await service().from('articles').insert(story).select('id').single()
      const p_thread = { article_id: (data as { id: string }).id, kind: 'story' }
      return (await writer.rpc('start_thread', { p_thread, p_body: 'Which street?' })).error === null
    }
  },
  'session, renewed': async ({ client: writer }) => {
    return async () => (await writer.auth.refreshSession()).error === null
  },
  'link of a mail to set a new password': async ({ email }) => {
    await client(stack).auth.resetPasswordForEmail(email)
    const link = stack.mails().find(({ to }) => to === email)?.link
    return async () => (await pressLink(stack, link)).error === null
  },
}

const CAUSES: Record<string, (writer: Writer) => PromiseLike<unknown>> = {
  nothing: async () => undefined,
  'the role is lost': ({ id }) =>
    stack.sql(`update public.profiles set role = 'viewer' where id = $1::uuid`, [id]),
  'the account is removed': ({ id }) => service().auth.admin.deleteUser(id),
  'the password is changed': ({ id }) =>
    service().auth.admin.updateUserById(id, { password: 'another-good-password' }),
}

// Whether it works after each cause, in the order above.
const WORKS: Record<keyof typeof HOLDINGS, string> = {
  'link to a preview': 'yes no no yes',
  'address of the calendar': 'yes no no yes',
  'rights of the access token': 'yes no no yes',
  'upload with the access token': 'yes no no no',
  'comments that a colleague reads': 'yes no no yes',
  'session, renewed': 'yes yes no no',
  'link of a mail to set a new password': 'yes yes no no',
}

const service = () => client(stack, stack.secretKey)

test.each(Object.keys(HOLDINGS))('%s ends with what its holder is', async (holding) => {
  const works: string[] = []
  for (const cause of Object.values(CAUSES)) {
    const email = `${randomUUID()}@mantel.example`
    const writer = { ...(await signedIn(stack, 'contributor', email)), email }
    const stillWorks = await HOLDINGS[holding]?.(writer)
    await cause(writer)
    works.push((await stillWorks?.()) === true ? 'yes' : 'no')
  }
  expect(works.join(' ')).toBe(WORKS[holding])
})

test.each([
  ['the viewer becomes a writer', `update public.profiles set role = 'contributor' where id = $1::uuid`],
  ['the account is removed', 'delete from auth.users where id = $1::uuid'],
])('an invitation to the comments on a story ends when %s', async (_, cause) => {
  const { id } = await signedIn(stack, 'viewer', `${randomUUID()}@mantel.example`)
  const { data } = await service()
    .from('articles')
    .insert({ title: 'A hall', slug: randomUUID() })
    .select('id')
    .single()
  const guest = { article_id: (data as { id: string }).id, profile_id: id }
  expect((await service().from('comment_guests').insert(guest)).error).toBeNull()
  await stack.sql(cause, [id])
  expect((await service().from('comment_guests').select('profile_id').eq('profile_id', id)).data).toEqual([])
})
