import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { MEDIA_BUCKET } from '../../src/domain/media/media-address.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { allRows } from '../support/database/all-rows.ts'
import { client, startTestStack } from '../support/database/test-stack.ts'
import { endOf, startImport } from '../support/import/import-command.ts'
import { randomCases } from '../support/long-run.ts'
import { fileOf, wxr, wxrItem } from '../support/wxr.ts'

const STORIES = 30
const PICTURES = 6
const KILLS = randomCases(20, 10)

/** The times that the file says are before it; all others are the database's own. */
const SINCE = new Date('2026-01-01T00:00:00Z')
/** What differs by chance, and what the last run of an import says of itself: how many rows were there already. */
const BUT = { 'storage.objects': ['id', 'version'], 'public.imports': ['report'] }
const OLD_SITE = 'https://old.example'

let file: string
let uploads: string

beforeAll(async () => {
  file = fileOf(wxr(exported(), OLD_SITE))
  uploads = mkdtempSync(join(tmpdir(), 'uploads-'))
  for (let n = 0; n < PICTURES; n += 1) {
    const path = join(uploads, pictureOf(n))
    mkdirSync(dirname(path), { recursive: true })
    const background = { r: n * 20, g: 80, b: 120 }
    writeFileSync(
      path,
      await sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
  }
})

const pictureOf = (n: number): string => `2020/01/pot-${n}.jpg`
const addressOf = (n: number): string => `${OLD_SITE}/2020/story-${n}/`

/** Stories with authors, terms, pictures, links to each other and former addresses, below them pages. */
function exported(): string {
  const author = (n: number) =>
    `<wp:author><wp:author_login>writer${n}</wp:author_login><wp:author_email>w${n}@old.example</wp:author_email><wp:author_display_name>Writer ${n}</wp:author_display_name></wp:author>`
  const pictures = Array.from({ length: PICTURES }, (_, n) =>
    wxrItem(
      {
        ...{
          'wp:post_id': `${1000 + n}`,
          'wp:post_type': 'attachment',
          'wp:status': 'inherit',
          title: `Pot ${n}`,
        },
        'wp:attachment_url': `${OLD_SITE}/wp-content/uploads/${pictureOf(n)}`,
      },
      { _wp_attachment_image_alt: `A pot, ${n}` },
    ),
  )
  const stories = Array.from({ length: STORIES }, (_, n) =>
    wxrItem(
      {
        ...{
          'wp:post_id': `${n + 1}`,
          title: `Story ${n}`,
          'wp:post_name': `story-${n}`,
          link: addressOf(n),
        },
        ...{ 'dc:creator': `writer${n % 3}`, 'wp:status': n % 9 === 0 ? 'draft' : 'publish' },
        'content:encoded': `<p>Story ${n}, after <a href="${addressOf((n * 7) % STORIES)}">another</a>.</p><p><img src="${OLD_SITE}/wp-content/uploads/${pictureOf(n % PICTURES)}" alt="Pot"></p>`,
      },
      { _wp_old_slug: `former-${n}`, _thumbnail_id: `${1000 + (n % PICTURES)}` },
      `<category domain="category" nicename="c${n % 4}">Category ${n % 4}</category><category domain="post_tag" nicename="t${n % 11}">Tag ${n % 11}</category>`,
    ),
  )
  const pages = ['About us', 'Imprint'].map((title, n) =>
    wxrItem({
      ...{ 'wp:post_id': `${2000 + n}`, 'wp:post_type': 'page', title, link: `${OLD_SITE}/page-${n}/` },
      'content:encoded': '<p>Who we are.</p>',
    }),
  )
  return [author(0), author(1), author(2), ...pictures, ...stories, ...pages].join('\n')
}

const run = (stack: Stack) => startImport(stack, [file, '--media', uploads])

async function importWhole(stack: Stack): Promise<void> {
  expect(await endOf(run(stack))).toMatchObject({ code: 0 })
}

/** All rows, and the digest of each file. */
async function stateOf(stack: Stack): Promise<Record<string, string[]>> {
  const rows = await allRows(stack.sql, SINCE, BUT)
  // Each database gives the row of the settings another id.
  const [settings] = await stack.sql<{ id: string }>('select id from public.site_settings')
  for (const [table, all] of Object.entries(rows))
    rows[table] = all.map((row) => row.replaceAll(settings?.id ?? '', 'settings')).sort()
  // One that was killed after its end, and run again, is two.
  rows['public.audit_log'] = [...new Set(rows['public.audit_log'])]
  const bucket = client(stack, stack.secretKey).storage.from(MEDIA_BUCKET)
  const files = await stack.sql<{ path: string }>('select storage_path as path from public.media order by 1')
  rows['files'] = await Promise.all(
    files.map(async ({ path }) => {
      const { data } = await bucket.download(path)
      const bytes = new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())
      return `${path} ${createHash('sha256').update(bytes).digest('hex')}`
    }),
  )
  return rows
}

let whole: Record<string, string[]>
/** Of an import that is not killed, in ms. */
let duration: number

beforeAll(async () => {
  const stack = await startTestStack()
  const began = performance.now()
  await importWhole(stack)
  duration = performance.now() - began
  whole = await stateOf(stack)
  await stack.stop()
})

// Each part of the time has its kill: the reading, the pictures, the rows and the end.
test.each(Array.from({ length: KILLS }, (_, n) => n + 1))(
  'an import that is killed at any moment and run again leaves what one leaves that was not, kill %i',
  async (kill) => {
    const stack = await startTestStack()
    const running = run(stack)
    const ended = endOf(running)
    await sleep(((kill - Math.random()) / KILLS) * duration)
    running.kill('SIGKILL')
    await ended
    await importWhole(stack)
    expect(await stateOf(stack)).toEqual(whole)
    await stack.stop()
  },
)
