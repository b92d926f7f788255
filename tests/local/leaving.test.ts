import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultChoices } from '../../src/import/choices.ts'
import type { Item, Publication, Story } from '../../src/import/description.ts'
import { dryRun } from '../../src/import/dry-run.ts'
import { FORMATS, formatOf } from '../../src/import/formats.ts'
import { readMagazine } from '../../src/import/plan/magazine.ts'
import { Plan } from '../../src/import/plan/plan.ts'
import { digestOf, runImport } from '../../src/import/run-import.ts'
import { openSource } from '../../src/import/source-files.ts'
import { Stage } from '../../src/import/stage.ts'
import { openLeaving } from '../../src/leaving/items.ts'
import { leaveFor } from '../../src/leaving/leave.ts'
import { LEAVING_FORMATS, type LeavingFormat } from '../../src/leaving/losses.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { seedDemo } from '../../supabase/seed/seed-demo.ts'
import { meaningOf } from '../support/body-meaning.ts'
import { client, startTestStack } from '../support/database/test-stack.ts'

const SITE = 'https://mantel.example'
/** After the last row was made. */
let now: Date

/** Stories that nobody may read, by what makes them so. */
const HIDDEN = {
  draft: `status = 'draft'`,
  review: `status = 'review'`,
  archived: `status = 'archived'`,
  scheduled: `status = 'published', published_at = now() + interval '1 year'`,
  trash: `deleted_at = now()`,
}

let from: Stack
let service: SupabaseClient
beforeAll(async () => {
  from = await startTestStack()
  service = client(from, from.secretKey)
  await seedDemo({ supabaseUrl: from.url, secretKey: from.secretKey, onProgress: () => {} })
  for (const [name, change] of Object.entries(HIDDEN)) {
    await from.sql(
      `insert into public.articles (title, slug, content, status)
       values ('Hidden ${name}', 'hidden-${name}', '{"html": "<p>Canary ${name}.</p>"}', 'draft')`,
    )
    await from.sql(`update public.articles set ${change} where slug = 'hidden-${name}'`)
  }
  now = new Date()
})
afterAll(() => from.stop())

/** Imports an export into a magazine as its own importer does. */
async function bringIn(to: SupabaseClient, path: string, uploads: string | null): Promise<void> {
  const read = await FORMATS[await formatOf(path)]()
  const stage = new Stage()
  const beside = path.endsWith('.xml') ? null : await openSource(path)
  try {
    await stage.fill(read(path, { now, zone: 'Europe/Berlin', language: 'en' }))
    const magazine = await readMagazine(to)
    const plan = new Plan(stage, magazine, 'file', defaultChoices(stage, magazine, 'file'))
    const { refused } = await runImport({
      ...{
        service: to,
        plan,
        magazine,
        format: 'test',
        dryRun: dryRun(plan, stage),
        onProgress: () => undefined,
      },
      pictures: {
        folder: uploads,
        zip: null,
        readBeside: async (name) => (beside?.has(name) ? beside.bytes(name) : null),
        absolute: (address) => plan.absolute(address),
      },
      file: { name: 'file', digest: await digestOf(path) },
    })
    expect(refused).toEqual([])
  } finally {
    stage.close()
    beside?.close()
  }
}

/** What a magazine says, with names in place of keys and the digests of pictures in place of their addresses. */
async function said(magazine: SupabaseClient) {
  const digests = new Map<string, string>()
  const files = await magazine.from('media').select('storage_path')
  for (const { storage_path } of files.data ?? []) {
    const { data } = await magazine.storage.from('media').download(storage_path)
    if (data !== null)
      digests.set(
        storage_path,
        createHash('sha256')
          .update(Buffer.from(await data.arrayBuffer()))
          .digest('hex'),
      )
  }
  const addressOf = (path: string) => `https://files.example/${digests.get(path)}`
  const { items } = await openLeaving(magazine, { format: 'markdown', siteUrl: SITE, addressOf, now })
  const all = await Array.fromAsync(items())
  const names = new Map(
    all.flatMap((item) =>
      'name' in item && item.kind !== 'magazine' ? [[item.key, item.name] as const] : [],
    ),
  )
  const pictures = new Map(
    all.flatMap((item) => (item.kind === 'picture' ? [[item.key, item] as const] : [])),
  )
  const named = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key)
  const opening = ({ picture }: Story) => {
    if (picture === null) return null
    const { address, alt, caption } =
      'key' in picture ? (pictures.get(picture.key) ?? { address: '', alt: '', caption: '' }) : picture
    return { address, alt, caption }
  }
  return {
    stories: byKey(all, 'story', (story) => ({
      ...{ title: story.title, publication: toSeconds(story.publication), standfirst: story.standfirst },
      ...{ excerpt: story.excerpt, metaTitle: story.metaTitle, metaDescription: story.metaDescription },
      ...{ keywords: story.keywords, featured: story.featured, opening: opening(story) },
      ...{ people: named(story.people), categories: named(story.categories), tags: named(story.tags).sort() },
      body: meaningOf(story.html, `${SITE}/article/a`),
    })),
    pages: byKey(all, 'page', (page) => ({
      ...{ title: page.title, publication: toSeconds(page.publication), metaTitle: page.metaTitle },
      ...{ metaDescription: page.metaDescription, body: meaningOf(page.html, `${SITE}/a`) },
    })),
    people: byKey(all, 'person', ({ name, bio, picture, links }) => ({ name, bio, picture, links })),
    categories: byKey(all, 'category', ({ name, description }) => ({ name, description })),
    tags: byKey(all, 'tag', ({ name }) => ({ name })),
    pictures: [...pictures.values()]
      .map(({ address, alt, caption }) => `${address} ${alt} ${caption}`)
      .sort(),
  }
}

