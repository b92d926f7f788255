import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { changesArbitrary } from '../../tests/support/content-changes.ts'
import { article, siteOf } from '../../tests/support/database/content-rows.ts'
import { isLongRun, randomCases } from '../../tests/support/long-run.ts'
import { writeAll } from '../../tests/support/publisher/page-view.ts'
import { computeLazy } from './database/lazy.ts'
import { articlePage } from './pages/article.ts'
import { type PreviewedPage, previewPage } from './preview.ts'
import { type Site, changeSite } from './database/site-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'mantel-preview-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

/** A site in a file, as the publisher has it: only there a transaction can be taken back. */
const siteInFile = (rows: Parameters<typeof siteOf>[0] = {}): Site =>
  siteOf(rows, new Map(), join(folder, `${(files += 1)}.db`))

/** All that the database holds, as text. */
function stored({ content: { db } }: Site): string {
  const tables = db.all<{ name: string }>(`select name from sqlite_schema where type = 'table' order by name`)
  return JSON.stringify(tables.map(({ name }) => db.all(`select * from ${name}`)))
}

const shown = (page: PreviewedPage | null) => page && JSON.parse(JSON.stringify(page.content))

test('each page of a preview is what it is when the change is made, and a preview changes nothing', () => {
  let compared = 0
  fc.assert(
    fc.property(fc.array(changesArbitrary, { minLength: 6, maxLength: 6 }), (steps) => {
      const site = siteInFile()
      writeAll(site)
      for (const step of steps) {
        const before = stored(site)
        const addresses = new Set([...site.pages.all().map(({ pathname }) => pathname), '/article/a1'])
        const previewed = new Map(
          Array.from(addresses, (path) => [path, shown(previewPage(site, path, step))]),
        )
        expect(stored(site)).toBe(before)
        changeSite(site, step)
        for (const [pathname, preview] of previewed) {
          const page = site.pages.at(pathname)
          if (page === null) expect(preview, pathname).toBeNull()
          else {
            const { content } = site.pages.evaluate(page.route, page.params)
            expect(preview, pathname).toEqual(shown({ ...page, content }))
          }
          compared += 1
        }
        writeAll(site)
      }
      site.content.db.close()
    }),
    { numRuns: randomCases(8) },
  )
  expect(compared).toBeGreaterThan(isLongRun ? 500 : 125)
})

test('a preview has the text of the change, also when it is read after the change was rolled back', () => {
  const site = siteInFile({ articles: [article({ id: 'a', slug: 'a', content: { html: '<p>Before</p>' } })] })
  const change = article({ id: 'a', slug: 'a', content: { html: '<p>After</p>' } })
  const page = previewPage(site, '/article/a', { articles: { put: [change], gone: [] } })
  if (page === null) throw new Error('There is no page')
  expect(articlePage.read({ locals: { page: page.content } }).body).toMatchObject({ html: '<p>After</p>' })
  expect(site.content.articleText('a')).toEqual({ html: '<p>Before</p>' })
})

test('an address that would have no page has no preview', () => {
  const site = siteInFile({ articles: [article({ id: 'a', slug: 'a' })] })
  const change = { articles: { put: [article({ id: 'b', slug: 'b' })], gone: ['a'] } }
  expect(previewPage(site, '/article/b', change)?.pathname).toBe('/article/b')
  for (const path of ['/article/a', '/article/c']) expect(previewPage(site, path, change), path).toBeNull()
})

test('what is left for later is computed once, also in lists', () => {
  let times = 0
  const lazy = Object.defineProperty({}, 'text', { get: () => (times += 1) })
  computeLazy({ list: [lazy], nothing: null, name: 'x' })
  expect(times).toBe(1)
})
