import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Element, Nodes } from 'hast'
import { visit } from 'unist-util-visit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicClient, secretClient } from '../../src/backend/client.ts'
import { isElement } from '../../src/domain/body/html/hast.ts'
import type { LetterBlock } from '../../src/domain/letters/letter.ts'
import { fillLetter } from '../../src/letters/fill-letter.ts'
import { loadFrame } from '../../src/letters/letter-frame.ts'
import { LETTER_PARAMETER } from '../../src/letters/mail-link.ts'
import { mailHtml } from '../../src/letters/mail-html.ts'
import { mailText } from '../../src/letters/mail-text.ts'
import { listFiles } from '../../src/node/files.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { type SmallMagazine, fillSmallMagazine, must } from '../support/publisher/small-magazine.ts'
import { parseHtml } from '#parse-html'

const siteUrl = 'https://magazine.example'
const CANARY = 'Kanarienvogel'
let stack: Stack
let site: SitePublisher
let html: string

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  const magazine = await fillSmallMagazine(stack, 4)
  const [client, library] = [
    publicClient(stack.url, stack.publishableKey),
    secretClient(stack.url, stack.secretKey),
  ]
  const letter = { subject: 'First frost', preview_text: 'A wall', blocks: blocksOf(magazine) }
  const content = await fillLetter(letter, client, library)
  const frame = await loadFrame(client, siteUrl, 'first-frost')
  html = mailHtml(content, frame)
  const now = new Date().toISOString()
  const frozen = {
    frozen_at: now,
    ended_at: now,
    candidates: 0,
    content,
    html,
    plain_text: mailText(content, frame),
  }
  const canary = { subject: CANARY, preview_text: CANARY, slug: CANARY.toLowerCase(), blocks: [text(CANARY)] }
  await must(
    magazine.service.from('letters').insert({ ...letter, ...frozen, slug: 'first-frost', status: 'sent' }),
  )
  await must(magazine.service.from('letters').insert({ ...canary, status: 'draft' }))
  await must(
    magazine.service
      .from('letters')
      .insert({ ...canary, slug: null, status: 'scheduled', send_at: '2100-01-01T00:00:00Z' }),
  )
  site = await startSitePublisher(stack, siteUrl, { pollMs: 60 * 60_000 })
  await site.publisher.idle()
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

const text = (words: string): LetterBlock => ({ kind: 'text', id: 't', html: `<p>${words}</p>` })

/** One of each kind, with most of what a text may have. */
function blocksOf({ pictures: [one = '', two = '', three = ''] }: SmallMagazine): LetterBlock[] {
  const rule = { items: [], by_rule: true }
  return [
    text(
      'Dear <em>reader</em>, see <a href="#the-room">below</a>, <a href="/about">us</a> and <a href="mailto:a@b.example">a@b.example</a>, or call <a href="tel:+4930">the desk</a>.',
    ),
    { kind: 'hero', id: 'h', ...rule },
    { kind: 'stories', id: 's', ...rule, count: 2, section: null, title: 'New & old' },
    {
      ...{ kind: 'text', id: 'u' },
      html:
        `<h2>The room</h2><blockquote><p>Long.</p><footer>Ines</footer></blockquote><ul><li>One<ol><li>Two</li></ol></li></ul>` +
        `<table><tr><th>Room</th></tr><tr><td>Hall</td></tr></table><aside data-block="facts"><h3>Facts</h3><p>1931</p></aside>` +
        `<figure data-block="pictures"><figure><img src="${one}" alt="One"></figure><figure><img src="${two}" alt="Two"><figcaption>In May</figcaption></figure></figure>` +
        `<figure data-block="embed"><a href="https://youtu.be/dQw4w9WgXcQ">A film</a></figure>`,
    },
    { kind: 'picture', id: 'p', image: three, alt: 'Three', caption: 'The third', href: '/browse' },
    { kind: 'button', id: 'b', label: 'Read all', href: 'https://a.example/?b=1&c=2' },
  ]
}

const page = (path: string) => readFile(join(site.dist, path), 'utf8')

function find(source: string, isWanted: (node: Element) => boolean): Element {
  const found: Element[] = []
  visit(parseHtml(source), 'element', (node) => {
    if (isWanted(node)) found.push(node)
  })
  return found[0] as Element
}

const hasClass = (name: string) => (node: Element) =>
  Array.isArray(node.properties.className) && node.properties.className.includes(name)

function wordsOf(node: Nodes): string[] {
  if (node.type === 'text') return node.value.match(/[\p{L}\p{N}]+/gu) ?? []
  return 'children' in node ? node.children.flatMap(wordsOf) : []
}

