import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { beginEmpty } from '../../supabase/seed/begin-empty.ts'
import { needsDemoContent } from '../../supabase/seed/needs-demo.ts'
import { serviceClient } from '../../supabase/seed/service.ts'
import { signedIn } from '../support/database/test-stack.ts'

let stack: Stack
beforeEach(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
})
afterEach(() => stack.stop())

const service = () => serviceClient(stack.url, stack.secretKey)

test('a database that begins empty gets no demo content at later starts, and begins until there is a super admin', async () => {
  expect(await needsDemoContent(service())).toBe(true)
  expect(await beginEmpty(service())).toBe(true)
  expect(await needsDemoContent(service())).toBe(false)
  // Whoever signs up before is a viewer.
  await signedIn(stack, 'viewer')
  expect(await beginEmpty(service())).toBe(true)
  await signedIn(stack, 'super_admin')
  expect(await beginEmpty(service())).toBe(false)
  expect(await stack.sql('select site_name, tagline from public.site_settings')).toEqual([
    { site_name: 'New Magazine', tagline: '' },
  ])
})

test('a database with people does not begin empty: its demo content may be unfinished', async () => {
  await signedIn(stack, 'viewer')
  expect(await beginEmpty(service())).toBe(false)
  expect(await stack.sql('select from public.site_settings')).toEqual([])
})
