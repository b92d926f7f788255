/** A term that an item names: `<category domain="post_tag" nicename="news">News</category>`. */
export interface NamedTerm {
  taxonomy: string
  nicename: string
  name: string
}

/**
 * A part of an export below its channel: an item, an author, a term, or a text such as the title. Fields have the names
 * that the format gives them, whatever their prefixes are in the file: 'wp:post_id', 'content:encoded', 'title'.
 */
export class WxrRecord {
  readonly terms: NamedTerm[] = []
  comments = 0
  /** Whether the file has a password for it, be it of blanks only. */
  hasPassword = false
  readonly name: string
  readonly line: number
  readonly #texts = new Map<string, string[]>()
  readonly #meta = new Map<string, string[]>()

  constructor(name: string, line: number) {
    this.name = name
    this.line = line
  }

  addText(field: string, text: string): void {
    addTo(this.#texts, field, text)
  }

  addMeta(key: string, value: string): void {
    addTo(this.#meta, key, value)
  }

  /** The text of a field as it is in the file, '' without one. */
  raw(field: string): string {
    return this.#texts.get(field)?.[0] ?? ''
  }

  /** The same without outer blanks. */
  text(field: string): string {
    return this.raw(field).trim()
  }

  /** Of a field that may be there several times. */
  texts(field: string): readonly string[] {
    return (this.#texts.get(field) ?? []).map((text) => text.trim())
  }

  /** The value of a custom field, '' without one. */
  meta(key: string): string {
    return this.#meta.get(key)?.[0]?.trim() ?? ''
  }

  metas(key: string): readonly string[] {
    return (this.#meta.get(key) ?? []).map((value) => value.trim())
  }

  /** The first custom field of these that says something. */
  firstMeta(...keys: string[]): string {
    return keys.map((key) => this.meta(key)).find((value) => value !== '') ?? ''
  }

  /** An id as a key; null for none, which WordPress writes as 0. */
  id(field: string): string | null {
    return idOf(this.text(field))
  }
}

/** An id as a key; null for anything else. */
export function idOf(text: string): string | null {
  const number = /^\d{1,18}$/.test(text) ? text.replace(/^0+/, '') : ''
  return number === '' ? null : number
}

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

/**
 * A copy of a text that is kept for long: a part that is cut out of the text of a file would hold all of that text in
 * memory.
 */
export function kept(text: string): string {
  return Buffer.from(text).toString()
}
