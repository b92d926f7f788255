import { readFile, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { formatHeaderRules, headerRules } from '../../../src/domain/site/response-headers.ts'
import { writeFileAtomic } from '../../../src/node/write-file-atomic.ts'
import type { Random } from '../random.ts'
import { type StoredObject, readBucket } from './s3-server.ts'

export const SITE_URL = 'https://magazine.example'
const PAGE = 'public, max-age=0, must-revalidate'
const HASHED = 'public, max-age=31536000, immutable'

/** A page of about `bytes`, of words that compress about as well as a story. */
function page(title: string, bytes: number): string {
  const words = Array.from({ length: bytes / 8 }, (_, n) => ((n * 2_654_435_761) % 4_093).toString(36))
  return `<!doctype html><title>${title}</title><p>${words.join(' ')}</p>`
}

const story = (n: number) => `article/story-${n}.html`

/** Writes a built site with `stories` stories into a folder; returns the files. */
export async function writeSite(folder: string, stories: number, pageBytes = 2_000): Promise<string[]> {
  const files: Record<string, string> = {
    'index.html': page('home', pageBytes),
    '404.html': page('not found', pageBytes),
    'admin.html': page('admin', pageBytes),
    'about.html': page('about', pageBytes),
    'rss.xml': '<rss/>',
    'robots.txt': 'User-agent: *',
    'favicon.svg': '<svg/>',
    '_astro/serif.1a2b.woff2': 'a font',
    '_astro/page.1a2b.css': 'a{color:red}',
    '_images/aa-480.avif': 'a picture',
    _headers: formatHeaderRules(headerRules(SITE_URL)),
    _redirects: '/article/old /article/story-0 301\n/admin/* /admin 200\n',
  }
  for (let n = 0; n < stories; n += 1) files[story(n)] = page(`story ${n}`, pageBytes)
  for (const [file, content] of Object.entries(files)) await writeFileAtomic(join(folder, file), content)
  return Object.keys(files)
}

/**
 * Changes a site as a publish does: a new story with a picture, one that is gone, some that are changed, and what lists
 * them. Returns the files.
 */
export async function publish(folder: string, random: Random, changedStories = 5): Promise<string[]> {
  const id = random.below(1e9)
  // Without what a killed process was about to write.
  const present = (await readdir(join(folder, 'article'))).filter((file) => !file.endsWith('.tmp'))
  const gone = `article/${random.pick(present)}`
  const changed = [
    `_images/${id}-480.avif`,
    `article/new-${id}.html`,
    ...Array.from({ length: changedStories }, () => `article/${random.pick(present)}`).filter(
      (file) => file !== gone,
    ),
    'index.html',
    'rss.xml',
  ]
  for (const file of changed) await writeFileAtomic(join(folder, file), page(`${file} ${id}`, 1_000))
  await rm(join(folder, gone))
  return [...changed, gone]
}

/** What a bucket is to hold for a folder, by key. */
async function expectedObjects(folder: string): Promise<Map<string, StoredObject>> {
  const types: Readonly<Record<string, string>> = {
    html: 'text/html; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    css: 'text/css; charset=utf-8',
    svg: 'image/svg+xml',
    avif: 'image/avif',
    woff2: 'font/woff2',
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // Without what a killed process was about to write.
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const file = relative(folder, join(entry.parentPath, entry.name))
        const isDocument = file === 'index.html' || file === '404.html'
        const cache = /^_(astro|images)\//.test(file) ? HASHED : PAGE
        const headers = {
          'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          'cache-control': cache,
        }
        const bytes = await readFile(join(folder, file))
        return [isDocument ? file : file.replace(/\.html$/, ''), { bytes, headers }] as const
      }),
    ),
  )
}

/** The keys of a bucket that are missing, left over, or of other bytes or headers than the folder's files. */
export async function differences(
  folder: string,
  settings: Parameters<typeof readBucket>[0],
): Promise<string[]> {
  const expected = await expectedObjects(folder)
  const held = await readBucket(settings)
  held.delete('_delivery.json')
  const keys = new Set([...expected.keys(), ...held.keys()])
  return [...keys].filter((key) => {
    const [a, b] = [expected.get(key), held.get(key)]
    return !a || !b || !a.bytes.equals(b.bytes) || JSON.stringify(a.headers) !== JSON.stringify(b.headers)
  })
}
