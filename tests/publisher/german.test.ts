import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicClient } from '../../src/backend/client.ts'
import { addAllPages, loadContent, openSiteDatabase } from '../../src/content/database/site-database.ts'
import { adminPage, manifestPage, robotsPage, signInPage } from '../../src/content/pages/fixed-pages.ts'
import { indexNowKeyPage } from '../../src/content/pages/index-now.ts'
import type { PageType } from '../../src/content/pages/page-type.ts'
import { redirectRulesPage } from '../../src/content/pages/redirects/redirect.ts'
import {
  OLD_FEED_PAGES,
  PAGE_TYPES,
  sitemapIndexPage,
  sitemapPartPage,
} from '../../src/content/pages/registry.ts'
import { headerRulesPage } from '../../src/content/pages/response-headers.ts'
import { de } from '../../src/words/de.ts'
import { en } from '../../src/words/en.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'

const siteUrl = 'http://localhost:4321'
const ROOT = join(import.meta.dirname, '../..')

/** Page types that readers do not read: programs or staff do. */
const NOT_READ = new Set<PageType>([
  robotsPage,
  manifestPage,
  indexNowKeyPage,
  headerRulesPage,
  redirectRulesPage,
  sitemapIndexPage,
  sitemapPartPage,
  signInPage,
  adminPage,
  // The same feeds at former addresses, which give way to whatever else is there.
  ...OLD_FEED_PAGES,
])
/** Addresses of pages that have texts of the magazine only, in any language. */
const NO_WORDS = /\.(xml|json|md)$|^\/lists\//
/** '3. Februar 2026', '3. Feb.', 'Februar 2026'. */
const DAY = /^(\d{1,2}\. )?(Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sep|Okt|Nov|Dez)\p{L}*\.?( \d{4})?$/u

const PICTURE = /\.(ico|jpg|png|svg)$/
const READ = PAGE_TYPES.filter((type) => !NOT_READ.has(type) && !PICTURE.test(type.route))

let stack: Stack
let site: SitePublisher
let magazine: SmallMagazine
/** By route, the addresses of its pages. */
let addresses: Map<string, string[]>
/** By address, the texts of its page in each language. */
const english = new Map<string, string[]>()
const german = new Map<string, string[]>()
let content: Content

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, 60)
  await addEverything(magazine)
  site = await startSitePublisher(stack, siteUrl, { pollMs: 60 * 60_000 })
  addresses = await readAddresses()
  await readPages(english)
  await must(magazine.service.from('site_settings').update({ language: 'de' }).neq('site_name', ''))
  site.publisher.wake()
  await site.publisher.idle()
  await readPages(german)
  content = await readContent()
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

/** What pages show besides stories with a text: one of each kind. */
async function addEverything({ service, pictures }: SmallMagazine): Promise<void> {
  const bodies = [
    {
      html: `<h2>One</h2><p>Two <q>three</q>.</p><h2>Four</h2><figure><img src="${pictures[0]}" alt=""></figure><div data-block="embed"><a href="https://www.youtube.com/watch?v=abcdefghijk">A film</a></div>`,
    },
    {
      type: 'interactive',
      choices: [{ id: '1', title: 'Oak', description: 'Hard', content: 'Of the wood.' }],
    },
    { type: 'mixed-media', sections: [{ type: 'media', items: [{ type: 'image', url: pictures[0] }] }] },
  ]
  const { data: people } = await service.from('author_profiles').select('id')
  const { data: roles } = await service.from('credit_roles').select('id').order('position')
  const credits = (people ?? [])
    .slice(0, 2)
    .map(({ id }, at) => ({ person_id: id, role_id: roles?.[at]?.id }))
  const rows = bodies.map((body, at) => ({
    ...{ ...story(magazine, 90 + at), content: body, credits, gallery: pictures },
    facts: [{ label: 'Place', value: 'Porto' }],
  }))
  await must(service.from('articles').insert(rows))
  await must(service.from('media').update({ credit: 'Ines Abril', caption: 'The stair' }).neq('filename', ''))
  const { data: tag } = await service.from('tags').insert({ name: 'oak', slug: 'oak' }).select('id').single()
  const { data: stories } = await service.from('articles').select('id')
  await must(
    service
      .from('article_tags')
      .insert((stories ?? []).map(({ id }) => ({ article_id: id, tag_id: tag?.id }))),
  )
  await must(
    service
      .from('pages')
      .insert({ title: 'Shop', slug: 'shop', content: { html: '<p>Of chairs.</p>' }, status: 'published' }),
  )
  const sent = new Date().toISOString()
  const text = { kind: 'text', html: '<p>Of the wood.</p>' }
  await must(
    service.from('letters').insert({
      ...{ subject: 'Of the wood', slug: 'wood', status: 'sent', frozen_at: sent, ended_at: sent },
      content: { subject: 'Of the wood', preview_text: '', blocks: [text] },
      ...{ html: '', plain_text: '', candidates: 0, from_name: '', from_address: 'a@example.org' },
    }),
  )
  await must(service.from('slug_redirects').insert({ kind: 'custom', old_slug: 'old', target: '/browse' }))
  await must(
    service
      .from('site_settings')
      .insert({ site_name: 'Mantel', social_url: 'https://social.example/mantel' }),
  )
}

