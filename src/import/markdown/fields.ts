import { type JsonObject, isObject } from '../../domain/body/json.ts'
import { momentOf } from '../moments.ts'

/** Fields that only hold others, of Hugo and Zola. */
const GROUPS = ['params', 'taxonomies', 'extra'] as const

/**
 * The fields of front matter by their names, of which letters and digits count only: `featured_image` is `featuredImage`.
 * What Hugo and Zola group counts like fields of their own.
 */
export class Fields {
  readonly #values = new Map<string, unknown>()

  /** Of several objects, the first that has a field counts. */
  constructor(...objects: readonly JsonObject[]) {
    for (const object of objects) {
      this.#add(object)
      for (const name of GROUPS) if (isObject(object[name])) this.#add(object[name])
    }
  }

  #add(object: JsonObject): void {
    for (const [name, value] of Object.entries(object)) {
      const plain = plainName(name)
      if (!this.#values.has(plain)) this.#values.set(plain, value)
    }
  }

  has(name: string): boolean {
    return this.#values.has(plainName(name))
  }

  /** The value of the first of these fields that has one. */
  value(...names: readonly string[]): unknown {
    return names
      .map((name) => this.#values.get(plainName(name)))
      .find((value) => value != null && value !== '')
  }

  /** The first of these fields that is a text or number. */
  text(...names: readonly string[]): string {
    return names.map((name) => textOf(this.value(name))).find((text) => text !== '') ?? ''
  }

  /** The values of these fields as a list of texts. `separator` parts what is written in one line. */
  texts(separator: Separator, ...names: readonly string[]): string[] {
    const all = names.flatMap((name) => listOf(this.value(name), separator))
    return [...new Set(all)]
  }

  /** The fields within a field; none where it holds no object. */
  within(...names: readonly string[]): Fields {
    const value = names.map((name) => this.value(name)).find(isObject)
    return new Fields(value ?? {})
  }

  /** The moment of the first of these fields that has a value; UNREADABLE where that is none. */
  moment(zone: string, ...names: readonly string[]): string | typeof UNREADABLE | null {
    const value = this.value(...names)
    return value === undefined ? null : (momentOf(textOf(value), zone) ?? UNREADABLE)
  }
}

/** Stands for a field that should name a moment, and names none. */
export const UNREADABLE: unique symbol = Symbol('unreadable')

/** Names as Fields compares them. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

/** A text, number or truth value in a line; '' for all else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).replace(/\s+/g, ' ').trim()
    : ''
}

/** What parts the texts of a line: nothing, commas, or blanks where there are no commas. */
type Separator = 'none' | 'commas' | 'words'

function listOf(value: unknown, separator: Separator): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listOf(item, 'none'))
  if (isObject(value)) return [new Fields(value).text('name', 'title', 'label', 'slug')].filter(Boolean)
  const text = textOf(value)
  const parts =
    separator === 'none' ? [text] : text.split(separator === 'commas' || text.includes(',') ? ',' : ' ')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** What a field of yes or no says: null where it says neither. */
export function truthOf(value: unknown): boolean | null {
  const text = textOf(value).toLowerCase()
  if (/^(?:true|yes|on|y|1)$/.test(text)) return true
  return /^(?:false|no|off|n|0)$/.test(text) ? false : null
}
