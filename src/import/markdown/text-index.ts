import type { SourceFiles } from '../source-files.ts'
import { Fields } from './fields.ts'
import { Unreadable, partFile } from './front-matter.ts'
import { type NotTaken, type Place, type Site, folderOf, joined, stemOf } from './site.ts'

/** A text that is larger is none of a magazine. */
const MAX_TEXT_BYTES = 5 * 1024 * 1024

/** A file with a text, read. */
export interface ReadText {
  fields: Fields
  body: string
  place: Place | NotTaken
}

/** Reads the texts of a site, and finds them by the names that other texts have for them. */
export class TextIndex {
  readonly #files: SourceFiles
  readonly #site: Site
  readonly #texts: ReadonlySet<string>
  /** Texts by the names that lead to them; null where a name leads to several. */
  readonly #byName = new Map<string, string | null>()
  readonly #addresses = new Map<string, string | null>()

  constructor(files: SourceFiles, site: Site) {
    this.#files = files
    this.#site = site
    this.#texts = new Set(site.texts)
    for (const path of site.texts) {
      const stem = stemOf(path)
      const name = (/^_?index$/.test(stem) ? stemOf(folderOf(path)) : stem).toLowerCase()
      this.#byName.set(name, this.#byName.has(name) ? null : path)
    }
  }

  /** Throws Unreadable and ImportErrors. */
  async read(path: string): Promise<ReadText> {
    const { data, body } = partFile(await this.#files.text(path, MAX_TEXT_BYTES))
    const fields = new Fields(data ?? {}, ...(await this.#site.inherited(path)))
    return { fields, body, place: this.#site.place(path, fields, data === null) }
  }

  /** A path from the root of the site of the text that another one names; null where there is none. */
  async addressOf(named: string, from: string): Promise<string | null> {
    const [words = '', anchor] = named.split('#', 2)
    const path = this.#find(words.trim(), from)
    if (path === null) return null
    const known = this.#addresses.get(path)
    const address = known === undefined ? await this.#readAddress(path) : known
    this.#addresses.set(path, address)
    return address === null ? null : address + (anchor === undefined ? '' : `#${anchor}`)
  }

  #find(named: string, from: string): string | null {
    if (named === '') return from
    const plain = named.replace(/^\/+|\/+$/g, '')
    const folders = named.startsWith('/') ? [''] : [folderOf(from), '']
    const starts = [...folders, ...this.#site.served.map((prefix) => prefix.replace(/\/$/, ''))]
    for (const start of starts) {
      const path = joined(start, plain)
      if (path === null) continue
      const found = ['', '.md', '/index.md', '/_index.md', '.markdown', '.mdx', '.html']
        .map((ending) => path + ending)
        .find((candidate) => this.#texts.has(candidate))
      if (found !== undefined) return found
    }
    // A path that is whole must be right.
    if (/\.\w+$/.test(plain) && this.#files.has(plain)) return null
    const stem = stemOf(/(?:^|\/)_?index\.\w+$/.test(plain) ? folderOf(plain) : plain)
    return (
      this.#byName.get(stem.toLowerCase()) ??
      this.#byName.get(plain.replace(/^.*\//, '').toLowerCase()) ??
      null
    )
  }

  async #readAddress(path: string): Promise<string | null> {
    try {
      const { place } = await this.read(path)
      return 'addresses' in place ? (place.addresses[0] ?? null) : null
    } catch (error) {
      if (error instanceof Unreadable) return null
      throw error
    }
  }
}