async function readAddresses(): Promise<Map<string, string[]>> {
  const database = openSiteDatabase(null, siteUrl)
  await loadContent(database, publicClient(stack.url, stack.publishableKey))
  addAllPages(database, [])
  return new Map(
    READ.map(({ route }) => [route, database.pages.addresses(route).map(({ pathname }) => pathname)]),
  )
}

async function readPages(texts: Map<string, string[]>): Promise<void> {
  for (const path of [...addresses.values()].flat()) texts.set(path, textsOf(path, await fileOf(path)))
}

function fileOf(path: string): Promise<string> {
  const name = path === '/' ? '/index.html' : /\.\w+$/.test(path) ? path : `${path}.html`
  return readFile(join(site.dist, name), 'utf8')
}

// Texts of a page -------------------------------------------------------------------------------------------------------

const SHOWN = /^(ariaLabel|title|placeholder|alt|label|dataFailed)$/
const META = /title|description|site_name|alt|label/

/** What a page shows, a text each: between tags, in attributes that are shown or heard, and in what programs show of it. */
function textsOf(path: string, file: string): string[] {
  if (path.endsWith('.xml')) return inHtml(unescaped(file.replace(/<!\[CDATA\[|\]\]>|<\?[^>]*>/g, '')))
  if (path.endsWith('.json')) return inJson(JSON.parse(file))
  return /\.(md|txt)$/.test(path) ? file.replace(/\]\([^)]*\)/g, '\n').split(/\n|[*_#[\]()]+/) : inHtml(file)
}

function unescaped(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function inJson(value: unknown): string[] {
  if (typeof value === 'string') return inHtml(value)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(inJson) : []
}

function inHtml(html: string): string[] {
  const found: string[] = []
  const visit = (node: Nodes): void => {
    if (node.type === 'text') found.push(node.value)
    if (node.type === 'element') found.push(...inAttributes(node))
    if (node.type === 'element' && /^(script|style)$/.test(node.tagName)) return
    if (node.type === 'element' && node.tagName === 'template' && node.content) visit(node.content)
    if ('children' in node) node.children.forEach(visit)
  }
  visit(fromHtml(html))
  return found
}

function inAttributes({ tagName, properties }: Element): string[] {
  const isMeta = tagName === 'meta' && META.test(String(properties.name ?? properties.property))
  return Object.entries(properties)
    .filter(([name]) => SHOWN.test(name) || (isMeta && name === 'content'))
    .map(([, value]) => String(value))
}

// What may stay ---------------------------------------------------------------------------------------------------------

/** The texts of the magazine: of the rows of its database, and what a new one is filled with (src/magazine). */
interface Content {
  /** The parts of each. */
  texts: ReadonlySet<string>
  /** All, one after the other. */
  all: string
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The parts of a text between its signs, without numbers and the name of the magazine: pages join several texts to one. */
const partsOf = (text: string) =>
  plain(text)
    .toLowerCase()
    .split(/mantel| [|·–—-] |[.,:;!?…()“”„‘’"/©\d]+/)
    .map(plain)
    .filter((part) => part !== '')

async function readContent(): Promise<Content> {
  const tables = await stack.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await stack.sql<{ row: unknown }>(`select to_jsonb(t) as row from public.${name} t`)
    texts.push(...rows.flatMap(({ row }) => inJson(row)))
  }
  for (const file of readdirSync(join(ROOT, 'src/magazine'), { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.(ts|astro)$/.test(file)) continue
    const source = readFileSync(join(ROOT, 'src/magazine', file), 'utf8').replace(
      /\$?\{siteName\}/g,
      'Mantel',
    )
    const literals = [...source.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , text = '']) => text)
    texts.push(...literals.map((text) => text.replace(/\\(.)/g, '$1').replace(/\$\{[^}]*\}/g, ' | ')))
    if (file.endsWith('.astro')) texts.push(...inHtml(source.replace(/[{}]/g, ' | ')))
  }
  return {
    texts: new Set(texts.flatMap(partsOf)),
    all: texts.flatMap(partsOf).join('\n'),
  }
}

/** What is the same in both languages: texts of the dictionaries, a heading of the terms, and names. */
const SAME = new Set(['RSS', 'JSON Feed', 'Links', 'Facebook', 'X', 'Pinterest', ...sameTexts(en, de)])

function sameTexts(one: unknown, other: unknown): string[] {
  if (typeof one === 'string') return one === other ? [one] : []
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return []
  return Object.entries(one).flatMap(([key, value]) =>
    sameTexts(value, (other as Record<string, unknown>)[key]),
  )
}

/** Addresses, and the dates of feeds. */
const FOR_PROGRAMS = /^((https?:|\/|[\w.+-]+@)\S*|\w{3}, \d\d \w{3} \d{4} [\d:]+ (GMT|[+-]\d{4}))$/

/** Whether a text is of the magazine, or of no language. */
function mayStay(text: string): boolean {
  if (FOR_PROGRAMS.test(text)) return true
  return SAME.has(text) || partsOf(text).every(isContent)
}

function isContent(part: string): boolean {
  if (!/\p{L}{2,}/u.test(part) || content.texts.has(part)) return true
  return part.split(' ').length > 3 && content.all.includes(part)
}

/** The texts of a page that another one has, too, and that are not the magazine's: words of the interface. */
function wordsLeft(path: string, texts: readonly string[], others: readonly string[] = []): string[] {
  const before = new Set(others.map(plain))
  const found = texts.map(plain).filter((text) => before.has(text) && !mayStay(text))
  return [...new Set(found)].map((text) => `${path}: ${text}`)
}

test('each type of page that readers read is walked', () => {
  expect([...addresses].filter(([, paths]) => paths.length === 0)).toEqual([])
})

test('a German magazine has no word on any page that an English one has there, apart from what it says itself', () => {
  expect([...german].flatMap(([path, texts]) => wordsLeft(path, texts, english.get(path)))).toEqual([])
})

test('the same look at the pages of an English magazine finds words on each of them', () => {
  const without = [...english].filter(([path, texts]) => wordsLeft(path, texts, texts).length === 0)
  expect(without.map(([path]) => path).filter((path) => !NO_WORDS.test(path))).toEqual([])
})

test('each page says that it is German, and its dates are', async () => {
  const days: string[] = []
  for (const [path] of german) {
    const file = await fileOf(path)
    if (!file.includes('<html')) continue
    expect([path, file]).toEqual([path, expect.stringContaining('<html lang="de"')])
    days.push(...[...file.matchAll(/<time[^>]*>([^<]*)</g)].map(([, day = '']) => plain(day)))
  }
  expect(days).not.toEqual([])
  expect(days.filter((day) => !DAY.test(day))).toEqual([])
})
