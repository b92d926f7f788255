import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { ImportError } from '../description.ts'
import { WxrRecord } from './wxr-record.ts'
import { WxrText } from './wxr-text.ts'

/** In characters: no part of an export that is a text of people is larger. */
const MAX_PART = 64 * 1024 * 1024

/** What the parser says of files that are otherwise whole; the text stays as it is. */
const HARMLESS =
  /(?:disallowed character\.|"\]\]>" is disallowed in char data\.|character entity\.|undefined entity\.|in entity name\.|malformed comment\.|text data outside of root node\.|XML declaration must (?:be|appear) at the start of the document\.|doctype declaration\.|processing instructions? .*|version number must match .*|encoding value must match[^]*|duplicate attribute: .*|xmlns.*|XML declaration is incomplete\.|whitespace required\.|must contain a version\.)$/

/** The names that the format gives to namespaces, by their addresses. */
const NAMESPACES: readonly [RegExp, string][] = [
  [/^https?:\/\/wordpress\.org\/export\/(?:[\d.]+\/)?excerpt\/?$/, 'excerpt:'],
  [/^https?:\/\/wordpress\.org\/export\/(?:[\d.]+\/?)?$/, 'wp:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content:'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc:'],
  [/^$/, ''],
]

/** The addresses of prefixes in files that do not declare them. */
const UNDECLARED: Readonly<Record<string, string>> = {
  wp: 'http://wordpress.org/export/1.2/',
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  '': '',
}

/** Parts of the channel that have fields of their own. */
const GROUPS: ReadonlySet<string> = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term'])
const META: ReadonlySet<string> = new Set(['wp:postmeta', 'wp:termmeta'])

/** The name of an element as the format has it; null for one of another namespace. */
function nameOf({ uri, local }: SaxesTagNS): string | null {
  const prefix = NAMESPACES.find(([address]) => address.test(uri))?.[1]
  const name = prefix === undefined ? null : prefix + local
  // So exporters of some versions call it.
  return name === 'wp:wp_author' ? 'wp:author' : name
}

/** Makes records of the events of an XML parser. */
class RecordBuilder {
  /** Complete records that nobody has taken yet. */
  records: WxrRecord[] = []
  /** Characters of the record so far. */
  size = 0
  hasRoot = false
  /** Whether a part has a name of WordPress, which other feeds do not have. */
  isWordPress = false
  #depth = 0
  /** The depth of an element whose content does not count; 0: none. */
  #skipped = 0
  #record: WxrRecord | null = null
  #field = ''
  #fieldDepth = 0
  #text = ''
  #hasCdata = false
  #metaKey = ''
  #metaValue = ''

  open(tag: SaxesTagNS, line: number): void {
    this.#depth += 1
    if (this.#skipped > 0 || this.#field !== '') return
    const name = nameOf(tag)
    if (this.#depth === 1) this.#openRoot(name ?? tag.name)
    else if (this.#depth === 2) this.#skipUnless(name === 'channel')
    else if (name === null) this.#skipUnless(false)
    else if (this.#depth === 3) this.#openPart(name, line)
    else if (name === 'wp:comment') this.#openComment()
    else if (!META.has(name)) this.#openField(name, tag)
  }

  #openRoot(name: string): void {
    if (name !== 'rss')
      throw new ImportError(`This is not an export of WordPress: it begins with <${name.slice(0, 40)}>.`)
    this.hasRoot = true
  }

  #openPart(name: string, line: number): void {
    this.isWordPress ||= name.startsWith('wp:')
    this.#record = new WxrRecord(name, line)
    this.size = 0
    if (!GROUPS.has(name)) this.#openText(name)
  }

  #openComment(): void {
    if (this.#record !== null) this.#record.comments += 1
    this.#skipUnless(false)
  }

  #openField(name: string, { attributes }: SaxesTagNS): void {
    this.isWordPress ||= name.startsWith('wp:')
    if (name === 'category')
      this.#record?.terms.push({
        taxonomy: attributes.domain?.value ?? '',
        nicename: attributes.nicename?.value.trim() ?? '',
        name: '',
      })
    this.#openText(name)
  }

  #openText(name: string): void {
    this.#field = name
    this.#fieldDepth = this.#depth
    this.#text = ''
    this.#hasCdata = false
  }

  #skipUnless(isRead: boolean): void {
    if (!isRead) this.#skipped = this.#depth
  }

  addText(text: string, isCdata: boolean): void {
    if (this.#field === '') return
    this.#text += text
    this.#hasCdata ||= isCdata && text !== ''
    this.size += text.length
  }

  close(tag: SaxesTagNS): void {
    const depth = this.#depth
    this.#depth -= 1
    if (this.#skipped > 0) {
      if (depth === this.#skipped) this.#skipped = 0
      return
    }
    if (this.#field !== '') {
      if (depth !== this.#fieldDepth) return
      this.#closeField()
    }
    if (depth === 4 && META.has(nameOf(tag) ?? '')) {
      this.#record?.addMeta(this.#metaKey, this.#metaValue)
      this.#metaKey = ''
      this.#metaValue = ''
    }
    if (depth === 3 && this.#record !== null) {
      this.records.push(this.#record)
      this.#record = null
    }
  }

  #closeField(): void {
    const field = this.#field
    this.#field = ''
    if (field === 'wp:meta_key') this.#metaKey = this.#text.trim()
    else if (field === 'wp:meta_value') this.#metaValue = this.#text
    else if (field === 'category') {
      const term = this.#record?.terms.at(-1)
      if (term !== undefined) term.name = this.#text.trim()
    } else {
      const hasPassword = this.#hasCdata || this.#text.trim() !== ''
      if (field === 'wp:post_password' && hasPassword && this.#record !== null)
        this.#record.hasPassword = true
      this.#record?.addText(field, this.#text)
    }
  }
}

/**
 * Reads the parts of an export file one after another, in bounded memory. Throws an ImportError where the file is none of
 * WordPress, is damaged or was cut, naming the line.
 */
export async function* readWxr(stream: Readable): AsyncGenerator<WxrRecord> {
  const parser = new SaxesParser({
    xmlns: true,
    resolvePrefix: (prefix: string) =>
      Object.hasOwn(UNDECLARED, prefix) ? UNDECLARED[prefix] : `unknown:${prefix}`,
  })
  const builder = new RecordBuilder()
  let sinceEvent = 0
  let isAtEnd = false
  const event = <T extends unknown[]>(handle: (...all: T) => void) => {
    return (...all: T) => {
      sinceEvent = 0
      handle(...all)
    }
  }
  parser.on(
    'opentag',
    event((tag) => builder.open(tag, parser.line)),
  )
  parser.on(
    'closetag',
    event((tag) => builder.close(tag)),
  )
  parser.on(
    'text',
    event((text) => builder.addText(text, false)),
  )
  parser.on(
    'cdata',
    event((text) => builder.addText(text, true)),
  )
  parser.on(
    'comment',
    event(() => {}),
  )
  parser.on('error', (error) => {
    if (HARMLESS.test(error.message)) return
    throw damageOf(error.message, parser.line, builder.hasRoot, isAtEnd)
  })
  const text = new WxrText()
  for await (const chunk of decoded(stream)) {
    parser.write(text.next(chunk))
    sinceEvent += chunk.length
    if (Math.max(sinceEvent, builder.size) > MAX_PART)
      throw new ImportError(`A part of the file, up to line ${parser.line}, is larger than 64 MB.`)
    yield* builder.records
    builder.records = []
  }
  const line = parser.line
  isAtEnd = true
  parser.write(text.end())
  parser.close()
  yield* builder.records
  if (!builder.isWordPress)
    throw new ImportError(
      `This is not an export of WordPress: nothing in it, up to line ${line}, has its names.`,
    )
}

function damageOf(message: string, line: number, hasRoot: boolean, isAtEnd: boolean): ImportError {
  if (!hasRoot) return new ImportError('This is not an export of WordPress: it is not XML.')
  if (isAtEnd)
    return new ImportError(`The file ends in the middle, in line ${line}. Export or download it once more.`)
  const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
  return new ImportError(`The file is damaged in line ${line}: ${reason.slice(0, 200)}.`)
}

/** The text of a file in pieces, in the encoding that it names. */
async function* decoded(stream: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Buffer)) continue
      decoder ??= decoderOf(chunk)
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      typeof error.code === 'string' &&
      error.code.startsWith('E')
    )
      throw new ImportError(`The file cannot be read (${error.code}).`)
    throw error
  }
  yield decoder?.decode() ?? ''
}

function decoderOf(start: Buffer): TextDecoder {
  const [first, second] = start
  if (first === 0x1f && second === 0x8b) throw new ImportError('This is a compressed file: unpack it first.')
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const head = start.subarray(0, 200).toString('latin1')
  const name = /^[^<]{0,20}<\?xml[^>]{0,100}?encoding=["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
  // Bytes that say this in ASCII are not in UTF-16.
  if (/^utf-?16/i.test(name)) return new TextDecoder('utf-8')
  try {
    return new TextDecoder(name)
  } catch {
    throw new ImportError(`The encoding of the file, ${name}, is not known.`)
  }
}
