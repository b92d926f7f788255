import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { meaningOf } from '../../tests/support/body-meaning.ts'
import { elementBodies, randomHtml } from '../../tests/support/leaving/sample-bodies.ts'
import { randomCases } from '../../tests/support/long-run.ts'
import { seededRandom } from '../../tests/support/random.ts'
import { itemsOf } from '../../tests/support/wxr.ts'
import type { Item, Menu, MenuLink, Page, Publication, Reader, Story, Target } from '../import/description.ts'
import { readMarkdown } from '../import/markdown/read-markdown.ts'
import { readWordpress } from '../import/wordpress/read-wordpress.ts'
import { leavingBody } from './body.ts'
import { Library } from './library.ts'
import { LEAVING_FORMATS, type LeavingFormat, lostElements } from './losses.ts'
import { HugoFolder } from './markdown/hugo.ts'
import { WxrWriter } from './wordpress/wxr.ts'

const SITE = 'https://mantel.example'
const NOW = new Date('2026-11-30T12:00:00Z')
const library = new Library([], 'en', NOW)

function story(at: number, html: string): Story {
  return {
    ...{
      kind: 'story',
      key: String(at),
      place: '',
      notes: [],
      title: `Story ${at}`,
      slug: `story-${at}`,
      html,
    },
    ...{ publication: { state: 'published', at: '2020-01-02T03:04:05Z' }, createdAt: null, modifiedAt: null },
    ...{ metaTitle: '', metaDescription: '', addresses: [`${SITE}/article/story-${at}`], standfirst: '' },
    ...{ excerpt: '', people: [], categories: [], tags: [], keywords: [], picture: null, featured: false },
  }
}

const MAGAZINE: Item = {
  ...{ kind: 'magazine', key: 'magazine', place: '', notes: [] },
  ...{ name: 'Mantel', tagline: '', language: 'en', address: SITE },
}

/** What a reader makes of items that a writer wrote. */
const WRITTEN: Readonly<Record<LeavingFormat, (items: readonly Item[]) => { path: string; reader: Reader }>> =
  {
    wordpress: (items) => {
      const writer = new WxrWriter({ library, zone: 'America/New_York', siteUrl: SITE, now: NOW })
      const path = join(mkdtempSync(join(tmpdir(), 'leaving-')), 'wordpress.xml')
      writeFileSync(path, items.map((item) => writer.write(item)).join('') + writer.end())
      return { path, reader: readWordpress }
    },
    markdown: (items) => {
      const path = mkdtempSync(join(tmpdir(), 'leaving-'))
      const hugo = new HugoFolder({
        library,
        zone: 'UTC',
        siteUrl: SITE,
        addressOf: (file) => `/pictures/${file}`,
      })
      for (const file of [...items.flatMap((item) => [...hugo.files(item)]), ...hugo.last()]) {
        mkdirSync(dirname(join(path, file.path)), { recursive: true })
        writeFileSync(join(path, file.path), file.text)
      }
      return { path, reader: readMarkdown }
    },
  }

/** The bodies of stories that are written and read again, in their order. */
async function through(format: LeavingFormat, bodies: readonly string[]): Promise<string[]> {
  const { path, reader } = WRITTEN[format]([MAGAZINE, ...bodies.map((html, at) => story(at, html))])
  const read = (await itemsOf(path, reader)).filter((item) => item.kind === 'story')
  const bySlug = new Map(read.map(({ slug, html }) => [slug, html]))
  return bodies.map((_, at) => bySlug.get(`story-${at}`) ?? 'not read')
}

/** A text as it leaves. */
function canonical(html: string): string {
  const source = { content: { html }, captions: {}, facts: [], gallery: [], lastLine: '', withdrawn: [] }
  const context = {
    library,
    language: 'en',
    addressOf: (path: string) => path,
    absolute: (path: string) => path,
  }
  return leavingBody(source, context).html
}
const meaning = (html: string) => meaningOf(html, `${SITE}/article/a`)

/** The bodies that are another one after a format, by their names. */
async function lostThrough(
  format: LeavingFormat,
  bodies: readonly (readonly [name: string, html: string])[],
): Promise<string[]> {
  const written = bodies.map(([, html]) => canonical(html))
  const read = await through(format, written)
  return bodies.flatMap(([name], at) =>
    meaning(read[at] ?? '') === meaning(written[at] ?? '') ? [] : [name],
  )
}

