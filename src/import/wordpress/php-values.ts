import { unserialize } from 'php-serialize'

/** Longer values are not read. */
const MAX_LENGTH = 1024 * 1024

/** A value that PHP wrote: a record of values, a list, a text, a number … Objects of classes are not read. */
export type PhpValue = unknown

/**
 * Reads a value that PHP serialised; null for what is none. Lengths of texts that are wrong, since line ends became others
 * on the way, are repaired.
 */
export function phpValue(text: string): PhpValue {
  if (text.length > MAX_LENGTH || !/^(?:[aOC]:\d+:|[sibd]:|N;)/.test(text)) return null
  return read(text) ?? read(withTrueLengths(text))
}

function read(text: string): PhpValue {
  try {
    const value: unknown = unserialize(text)
    return value
  } catch {
    return null
  }
}

/** The same with the length of each text counted again: up to the next `";`. */
function withTrueLengths(text: string): string {
  const start = /s:\d+:"/g
  let mended = ''
  let at = 0
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const from = start.lastIndex
    const end = text.indexOf('";', from)
    if (end < 0) break
    const value = text.slice(from, end)
    mended += `${text.slice(at, found.index)}s:${Buffer.byteLength(value)}:"${value}";`
    at = end + 2
    start.lastIndex = at
  }
  return mended + text.slice(at)
}

/** The member of a record or list; undefined for anything else, and for what it only inherits. */
export function memberOf(value: PhpValue, name: string): PhpValue {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

/** The members of a record or list. */
export function membersOf(value: PhpValue): PhpValue[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** A text or number as text, '' for all else. */
export function textOfValue(value: PhpValue): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
