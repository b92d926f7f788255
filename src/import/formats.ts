import { open, stat } from 'node:fs/promises'
import { type Reader, ImportError } from './description.ts'
import { openSource } from './source-files.ts'

/** The systems whose exports can be imported, with what reads each. */
export const FORMATS = {
  WordPress: async () => (await import('./wordpress/read-wordpress.ts')).readWordpress,
  Ghost: async () => (await import('./ghost/read-ghost.ts')).readGhost,
  'members of Ghost': async () => (await import('./ghost/members.ts')).readGhostMembers,
  Substack: async () => (await import('./substack/read-substack.ts')).readSubstack,
  'subscribers of Substack': async () => (await import('./substack/subscribers.ts')).readSubstackSubscribers,
  Markdown: async () => (await import('./markdown/read-markdown.ts')).readMarkdown,
} as const satisfies Record<string, () => Promise<Reader>>
export type Format = keyof typeof FORMATS

/** Bytes at the beginning of a file that tell its format. */
const TOLD = 64 * 1024

/**
 * The format of a file or folder, by its content and not by its name: browsers and servers call a ZIP many things. Throws an
 * ImportError for what is of none.
 */
export async function formatOf(path: string): Promise<Format> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ImportError(`There is no file or folder ${path}`)
  if (found.isDirectory()) return formatOfFiles(path)
  const start = await startOf(path)
  if (start.startsWith('PK\u0003\u0004')) return formatOfFiles(path)
  if (start.startsWith('\u001f\uFFFD')) throw new ImportError('This is a compressed file: unpack it first')
  const text = start.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('<') && /wordpress\.org\/export\/|<rss\b/i.test(text)) return 'WordPress'
  if (/^[{[]/.test(text)) return 'Ghost'
  const header = /^[^\r\n]*/.exec(text)?.[0].toLowerCase() ?? ''
  if (/(?:^|[,;\t"])email(?:[",;\t]|$)/.test(header))
    return /subscribed|labels|complimentary/.test(header) ? 'members of Ghost' : 'subscribers of Substack'
  throw new ImportError(
    `${path} is no export of WordPress, Ghost or Substack, and no folder of Markdown files. Choose the file as it was downloaded`,
  )
}

async function formatOfFiles(path: string): Promise<Format> {
  const files = await openSource(path)
  try {
    const has = (pattern: RegExp) => files.paths.some((file) => pattern.test(file))
    if (has(/^posts\.csv$/)) return 'Substack'
    if (has(/\.(?:md|markdown|mdx)$/i)) return 'Markdown'
    if (has(/\.xml$/i)) return 'WordPress'
    if (has(/^email_list[^/]*\.csv$/)) return 'subscribers of Substack'
  } finally {
    files.close()
  }
  throw new ImportError(
    `${path} has neither posts.csv of Substack nor Markdown files nor exports of WordPress`,
  )
}

async function startOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TOLD), 0, TOLD, 0)
    const bytes = buffer.subarray(0, bytesRead)
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8')
  } finally {
    await file.close()
  }
}
