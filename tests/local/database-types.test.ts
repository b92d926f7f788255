import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { databaseTypes } from '../../scripts/database-types.ts'
import type { Database } from '../../src/backend/database.types.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { startTestStack } from '../support/database/test-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

test('database.types.ts matches the migrations', async () => {
  const file = join(import.meta.dirname, '../../src/backend/database.types.ts')
  expect(await readFile(file, 'utf8'), 'stale: run `npm run types`').toBe(await databaseTypes(stack.sql))
})

test('supabase-js infers rows and functions from the types', async () => {
  const client = createClient<Database>(stack.url, stack.publishableKey)
  const { data: articles } = await client.from('articles').select('id, featured')
  expectTypeOf(articles).toEqualTypeOf<{ id: string; featured: boolean }[] | null>()
  expect(articles).toEqual([])
  const { data: authors } = await client.rpc('get_public_author_profiles')
  expectTypeOf<NonNullable<typeof authors>[number]['slug']>().toEqualTypeOf<string | null>()
  expect(authors).toEqual([])
})

test('Insert has optional columns with defaults, no generated columns, and enums as unions', async () => {
  await stack.sql(`create type public.mood as enum ('light', 'it''s dark')`)
  await stack.sql(`create domain public.short as varchar(9)`)
  await stack.sql(`create table public.kinds (
    id bigint generated always as identity primary key, needed text not null, free int, mood public.mood not null default 'light',
    moods public.mood[], doubled int generated always as (free * 2) stored, short public.short, other jsonb not null)`)
  await stack.sql(`create view public.kinds_seen as select needed, free from public.kinds`)
  const text = await databaseTypes(stack.sql)
  const kinds = text.slice(text.indexOf('      kinds: Table<'), text.indexOf('      kinds_seen: {'))
  for (const line of [
    'id: number',
    'needed: string',
    'free: number | null',
    `mood: Database['public']['Enums']['mood']`,
    `moods: Database['public']['Enums']['mood'][] | null`,
    'short: string | null',
    'other: Json',
  ]) {
    expect(kinds).toContain(`\n        ${line}\n`)
  }
  expect(kinds).toContain(`}, 'free' | 'mood' | 'moods' | 'short', 'doubled' | 'id'>`)
  expect(text).toContain(`mood: 'light' | 'it\\'s dark'`)
  expect(text.slice(text.indexOf('      kinds_seen: {'))).toContain('needed: string | null')
})
