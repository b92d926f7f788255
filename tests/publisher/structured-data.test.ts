import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFiles } from '../../src/node/files.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'

const siteUrl = 'https://magazine.example'
let stack: Stack
let site: SitePublisher
let pages: Page[]

/** Its credits name three people and two parts; its picture has a caption, and a credit that says what it is for. */
const CREDITED = 'a-room-with-99-windows'

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  const magazine = await fillSmallMagazine(stack, 4)
  const { service } = magazine
  const { data: people } = await service.from('author_profiles').select('id').order('name')
  const { data: roles } = await service.from('credit_roles').select('id').order('position')
  const [words, pictures] = (roles ?? []) as { id: string }[]
  const credits = ((people ?? []) as { id: string }[]).map(({ id }, at) => ({
    person_id: id,
    role_id: at < 2 ? words?.id : pictures?.id,
  }))
  await must(
    service
      .from('media')
      .update({
        credit: 'Photograph: Joana Prates',
        caption: 'The stair',
        licence_url: 'https://licence.example/by',
      })
      .eq('original_filename', 'picture-0.webp'),
  )
  const { data: tag } = await service.from('tags').insert({ name: 'oak', slug: 'oak' }).select().single()
  await must(service.from('articles').insert({ ...story(magazine, 99), credits }))
  const { data: stories } = await service.from('articles').select('id')
  const tag_id = (tag as { id: string }).id
  // With three stories a tag has a page.
  await must(
    service
      .from('article_tags')
      .insert(((stories ?? []) as { id: string }[]).map(({ id }) => ({ tag_id, article_id: id }))),
  )
  site = await startSitePublisher(stack, siteUrl, { pollMs: 60 * 60_000 })
  await site.publisher.idle()
  const files = (await listFiles(site.dist)).filter((file) => file.endsWith('.html'))
  const read = files.map(async (file) => new Page(await readFile(join(site.dist, file), 'utf8')))
  pages = (await Promise.all(read)).filter(({ canonical }) => canonical !== null)
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

interface Thing extends Record<string, unknown> {
  '@type': string
}

/** A page as it is printed, and what it says of itself to programs. */
class Page {
  readonly #root: Root

  constructor(html: string) {
    this.#root = fromHtml(html)
  }

  all(matches: (element: Element) => boolean): Element[] {
    const found: Element[] = []
    visit(this.#root, 'element', (element) => {
      if (matches(element)) found.push(element)
    })
    return found
  }

  texts(matches: (element: Element) => boolean): string[] {
    return this.all(matches).map((element) => toString(element).replace(/\s+/g, ' ').trim())
  }

  get canonical(): string | null {
    const [link] = this.all(({ properties }) => String(properties.rel) === 'canonical')
    return link ? String(link.properties.href) : null
  }

  get things(): Thing[] {
    const scripts = this.all(({ properties }) => properties.type === 'application/ld+json')
    return scripts.map((script) => JSON.parse(toString(script)) as Thing)
  }

  thing(type: string): Thing | undefined {
    return this.things.find((one) => one['@type'] === type)
  }

  get title(): string {
    return this.texts(({ tagName }) => tagName === 'title')[0] ?? ''
  }
}

const hasClass = (name: string) => (element: Element) =>
  Array.isArray(element.properties.className) && element.properties.className.includes(name)
const isTag = (name: string) => (element: Element) => element.tagName === name
const pageAt = (path: string) => {
  const page = pages.find(({ canonical }) => canonical === siteUrl + path)
  if (page === undefined) throw new Error(`no page ${path}`)
  return page
}
const namesOf = (things: unknown) => [things].flat().map((one) => Object(one).name as unknown)