test.each(LEAVING_FORMATS)(
  'every element of a story with every attribute goes through %s and back, other than what is listed',
  async (format) => {
    const lost = await lostThrough(format, elementBodies())
    expect(lost.toSorted()).toEqual(lostElements(format).toSorted())
  },
)

test.each(LEAVING_FORMATS)('random texts go through %s and back', async (format) => {
  const random = seededRandom(7)
  const bodies = Array.from({ length: randomCases(200) }, () => randomHtml(random))
  expect(
    await lostThrough(
      format,
      bodies.map((html) => [html, html]),
    ),
  ).toEqual([])
})

test.each(LEAVING_FORMATS)('what is not public is not public after %s', async (format) => {
  const publications: Publication[] = [
    { state: 'draft', why: null },
    { state: 'review', why: null },
    { state: 'archived', why: null },
    { state: 'scheduled', at: '2027-01-01T00:00:00Z' },
  ]
  const stories = publications.map((publication, at) => ({ ...story(at, '<p>Canary.</p>'), publication }))
  const { path, reader } = WRITTEN[format]([MAGAZINE, ...stories])
  const read = (await itemsOf(path, reader)).filter((item) => item.kind === 'story')
  const times = read.flatMap(({ publication }) => ('at' in publication ? [publication.at] : []))
  expect(times).toEqual(['2027-01-01T00:00:00.000Z'])
  const states = read
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .map(({ publication: { state } }) => state)
  expect(states).toEqual(['draft', format === 'wordpress' ? 'review' : 'draft', 'draft', 'scheduled'])
})

test.each(LEAVING_FORMATS)(
  'menus, pages below pages and former addresses go through %s and back',
  async (format) => {
    const page = (key: string, parent: string | null): Page => ({
      ...{
        kind: 'page',
        key,
        place: '',
        notes: [],
        title: `Page ${key}`,
        slug: key,
        html: '<p>Words.</p>',
        parent,
      },
      ...{
        publication: { state: 'published', at: '2020-01-02T03:04:05Z' },
        createdAt: null,
        modifiedAt: null,
      },
      ...{
        metaTitle: '',
        metaDescription: '',
        addresses: [`${SITE}/${parent === null ? '' : `${parent}/`}${key}`],
      },
    })
    const moved = { ...story(1, '<p>A.</p>'), addresses: [`${SITE}/article/story-1`, `${SITE}/article/once`] }
    const link = (label: string, to: Target, links: MenuLink[] = []): MenuLink => ({ label, to, links })
    const links = [
      link('The story', { kind: 'story', key: '1' }),
      link('More', { kind: 'address', address: '#' }, [
        link('Press', { kind: 'page', key: 'press' }),
        link('Elsewhere', { kind: 'address', address: 'https://other.example/' }),
      ]),
    ]
    const menu: Menu = {
      kind: 'menu',
      key: 'header',
      place: '',
      notes: [],
      name: 'header',
      at: 'header',
      links,
    }
    const { path, reader } = WRITTEN[format]([
      MAGAZINE,
      page('about', null),
      page('press', 'about'),
      moved,
      menu,
    ])
    const read = await itemsOf(path, reader)
    const pages = read.filter((item) => item.kind === 'page')
    const above = new Map(pages.map(({ key, slug }) => [key, slug]))
    expect(pages.map(({ slug, parent }) => [slug, parent === null ? null : above.get(parent)])).toEqual([
      ['about', null],
      ['press', 'about'],
    ])
    const [again] = read.filter((item) => item.kind === 'story')
    expect(again?.addresses.map((address) => address.replace(SITE, ''))).toContain('/article/once')
    const labels = (all: readonly MenuLink[]): unknown[] =>
      all.map(({ label, links: inside }) => [label, labels(inside)])
    expect(
      read.filter((item) => item.kind === 'menu').map((found) => [found.at, labels(found.links)]),
    ).toEqual([['header', labels(links)]])
  },
)

test('an address of an account is in no export', () => {
  const person: Item = {
    ...{
      kind: 'person',
      key: 'a',
      place: '',
      notes: [],
      name: 'Ada',
      slug: 'ada',
      bio: '',
      email: 'canary@a.example',
    },
    ...{ picture: null, links: [], addresses: [] },
  }
  const hugo = new HugoFolder({ library, zone: 'America/New_York', siteUrl: SITE, addressOf: (file) => file })
  const writer = new WxrWriter({ library, zone: 'America/New_York', siteUrl: SITE, now: NOW })
  expect(writer.write(person)).not.toContain('canary')
  expect([...hugo.files(person)].map(({ text }) => text).join('')).not.toContain('canary')
})