/** WordPress knows no parts of seconds. */
function toSeconds(publication: Publication): Publication {
  return 'at' in publication
    ? { ...publication, at: new Date(Math.floor(Date.parse(publication.at) / 1000) * 1000).toISOString() }
    : publication
}

function byKey<K extends 'story' | 'page' | 'person' | 'category' | 'tag', Said>(
  items: readonly Item[],
  kind: K,
  say: (item: Extract<Item, { kind: K }>) => Said,
): Record<string, Said> {
  const isWanted = (item: Item): item is Extract<Item, { kind: K }> => item.kind === kind
  return Object.fromEntries(
    items.flatMap((item) => (isWanted(item) && 'slug' in item ? [[item.slug, say(item)]] : [])),
  )
}

test.each(LEAVING_FORMATS)(
  'the demo leaves as %s and comes back, other than what is listed',
  async (format) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'leaving-')), format)
    const { lines } = await leaveFor(service, format, folder, {
      ...{ siteUrl: SITE, now, report: () => undefined, picturesUrl: null },
    })
    expect(lines.join('\n')).toContain('A story in the trash')
    const text = await allText(folder)
    expect(text).not.toContain('Canary trash')
    expect(text).toContain('Canary archived')
    expect(text).not.toMatch(/@mantel\.example/)
    const stack = await startTestStack()
    try {
      const to = client(stack, stack.secretKey)
      const file = format === 'wordpress' ? join(folder, 'wordpress.xml') : folder
      await bringIn(to, file, format === 'wordpress' ? join(folder, 'wp-content/uploads') : null)
      const [before, after] = [await said(service), await said(to)]
      const peopleBefore = Object.entries(before.people).map(([slug, person]) => {
        const links = format === 'wordpress' ? person.links.slice(0, 1) : person.links
        return [slug, { ...person, links }]
      })
      expect(after.stories).toEqual(storiesAfter(format, before.stories))
      expect(after.pages).toEqual(before.pages)
      expect(after.pictures).toEqual(before.pictures)
      expect(after.people).toEqual(Object.fromEntries(peopleBefore))
      const asPublic = client(stack)
      const seen = await asPublic.from('articles').select('slug').like('slug', 'hidden-%')
      expect(seen.data).toEqual([])
    } finally {
      await stack.stop()
    }
  },
)

type Stories = Awaited<ReturnType<typeof said>>['stories']

/** The stories with what LOSSES says of the format. */
function storiesAfter(format: LeavingFormat, stories: Stories): Stories {
  const draft = { state: 'draft', why: null } as const
  return Object.fromEntries(
    Object.entries(stories).map(([slug, story]) => {
      const { state } = story.publication
      const isDraft = state === 'archived' || (state === 'review' && format === 'markdown')
      const body =
        format === 'wordpress'
          ? story.body
              .replace(/ data-width="margin"|(?<=<img [^>]*) (?:width|height)="\d+"/g, '')
              .replace(/(?<=data-block="embed"[^>]*><a href="([^"]*)">)[^<]*/g, '$1')
          : story.body
      const categories =
        story.categories.length > 0 || format === 'wordpress' ? story.categories : ['Stories']
      return [slug, { ...story, body, categories, publication: isDraft ? draft : story.publication }]
    }),
  )
}

async function allText(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(?:md|xml|yaml|csv|txt)$/.test(name) || name.endsWith('_redirects'))
  return texts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}
