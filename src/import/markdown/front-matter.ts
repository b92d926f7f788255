import { TomlDate, parse as parseToml } from 'smol-toml'
import { type Tags, parseDocument } from 'yaml'
import { type JsonObject, isObject, parseJson } from '../../domain/body/json.ts'

/** What stands above a text, and the text. */
interface Parted {
  /** Null where nothing stands above. */
  data: JsonObject | null
  body: string
}

/** What cannot be read, as a sentence that has nothing of the text. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/**
 * Parts a file into its front matter and its text: YAML between `---`, TOML between `+++`, a JSON object, or none. Throws
 * Unreadable. Nothing of it runs: other readers run what `---js` names.
 */
export function partFile(source: string): Parted {
  const text = source.replaceAll('\r\n', '\n').replace(/^\ufeff/, '')
  const opening = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (opening !== null) {
    const [line, mark = ''] = opening
    const end = closingAt(text, mark, line.length)
    if (end === null) {
      // A line at the beginning of a text without any.
      if (mark === '---') return { data: null, body: text }
      throw new Unreadable('Its front matter has no end')
    }
    const inside = text.slice(line.length, end.from)
    const data = mark === '---' ? yamlObject(inside) : tomlObject(inside)
    // What stands between two lines need not be data.
    return data === null ? { data: null, body: text } : { data, body: text.slice(end.to) }
  }
  if (/^---[ \t]*[a-z]/i.test(text))
    throw new Unreadable('Its front matter is in a language that is not read')
  return text.startsWith('{') ? partJson(text) : { data: null, body: text }
}

/** The object of a file of data by the ending of its name; null where it holds none. Throws Unreadable. */
export function dataOf(source: string, path: string): JsonObject | null {
  const text = source.replace(/^\ufeff/, '')
  if (path.endsWith('.toml')) return tomlObject(text)
  return path.endsWith('.json') ? objectOrNull(parseJson(text)) : yamlObject(text)
}

/** The same of a file that holds a list. */
export function dataListOf(source: string, path: string): unknown[] {
  const value = path.endsWith('.json') ? parseJson(source) : yamlValue(source)
  return Array.isArray(value) ? value : []
}

/** Where the line that closes the front matter begins, and where the text after it does. */
function closingAt(text: string, mark: string, start: number): { from: number; to: number } | null {
  let line = start
  while (line < text.length) {
    const end = text.indexOf('\n', line)
    const stop = end < 0 ? text.length : end
    const words = text.slice(line, stop).trimEnd()
    if (words === mark || (mark === '---' && words === '...'))
      return { from: line, to: Math.min(stop + 1, text.length) }
    line = stop + 1
  }
  return null
}

function partJson(text: string): Parted {
  const end = endOfObject(text)
  const data = end === null ? undefined : parseJson(text.slice(0, end))
  if (end === null || !isObject(data)) return { data: null, body: text }
  return { data, body: text.slice(end).replace(/^\s*?\n/, '') }
}

/** The place after the object that a text begins with. */
function endOfObject(text: string): number | null {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function yamlObject(source: string): JsonObject | null {
  return objectOrNull(yamlValue(source))
}

/**
 * YAML 1.2, so that the title `No` and the tag `on` stay as they are. Numbers and dates are their letters: the slug 007 is
 * not 7, nor the title 1.10 less than 1.9.
 */
function yamlValue(source: string): unknown {
  const document = parseDocument(source, {
    schema: 'core',
    customTags: withoutNumbers,
    uniqueKeys: false,
    merge: true,
    logLevel: 'silent',
  })
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    throw new Unreadable(
      `Its front matter cannot be read${line === undefined ? '' : `, from line ${line + 1} on`}`,
    )
  }
  try {
    return document.toJS()
  } catch {
    // Aliases of aliases of aliases.
    throw new Unreadable('Its front matter cannot be read')
  }
}

function withoutNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float)$/.test(tag.tag))
}

function tomlObject(source: string): JsonObject {
  try {
    return plain(parseToml(source, { integersAsBigInt: 'asNeeded' })) as JsonObject
  } catch {
    throw new Unreadable('Its front matter cannot be read')
  }
}

/** Dates of TOML as text, as in YAML. */
function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, plain(inside)]))
}

function objectOrNull(value: unknown): JsonObject | null {
  return isObject(value) ? value : null
}
