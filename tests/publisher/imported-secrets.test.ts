import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MEDIA_BUCKET } from '../../src/domain/media/media-address.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { client } from '../support/database/test-stack.ts'
import { endOf, startImport } from '../support/import/import-command.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { fileOf, wxr, wxrItem } from '../support/wxr.ts'

const EXPORTS = join(import.meta.dirname, '../fixtures/exports')
const SITE = 'http://localhost:4321'

/** An item of WordPress whose title, slug, text, picture and excerpt are private; one word tells which it is. */
const secret = (word: string, fields: Record<string, string> = {}, meta: Record<string, string> = {}) =>
  wxrItem(
    {
      ...{ 'wp:post_id': word, title: `T canary${word}`, 'wp:post_name': `canary${word}` },
      link: `https://old.example/2020/canary${word}/`,
      'content:encoded': `<p>Words canary${word}.</p><p><img src="https://old.example/canary${word}.jpg" alt="canary${word}"></p>`,
      ...{ 'excerpt:encoded': `canary${word}`, ...fields },
    },
    { _wp_old_slug: `canary${word}-former`, ...meta },
  )
const PRIVATE_KINDS = [
  secret('password', { 'wp:post_password': 'enter' }),
  secret('blankpassword', { 'wp:post_password': ' ' }),
  ...['private', 'pending', 'draft', 'auto-draft', 'trash', 'inherit', 'archived', 'acf-disabled', ''].map(
    (status) => secret(`status${status.replace('-', '')}`, { 'wp:status': status }),
  ),
  secret('ahead', { 'wp:status': 'future', 'wp:post_date_gmt': '2199-01-01 00:00:00' }),
  secret('aheadbutpublished', { 'wp:post_date_gmt': '2199-01-01 00:00:00' }),
  secret('missed', { 'wp:status': 'future' }),
  secret('undated', { 'wp:post_date_gmt': '0000-00-00 00:00:00' }),
  secret('expired', {}, { '_expiration-date': '1577836800', '_expiration-date-status': 'saved' }),
  secret('members', {}, { _members_access_role: 'subscriber' }),
  secret('paidpart', { 'content:encoded': '<p>Open.</p>[members]canarypaidpart[/members]' }),
  secret('paidblock', {
    'content:encoded':
      '<p>Open.</p><!-- wp:premium-content/container --><div>canarypaidblock</div><!-- /wp:premium-content/container -->',
  }),
  secret('page', { 'wp:post_type': 'page', 'wp:status': 'private' }),
  secret('pagepassword', { 'wp:post_type': 'page', 'wp:post_password': 'enter' }),
  secret('revision', { 'wp:post_type': 'revision', 'wp:status': 'inherit' }),
  secret('reusable', { 'wp:post_type': 'wp_block' }),
]

let stack: Stack
let site: SitePublisher
let visitor: SupabaseClient

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: SITE })
  const open = wxrItem({ 'wp:post_id': '1', title: 'Open', 'content:encoded': '<p>Open.</p>' })
  const files = [
    fileOf(wxr([open, ...PRIVATE_KINDS].join('\n'), 'https://old.example')),
    ...[
      'wordpress/small-magazine.xml',
      'ghost/private-kinds.json',
      'substack',
      'hugo',
      'jekyll',
      'astro',
    ].map((name) => join(EXPORTS, name)),
  ]
  for (const file of files) expect(await endOf(startImport(stack, [file]))).toMatchObject({ code: 0 })
  visitor = client(stack)
  site = await startSitePublisher(stack, SITE, { pollMs: 60 * 60_000 })
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

/** The words that mark what is private; the ones that mark what is public by mistake of nobody are not among them. */
const canaries = (text: string): string[] =>
  [...new Set(text.match(/canary[\w-]*/gi) ?? [])].filter((word) => word !== 'canaryopen')

describe('of what was not public on the old site', () => {
  test('staff find the texts', async () => {
    const rows = await stack.sql<{ text: string }>(
      `select content::text as text from public.articles union all select content::text from public.pages`,
    )
    expect(canaries(rows.map(({ text }) => text).join(' ')).length).toBeGreaterThan(50)
  })

  test('no page, feed, sitemap, list or text for programs has a word', async () => {
    const found: Record<string, string[]> = {}
    let read = 0
    for (const entry of await readdir(site.dist, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const words = canaries(`${path.slice(site.dist.length)} ${await readFile(path, 'latin1')}`)
      if (words.length > 0) found[path.slice(site.dist.length)] = words
      read += 1
    }
    expect(found).toEqual({})
    expect(read).toBeGreaterThan(100)
  })

  test('a visitor finds no word by the API', async () => {
    const tables = await stack.sql<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and has_table_privilege('anon', c.oid, 'select') or c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and has_any_column_privilege('anon', c.oid, 'select')`,
    )
    const seen = await Promise.all(
      tables.map(async ({ name }) => [name, (await visitor.from(name).select()).data]),
    )
    expect(canaries(JSON.stringify(seen))).toEqual([])
    expect(JSON.stringify(seen)).toContain('Open.')
  })

  test.each(['canarypassword', 'canaryfounders', 'canary draft'])(
    'a visitor finds no story by the word %s',
    async (word) => {
      const { data, error } = await visitor.rpc('find_stories', { p_text: word })
      expect(error).toBeNull()
      expect(data).toMatchObject({ stories: [] })
    },
  )

  test('a visitor cannot list the pictures', async () => {
    const { data } = await visitor.storage.from(MEDIA_BUCKET).list('imports')
    expect(data ?? []).toEqual([])
  })
})
