import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digest } from '../../src/content/digest.ts'
import { addRows } from '../../src/content/content-update.ts'
import { predictChange } from '../../src/content/prediction.ts'
import { type Changes, type Rows, ENTITIES } from '../../src/content/rows.ts'
import { addAllPages, changeSite, openSiteDatabase } from '../../src/content/site-database.ts'
import { article, author, category, emptyRows, media, tag } from '../../tests/support/content-rows.ts'
import { categoryRows } from '../../supabase/seed/categories.ts'
import { seededRandom } from '../../supabase/seed/stable.ts'

/** `npm run bench:content -- 10000`: times the content and its pages with synthetic stories, and what they take of memory. */

const COUNT = Number(process.argv[2] ?? 10_000)
const AUTHORS = 40
const random = seededRandom('bench')
const { pick } = random
const SYLLABLES = 'ka lo mi ten dor sel wa rin bo tha ne ling cor pa ves hul'.split(' ')
const WORDS = Array.from({ length: 4_000 }, (_, index) =>
  [index % 16, Math.floor(index / 16) % 16, Math.floor(index / 256)].map((part) => SYLLABLES[part]).join(''),
)
/** As in a language: a few words are in most texts, most words in few. */
const word = () => WORDS[Math.floor(WORDS.length * random.next() ** 2)] ?? ''
const words = (count: number) =>
  Array.from({ length: count }, (_, place) => (place % 2 ? 'with' : word())).join(' ')
const id = (kind: string, index: number) => `${kind}-${String(index).padStart(8, '0')}`

function syntheticRows(count: number): Rows {
  const categories = categoryRows(new Date()).map((row, index) =>
    category(id('category', index), row.name, { sections: row.sections, created_at: row.created_at }),
  )
  const tags = WORDS.slice(0, 60).map((name, index) => tag(id('tag', index), name))
  const profiles = Array.from({ length: AUTHORS }, (_, index) => ({
    id: id('profile', index),
    full_name: `Writer ${index}`,
    name_confirmed: true,
  }))
  const pictures = Array.from({ length: count }, (_, index) =>
    media({
      id: id('media', index),
      storage_path: `u/${index}.jpg`,
      alt_text: words(8),
      width: 1600,
      height: 1067,
    }),
  )
  const articles = Array.from({ length: count }, (_, index) => {
    const image = `http://127.0.0.1:54321/storage/v1/object/public/media/u/${index}.jpg`
    const time = new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString()
    const paragraphs = Array.from({ length: 12 }, () => `<p>${words(80)}</p>`).join('')
    return article({
      id: id('article', index),
      title: words(6),
      slug: `story-${index}`,
      content: { html: `${paragraphs}<figure><img src="${image}" alt=""></figure>` },
      excerpt: words(20),
      featured: index % 500 === 0,
      featured_image: image,
      gallery: index % 10 === 0 ? [image] : [],
      read_time: 2 + Math.floor(random.next() * 14),
      category_id: pick(categories).id,
      author_id: pick(profiles).id,
      published_at: time,
      updated_at: time,
      tag_ids: [pick(tags).id, pick(tags).id],
    })
  })
  const author_profiles = profiles.map(({ id: profile_id, full_name: name }, index) =>
    author({ id: id('author', index), profile_id, name, bio: words(30) }),
  )
  return { ...emptyRows(), articles, categories, tags, profiles, author_profiles, media: pictures }
}

const results: { step: string; ms: number; changed: number | '' }[] = []

function timed<T>(step: string, work: () => T, changed: (value: T) => number | '' = () => ''): T {
  const start = performance.now()
  const value = work()
  results.push({ step, ms: Math.round((performance.now() - start) * 10) / 10, changed: changed(value) })
  return value
}

let rows = syntheticRows(COUNT)
const pictures = new Map(
  rows.articles.map(({ featured_image: url }, index) => [
    url ?? '',
    { key: digest(String(index)).slice(0, 16), width: 1600, height: 1067 },
  ]),
)

const story = rows.articles[Math.floor(COUNT / 2)]
const newest = rows.articles.at(-1)
const oldest = rows.articles[0]
const [kitchen] = rows.categories
const [writer] = rows.profiles
if (!story || !newest || !oldest || !kitchen || !writer) throw new Error('Too few stories')

const folder = mkdtempSync(join(tmpdir(), 'mantel-bench-'))
const site = openSiteDatabase(join(folder, 'content.db'), 'https://mantel.example')
timed('rows stored', () => {
  for (const entity of ENTITIES) addRows(site.content, entity, rows[entity])
})
rows = emptyRows()
timed(
  'lists, related stories and addresses',
  () => {
    addAllPages(site, pictures)
    return site.pages.countStale()
  },
  (pages) => pages,
)
timed('all pages evaluated and recorded', writeStale)

/** Takes the stale pages for written. */
function writeStale(): void {
  site.content.db.transaction(() => {
    for (;;) {
      const stale = site.pages.stale(1_000, [])
      if (stale.length === 0) return
      for (const { route, params } of stale) site.pages.written(site.pages.evaluate(route, params), [])
    }
  })
}

function publish(step: string, changes: Changes): void {
  timed(
    `${step}: predicted`,
    () => predictChange(site, changes),
    ({ total }) => total,
  )
  timed(
    step,
    () => {
      changeSite(site, changes)
      return site.pages.stale(Number.MAX_SAFE_INTEGER, []).length
    },
    (changed) => changed,
  )
  writeStale()
  site.pages.removed(site.pages.gone().map(({ pathname }) => pathname))
}

const now = '2026-11-21T00:00:00.000Z'
publish('one body changed', {
  articles: { put: [{ ...story, content: 'New text.', updated_at: now }], gone: [] },
})
publish('one title changed', {
  articles: { put: [{ ...newest, title: words(6), updated_at: now }], gone: [] },
})
publish('one story more', {
  articles: { put: [{ ...newest, id: 'new', slug: 'new', title: words(6), published_at: now }], gone: [] },
})
publish('that story gone', { articles: { put: [], gone: ['new'] } })
publish('a story more, dated long ago', {
  articles: { put: [{ ...oldest, id: 'old', slug: 'old', title: words(6) }], gone: [] },
})
publish('that story gone again', { articles: { put: [], gone: ['old'] } })
publish('a category renamed', { categories: { put: [{ ...kitchen, name: 'Renamed' }], gone: [] } })
publish('a writer renamed', { profiles: { put: [{ ...writer, full_name: 'Renamed' }], gone: [] } })
publish('nothing changed', {})

const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20)
console.log(`${COUNT} stories, ${site.pages.all().length} pages, ${megabytes} MB`)
console.table(results)
site.content.db.close()
rmSync(folder, { recursive: true })
