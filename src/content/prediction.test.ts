import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { changeRows, changesArbitrary } from '../../tests/support/content-changes.ts'
import { article, category, emptyRows, siteOf, tag } from '../../tests/support/database/content-rows.ts'
import { randomCases } from '../../tests/support/long-run.ts'
import { stalePaths, writeAll } from '../../tests/support/publisher/page-view.ts'
import { STANDARD_THEME } from '../domain/theme/theme.ts'
import { predictChange } from './prediction.ts'
import type { Changes, Row, Rows } from './rows.ts'
import { type Site, changeSite } from './database/site-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'mantel-prediction-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

const FILE = { key: 'one', width: 1600, height: 900, colours: ['#408080', '#e26e5a'] }
const PICTURES = new Map([['/uploads/one.jpg', FILE]])

/** A site in a file, as the publisher has it: only there a transaction can be taken back. */
function writtenSite(rows: Partial<Rows> = {}): Site {
  const site = siteOf(rows, PICTURES, join(folder, `${(files += 1)}.db`))
  writeAll(site)
  return site
}

/** All that the database holds, as text. */
function stored({ content: { db } }: Site): string {
  const tables = db.all<{ name: string }>(`select name from sqlite_schema where type = 'table' order by name`)
  return JSON.stringify(tables.map(({ name }) => db.all(`select * from ${name}`)))
}

/** What is kept in memory beside the database, as text. */
function kept({ content: { tables, authors, pages, related, db } }: Site): string {
  const asText = (value: unknown) =>
    JSON.stringify(value, (_, item: unknown) => (item instanceof Map ? [...item] : item))
  const ids = db.all<{ id: string }>('select id from article').map(({ id }) => id)
  return asText([tables, authors.entries, pages.byPath, ids.map((id) => related.stored(id))])
}

const addresses = ({ pages }: Site): string[] =>
  pages
    .all()
    .map(({ pathname }) => pathname)
    .sort()

test('a prediction names exactly the pages that are then written and removed, and changes nothing', () => {
  fc.assert(
    fc.property(fc.array(changesArbitrary, { minLength: 25, maxLength: 25 }), (steps) => {
      const site = writtenSite()
      let rows = emptyRows()
      for (const [index, step] of steps.entries()) {
        const before = [stored(site), kept(site)]
        const { total, pages: predicted } = predictChange(site, step)
        // One that is not made: what it left in memory would show in what comes after it.
        predictChange(site, steps[index - 3] ?? {})
        expect([stored(site), kept(site)]).toEqual(before)

        changeSite(site, step)
        rows = changeRows(rows, step)
        const written = stalePaths(site)
        const removed = site.pages.gone().map(({ pathname }) => pathname)
        const of = (...kinds: string[]) =>
          predicted.filter(({ kind }) => kinds.includes(kind)).map(({ pathname }) => pathname)
        expect(of('new', 'changed')).toEqual(written)
        expect(of('removed').sort()).toEqual(removed.sort())
        expect(total).toBe(written.length + removed.length)
        writeAll(site)
      }
      expect(addresses(site)).toEqual(addresses(siteOf(rows, PICTURES)))
      site.content.db.close()
    }),
    { numRuns: randomCases(40) },
  )
})

test('pages that wait to be written already are not counted again', () => {
  const site = writtenSite({ articles: [article({ id: 'a' })] })
  const titled = (title: string): Changes => ({ articles: { put: [article({ id: 'a', title })], gone: [] } })
  const first = predictChange(site, titled('One')).total
  changeSite(site, titled('One'))
  expect(first).toBe(stalePaths(site).length)
  expect(predictChange(site, titled('Two')).total).toBe(0)
})

test('a prediction is made also while other programs have the processor', () => {
  const now = vi.spyOn(performance, 'now')
  // Each look at the clock is an hour later.
  for (let hour = 1; hour < 100; hour += 1) now.mockReturnValueOnce(hour * 3_600_000)
  const site = writtenSite({ articles: [article({ id: 'a' })] })
  const titled = { articles: { put: [article({ id: 'a', title: 'One' })], gone: [] } }
  expect(predictChange(site, titled).total).toBeGreaterThan(0)
  now.mockRestore()
})

