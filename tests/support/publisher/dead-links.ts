import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from '../../../src/node/files.ts'

const ADDRESS = /\s(?:href|src|poster)="([^"]*)"/g
const ADDRESSES = /\s(?:srcset|imagesrcset)="([^"]*)"/g

/**
 * The broken links of a built site, as `page.html: /address`. Checks the links, pictures in all sizes, scripts, styles and
 * absolute addresses of pages, feeds, site maps and stories as Markdown.
 */
export async function deadLinks(folder: string, siteUrl: string): Promise<string[]> {
  const files = await listFiles(folder)
  const held = new Set(files)
  const dead = new Set<string>()
  for (const file of files.filter((name) => /\.(html|xml|json|md|txt)$/.test(name))) {
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll('&amp;', '&')
    for (const address of addressesIn(text, siteUrl))
      if (!exists(address, held)) dead.add(`${file}: ${address}`)
  }
  return [...dead].sort()
}

function addressesIn(text: string, siteUrl: string): Set<string> {
  const found: string[] = []
  for (const [, address = ''] of text.matchAll(ADDRESS)) found.push(address)
  for (const [, set = ''] of text.matchAll(ADDRESSES)) {
    for (const entry of set.split(', ')) found.push(entry.split(' ')[0] ?? '')
  }
  for (const [address] of text.matchAll(new RegExp(`${RegExp.escape(siteUrl)}[^"'<>()\\\\\\s&{]*`, 'g'))) {
    found.push(address)
  }
  const own = found.map((address) =>
    address.startsWith(siteUrl) ? address.slice(siteUrl.length) || '/' : address,
  )
  return new Set(
    own.filter((address) => /^\/(?!\/)/.test(address)).map((address) => address.replace(/[?#].*$/, '')),
  )
}

function exists(address: string, held: ReadonlySet<string>): boolean {
  const path = decodeURI(address).slice(1)
  if (path === '') return held.has('index.html')
  // The admin is one page; its router reads the rest of the address.
  if (path.startsWith('admin/')) return held.has('admin.html')
  return held.has(path) || held.has(`${path}.html`)
}
