import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Item, Reader, Story } from '../../src/import/description.ts'
import { readWordpress } from '../../src/import/wordpress/read-wordpress.ts'

/** An export of WordPress with these parts of its channel. */
export function wxr(parts: string, base = 'https://example.org'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Example</title>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>${base}</wp:base_blog_url>
${parts}
</channel>
</rss>
`
}

/** An item of an export: fields by their names in the file, custom fields under `meta`; `inside`: more of its XML. */
export function wxrItem(
  fields: Readonly<Record<string, string>>,
  meta: Readonly<Record<string, string>> = {},
  inside = '',
): string {
  const all = {
    'wp:post_id': '1',
    'wp:post_type': 'post',
    'wp:status': 'publish',
    'wp:post_date_gmt': '2020-01-02 03:04:05',
    ...fields,
  }
  const cdata = (text: string) => `<![CDATA[${text}]]>`
  const written = Object.entries(all).map(([name, text]) => `<${name}>${cdata(text)}</${name}>`)
  const custom = Object.entries(meta).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  return `<item>${written.join('')}${custom.join('')}${inside}</item>`
}

/** A file of this text in a folder of its own. */
export function fileOf(text: string | Buffer, name = 'export.xml'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'wxr-')), name)
  writeFileSync(path, text)
  return path
}

const OPTIONS = { now: new Date('2026-11-30T12:00:00Z'), zone: 'Europe/Berlin', language: 'en' }

/** All that is read of a file. */
export async function itemsOf(path: string, reader: Reader = readWordpress): Promise<Item[]> {
  return Array.fromAsync(reader(path, OPTIONS))
}

/** What is read of an export with these parts. */
export async function itemsOfWxr(parts: string, base?: string): Promise<Item[]> {
  return itemsOf(fileOf(wxr(parts, base)))
}

/** The items of one kind. */
export function ofKind<K extends Item['kind']>(
  items: readonly Item[],
  kind: K,
): Extract<Item, { kind: K }>[] {
  return items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind)
}

/** The story of an item with these fields. */
export async function storyOf(...item: Parameters<typeof wxrItem>): Promise<Story> {
  const [story] = ofKind(await itemsOfWxr(wxrItem(...item)), 'story')
  if (story === undefined) throw new Error('There is no story')
  return story
}