function linksOf(node: Nodes): string[] {
  const found: string[] = []
  visit(node, { tagName: 'a' }, (link) => {
    if (isElement(link))
      found.push(new URL(String(link.properties.href), `${siteUrl}/letters/first-frost`).href)
  })
  return [...new Set(found)]
}

/** A link without what tells that the letter led there. */
function bare(link: string): string {
  const url = new URL(link)
  url.searchParams.delete(LETTER_PARAMETER)
  return url.href
}

test('the page of a letter has the words and links of its mail, without those of a reader', async () => {
  const shown = find(await page('letters/first-frost.html'), hasClass('issue'))
  const mail = find(html, hasClass('s'))
  const [rows] = [mail.children.flatMap((child) => (isElement(child, 'tbody') ? child.children : [child]))]
  // The name of the magazine, and the subject, which the page has in its own head.
  const sent = { ...mail, children: rows.slice(2) }
  const read = { ...shown, children: shown.children.filter((child) => !isElement(child, 'header')) }
  expect(wordsOf(read)).toEqual(wordsOf(sent))
  expect(wordsOf(read).join(' ')).toMatch(
    /Dear reader.*New old.*The room.*Facts 1931.*In May.*A film.*The third.*Read all/,
  )
  expect(linksOf(read)).toEqual(linksOf(sent).map(bare))
  expect(linksOf(sent)).toContain(`${siteUrl}/about?l=first-frost`)
  expect(linksOf(sent)).toContain('https://a.example/?b=1&c=2')
  expect(linksOf(read)).toContain(`${siteUrl}/letters/first-frost#s-the-room`)
})

test('the pictures that a mail names are there as JPEG', async () => {
  const sources: string[] = []
  visit(parseHtml(html), { tagName: 'img' }, (node) => {
    if (isElement(node)) sources.push(String(node.properties.src))
  })
  expect(sources.length).toBeGreaterThan(4)
  for (const source of sources) {
    const file = source.slice(siteUrl.length)
    expect([...(await readFile(join(site.dist, file))).subarray(0, 3)], file).toEqual([0xff, 0xd8, 0xff])
  }
})

test('letters are in their list, their feeds and the site map', async () => {
  for (const file of ['letters.html', 'letters/rss.xml', 'letters/rss.json', 'sitemap-1.xml'])
    expect(await page(file), file).toContain('/letters/first-frost')
})

test('nothing of a draft or of a scheduled letter is in any file', async () => {
  for (const file of await listFiles(site.dist))
    expect(`${file} ${await readFile(join(site.dist, file), 'latin1')}`.toLowerCase()).not.toContain(
      CANARY.toLowerCase(),
    )
})

test('a letter shows only stories that are out, with titles of its own, and files that may be shown', async () => {
  const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
  const { data } = await service.from('articles').select('id, title').order('title')
  const [first, second] = data as { id: string; title: string }[]
  await must(service.from('articles').update({ status: 'draft' }).eq('id', second?.id))
  await must(
    service
      .from('media')
      .update({ usable_until: '2026-01-01T00:00:00Z' })
      .eq('storage_path', 'demo/picture-2.webp'),
  )
  const item = (article_id = '', title: string | null = null) => ({
    ...{ article_id, title, image: null, from: null, until: null },
  })
  const image = `${stack.url}/storage/v1/object/public/media/demo/picture-2.webp`
  const blocks: LetterBlock[] = [
    {
      ...{ kind: 'stories', id: 's', count: 2, section: null, title: null, by_rule: false },
      items: [item(second?.id), item(first?.id, 'A title of its own')],
    },
    { kind: 'picture', id: 'p', image, alt: '', caption: '', href: '' },
    { kind: 'text', id: 't', html: `<p>Words.</p><figure><img src="${image}" alt="A"></figure>` },
  ]
  const fill = (client: ReturnType<typeof publicClient>) =>
    fillLetter({ subject: 'S', preview_text: '', blocks }, client, secretClient(stack.url, stack.secretKey))
  const shown = await fill(publicClient(stack.url, stack.publishableKey))
  expect(shown.blocks).toEqual([
    {
      ...{ id: 's', kind: 'stories', heading: '' },
      stories: [
        expect.objectContaining({
          id: first?.id,
          title: 'A title of its own',
          byline: expect.stringMatching(/^By \S/),
        }),
      ],
    },
    { id: 't', kind: 'text', html: '<p>Words.</p>' },
  ])
  expect(await fill(secretClient(stack.url, stack.secretKey))).toEqual(shown)
})