describe('what a page says of itself to programs', () => {
  test('is of its own address, its language and the one website, on every page', () => {
    const websites = pages.flatMap(({ things }) => things.filter((one) => one['@type'] === 'WebSite'))
    expect(websites).toMatchObject([{ url: `${siteUrl}/`, name: 'New Magazine', inLanguage: 'en-GB' }])
    const kinds = new Set<string>()
    for (const page of pages) {
      const [html] = page.all(isTag('html'))
      for (const { '@type': type, url, inLanguage, isPartOf } of page.things) {
        kinds.add(type)
        if (['WebSite', 'Organization', 'BreadcrumbList'].includes(type)) continue
        expect([type, url]).toEqual([type, page.canonical])
        expect(String(inLanguage)).toMatch(new RegExp(`^${String(html?.properties.lang)}\\b`))
        expect(isPartOf).toEqual({ '@id': websites[0]?.['@id'] })
      }
    }
    expect([...kinds].sort()).toEqual([
      'AboutPage',
      'Article',
      'BreadcrumbList',
      'CollectionPage',
      'ContactPage',
      'Organization',
      'ProfilePage',
      'WebSite',
    ])
  })

  test('names in lists what the page links to by that name', () => {
    for (const page of pages) {
      const entries = Object(page.thing('CollectionPage')?.mainEntity).itemListElement as
        { name: string; url: string }[] | undefined
      for (const { name, url } of entries ?? []) {
        const links = page.texts(
          ({ tagName, properties }) => tagName === 'a' && siteUrl + String(properties.href) === url,
        )
        expect(
          links.some((text) => text.includes(name)),
          `${page.canonical}: ${name}`,
        ).toBe(true)
      }
    }
  })

  test('names the people, the time and the headline that a story prints', () => {
    for (const page of pages) {
      const data = page.thing('Article')
      if (data === undefined) continue
      const [byline] = page.all(hasClass('byline'))
      const printed: string[] = []
      const times: string[] = []
      if (byline) {
        visit(byline, 'element', (element) => {
          if (element.tagName === 'bdi') printed.push(toString(element))
          if (element.tagName === 'time') times.push(String(element.properties.dateTime))
        })
      }
      const parts = [data.contributor ?? []].flat().flatMap((role) => namesOf(Object(role).contributor))
      expect(new Set([...namesOf(data.author), ...parts])).toEqual(new Set(printed))
      expect(times[0]).toBe(data.datePublished)
      expect(page.texts(isTag('h1'))).toEqual([data.headline])
    }
    const data = pageAt(`/article/${CREDITED}`).thing('Article')
    expect(namesOf(data?.author)).toEqual(['Ines Abril', 'Lasse Berg'])
    expect(data?.contributor).toHaveLength(3)
  })

  test('says of the picture of a story who made it and where its licence is, as its end does', () => {
    const page = pageAt(`/article/${CREDITED}`)
    const [caption] = page.texts(isTag('figcaption'))
    expect(caption).toBe('The stair')
    expect(page.texts(hasClass('rights'))).toEqual(['Photograph: Joana Prates Use of the pictures'])
    const licences = page.all(({ properties }) => String(properties.rel) === 'license')
    expect(licences.map(({ properties }) => properties.href)).toEqual(['https://licence.example/by'])
    const images = page.thing('Article')?.image as Record<string, unknown>[]
    expect(images).toHaveLength(3)
    for (const image of images) {
      expect(image).toMatchObject({
        caption: 'The stair',
        creditText: 'Photograph: Joana Prates',
        creator: { '@type': 'Person', name: 'Joana Prates' },
        license: 'https://licence.example/by',
      })
      expect(image).not.toHaveProperty('acquireLicensePage')
    }
    // Without rights nothing is said of them.
    const [other] = pageAt('/article/a-room-with-1-windows').thing('Article')?.image as object[]
    for (const name of ['creditText', 'creator', 'license']) expect(other).not.toHaveProperty(name)
  })

  test('is the name and the title at the head of the page', () => {
    const author = pageAt('/author/ines-abril')
    expect(author.texts(isTag('h1'))).toEqual(namesOf(author.thing('ProfilePage')?.mainEntity))
    const tag = pageAt('/tag/oak')
    expect([tag.title, tag.thing('CollectionPage')?.name]).toEqual([
      'Stories tagged “oak” · New Magazine',
      'oak',
    ])
    expect(pageAt('/').title).toBe('New Magazine')
  })
})

describe('for programs that read the site', () => {
  const written = (file: string) => readFile(join(site.dist, file), 'utf8')

  test('llms.txt names the latest stories, as Markdown', async () => {
    const text = await written('llms.txt')
    expect(text).toContain(
      `- [A room with 99 windows](${siteUrl}/article/${CREDITED}.md): On light, and the 99 ways it enters.`,
    )
    expect(text.match(/\.md\)/g)).toHaveLength(5)
  })

  test('feeds lead to the home page', async () => {
    expect(await written('rss.xml')).toContain(`<link>${siteUrl}/</link>`)
    expect(JSON.parse(await written('rss.json'))).toMatchObject({ home_page_url: `${siteUrl}/` })
  })

  test('the feed is found where it is looked for', async () => {
    const rules = await written('_redirects')
    for (const path of ['/feed', '/rss', '/feed.xml', '/atom.xml'])
      expect(rules).toContain(`${path} /rss.xml 301`)
    // Feed readers follow no page.
    expect(await listFiles(site.dist)).not.toContain('feed.html')
  })

  test('an address that readers type or cut short leads to the page that has what they look for', async () => {
    const rules = await written('_redirects')
    for (const [path, target] of [
      ['/search', '/browse'],
      ['/article', '/browse'],
      ['/tag', '/browse'],
      ['/newsletter', '/subscription'],
      ['/author', '/authors'],
    ])
      expect(rules).toContain(`${path} ${target} 301`)
  })

  test('robots.txt names the site map of news only while it has stories, and it is never empty', async () => {
    expect(await written('robots.txt')).not.toContain('sitemap-news')
    expect(await written('sitemap-news.xml')).toContain(`<url><loc>${siteUrl}/</loc></url>`)
  })
})