describe('why a page changes', () => {
  const story = (id: string, day: number) =>
    article({
      id,
      slug: id,
      title: `Lamps ${id}`,
      category_id: '1',
      published_at: `2026-01-0${day}T00:00:00.000Z`,
      tag_ids: ['t'],
    })
  const rows = {
    articles: [story('a', 1), story('b', 2), story('c', 3), story('d', 4), story('e', 5)],
    categories: [category('1', 'Small Spaces', { sections: ['living-spaces'] })],
    tags: [tag('t', 'Linen')],
  }
  const reasons = (changes: Changes) =>
    Object.fromEntries(
      predictChange(writtenSite(rows), changes).pages.map(({ pathname, kind, why }) => [
        pathname,
        `${kind}: ${why}`,
      ]),
    )

  test('a new story: its own page, and the lists that it enters', () => {
    const found = reasons({ articles: { put: [{ ...story('n', 6), title: 'Lamps again' }], gone: [] } })
    expect(found).toMatchObject({
      '/article/n': 'new: its own page',
      '/share/n.jpg': 'new: its social card',
      '/': 'changed: the story at its top',
      '/browse': 'changed: newest in the magazine',
      '/living-spaces': 'changed: newest in Small Spaces',
      '/tag/linen': 'changed: newest in Linen',
      '/article/e': 'changed: related story “Lamps again”',
    })
  })

  test('a story that is unpublished leaves the site', () => {
    expect(reasons({ articles: { put: [], gone: ['e'] } })).toMatchObject({
      '/article/e': 'removed: its own page',
      '/article/d': 'changed: shows “Lamps e”',
    })
  })

  test('a renamed category: all that names it', () => {
    expect(
      reasons({
        categories: { put: [category('1', 'Open Concept', { sections: ['living-spaces'] })], gone: [] },
      }),
    ).toMatchObject({
      '/article/a': 'changed: names “Open Concept”',
      '/rss/open-concept.xml': 'new: names “Open Concept”',
    })
  })

  test('a category in another section: all sections, and its stories', () => {
    const moved = category('1', 'Small Spaces', { sections: ['guides-tips'] })
    expect(reasons({ categories: { put: [moved], gone: [] } })).toMatchObject({
      '/living-spaces': 'changed: categories',
      '/guides-tips': 'changed: categories',
      '/article/a': 'changed: the section of its category',
    })
  })

  test('a font that is in use: every page', () => {
    const font: Row<'fonts'> = {
      id: 'f',
      font_name: 'Oak',
      font_file_path: '/fonts/oak.woff2',
      font_weight: 'Bold',
      font_style: 'Regular',
      font_usage: ['Header'],
      mime_type: null,
      file_size: null,
      created_at: '2026-01-01T00:00:00Z',
    }
    const styles = { id: 's', primary_font_id: 'f', secondary_font_id: null, accent_font_id: null }
    const found = reasons({
      fonts: { put: [font], gone: [] },
      global_styles: { put: [styles], gone: [] },
    })
    expect(Object.keys(found)).toHaveLength(siteOf(rows).pages.all().length)
    expect(new Set(Object.values(found))).toEqual(
      new Set(['changed: settings, fonts, colours and logo of the whole site']),
    )
  })

  test('the accent of a section: its page, and home where it has a block', () => {
    const [, section] = emptyRows().sections
    if (section === undefined) throw new Error('no section')
    expect(
      Object.keys(reasons({ sections: { put: [{ ...section, accent: '#2f6b3c' }], gone: [] } })),
    ).toEqual(['/', '/living-spaces'])
  })

  test('a colour: every page', () => {
    const { light, dark } = STANDARD_THEME
    const theme = { id: 't', light: { ...light, link: '#7a1fa8' }, dark }
    expect(Object.keys(reasons({ theme: { put: [theme], gone: [] } }))).toHaveLength(
      siteOf(rows).pages.all().length,
    )
  })
})
