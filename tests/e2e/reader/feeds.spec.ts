import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { secretClient } from '../support/backend.ts'
import { test } from '../support/test.ts'

const DAY = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4}'
const RFC_822 = new RegExp(`^${DAY} \\d{2}:\\d{2}:\\d{2} (GMT|[+-]\\d{4})$`)

/** What is wrong with a feed by the rules of RSS 2.0 and the advice of its validators, read by a real XML parser. */
async function faults(page: Page, xml: string, address: string): Promise<string[]> {
  return page.evaluate(
    async ({ text, self, date }) => {
      const found: string[] = []
      const wordsOf = (element: Element | null | undefined) =>
        (element?.textContent ?? '').split(/\s+/).filter(Boolean).join(' ')
      /** How the text of a story ends on its page, read once for all feeds. */
      const endOf = async (address: string): Promise<string> => {
        const kept = sessionStorage.getItem(address)
        if (kept !== null) return kept
        const html = await (await fetch(new URL(address).pathname)).text()
        // Without the place in a row of pictures and films, which its buttons change.
        const parts = new DOMParser()
          .parseFromString(html, 'text/html')
          .querySelectorAll('article .text p:not(.steps)')
        const end = wordsOf([...parts].findLast((part) => wordsOf(part) !== ''))
        sessionStorage.setItem(address, end)
        return end
      }
      const check = (holds: boolean, fault: string) => void (holds || found.push(fault))
      const document = new DOMParser().parseFromString(text, 'application/xml')
      if (document.querySelector('parsererror')) return ['is not well-formed']
      const channel = document.querySelector('rss[version="2.0"] > channel')
      if (channel === null) return ['has no channel']
      const own = (parent: Element, name: string) =>
        [...parent.children].filter((child) => child.tagName === name)
      const said = (parent: Element, name: string) => own(parent, name)[0]?.textContent ?? ''
      for (const name of ['title', 'link', 'description', 'language', 'lastBuildDate'])
        check(own(channel, name).length === 1 && said(channel, name) !== '', `channel: one ${name}`)
      const link = own(channel, 'atom:link')[0]
      check(link?.getAttribute('rel') === 'self' && link.getAttribute('href') === self, 'names itself')
      const guids = new Set<string>()
      let last = Infinity
      for (const item of own(channel, 'item')) {
        const title = said(item, 'title')
        for (const name of ['title', 'link', 'guid', 'pubDate', 'content:encoded', 'media:content'])
          check(own(item, name).length === 1, `${title}: one ${name}`)
        check(/^https?:\/\//.test(said(item, 'link')), `${title}: absolute link`)
        check(!guids.has(said(item, 'guid')), `${title}: a guid of its own`)
        guids.add(said(item, 'guid'))
        check(new RegExp(date).test(said(item, 'pubDate')), `${title}: date ${said(item, 'pubDate')}`)
        check(Date.parse(said(item, 'pubDate')) <= last, `${title}: newest first`)
        last = Date.parse(said(item, 'pubDate'))
        const media = own(item, 'media:content')[0]
        check(media?.getAttribute('type') === 'image/jpeg', `${title}: the type of its picture`)
        const story = new DOMParser().parseFromString(said(item, 'content:encoded'), 'text/html').body
        const end = await endOf(said(item, 'link'))
        check(end !== '' && wordsOf(story).includes(end), `${title}: whole text`)
        for (const element of story.querySelectorAll('*')) {
          const odd = [...element.attributes].filter(
            ({ name }) => !['href', 'src', 'alt', 'title'].includes(name),
          )
          check(odd.length === 0, `${title}: ${odd.map(({ name }) => name).join()} on ${element.tagName}`)
          const at = element.getAttribute('href') ?? element.getAttribute('src')
          check(at === null || /^(https?|mailto):/.test(at), `${title}: relative address ${at}`)
        }
        check(
          story.querySelector('script, style, iframe, form, input, button, video, picture') === null,
          `${title}: only text and pictures`,
        )
      }
      return found
    },
    { text: xml, self: address, date: RFC_822.source },
  )
}

async function siteUrlOf(request: APIRequestContext): Promise<string> {
  return /^Sitemap: (.+)\/sitemap\.xml$/m.exec(await (await request.get('/robots.txt')).text())?.[1] ?? ''
}

test('the feeds of the site and of every category are valid RSS', async ({ page, request }) => {
  await page.goto('/about')
  const siteUrl = await siteUrlOf(request)
  const service = await secretClient()
  const { data } = await service.from('categories').select('slug')
  const paths = ['/rss.xml', ...(data ?? []).map(({ slug }) => `/rss/${slug}.xml`)]
  expect(paths.length).toBeGreaterThan(10)
  let filled = 0
  for (const path of paths) {
    const response = await request.get(path)
    expect(response.headers()['content-type'], path).toContain('xml')
    const xml = await response.text()
    // A category may have no stories yet.
    if (!xml.includes('<item>')) continue
    filled += 1
    expect(await faults(page, xml, siteUrl + path), path).toEqual([])
  }
  expect(filled).toBeGreaterThan(10)
})

test('the site map lists every story once, with lastmod', async ({ page, request }) => {
  await page.goto('/about')
  const siteUrl = await siteUrlOf(request)
  const read = async (path: string) =>
    page.evaluate(
      (text) =>
        [...new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('url, sitemap')].map(
          (entry) => [
            entry.querySelector('loc')?.textContent ?? '',
            entry.querySelector('lastmod')?.textContent ?? '',
          ],
        ),
      await (await request.get(path)).text(),
    )
  const parts = await read('/sitemap.xml')
  const entries: string[][] = []
  for (const [address = ''] of parts) entries.push(...(await read(address.slice(siteUrl.length))))
  const service = await secretClient()
  const { data } = await service
    .from('articles')
    .select('slug, published_at, modified_at')
    .eq('status', 'published')
    .lte('published_at', new Date().toISOString())
  const named = new Map(entries.map(([address = '', changed = '']) => [address, changed]))
  expect(named.size).toBe(entries.length)
  for (const { slug, published_at, modified_at } of data ?? []) {
    const changed = Math.max(Date.parse(published_at), Date.parse(modified_at))
    expect(Date.parse(named.get(`${siteUrl}/article/${slug}`) ?? ''), slug).toBe(changed)
  }
  for (const address of named.keys()) expect(address).not.toMatch(/\/(admin|auth)\b/)
})
