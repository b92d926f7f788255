import { createReadStream } from 'node:fs'
import { formatNumber } from '../../domain/text/format-number.ts'
import { ImportError } from '../description.ts'

/** A row of a table of the file. */
export interface JsonRow {
  table: string
  /** Counted from 0; null: the table is an object of names and values, which is its only row. */
  index: number | null
  /** Its JSON; null where its table is not to be read, and of one that is too large. */
  json: string | null
}

/** In bytes: what a row may take. */
const MAX_ROW = 50_000_000

/**
 * The rows of an export, `data.<table>[]` of the root or of `db[0]`, one after another: the file is never in memory as a
 * whole. Throws an ImportError, with the place, for a file that is no JSON or ends too early. `read`: the tables whose
 * rows come with their JSON.
 */
export async function* jsonRows(path: string, read: ReadonlySet<string>): AsyncGenerator<JsonRow> {
  const scanner = new RowScanner(read)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    yield* scanner.push(chunk as Buffer)
  }
  scanner.end()
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]
const [LINE_END, MAX_BLANK] = [0x0a, 0x20]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

const isOpening = (byte: number) => byte === OPEN_OBJECT || byte === OPEN_ARRAY
const isClosing = (byte: number) => byte === CLOSE_OBJECT || byte === CLOSE_ARRAY

/** An object or array on the way to the rows. */
interface Frame {
  isArray: boolean
  /** Of the value that comes next, or is read. */
  key: string | number
  /** What may stand here. */
  expects: 'key' | 'colon' | 'value' | 'comma'
}

/** A value that is read to its end, and not looked into. */
interface Value {
  depth: number
  isInString: boolean
  isEscaped: boolean
  /** A number, true, false or null, which only what follows ends. */
  isWord: boolean
  row: { table: string; index: number | null } | null
  /** Null: it is not kept. */
  parts: Buffer[] | null
  size: number
}

class RowScanner {
  readonly #read: ReadonlySet<string>
  readonly #frames: Frame[] = []
  #value: Value | null = null
  /** The bytes of a key that is read. */
  #key: number[] | null = null
  #isKeyEscaped = false
  #hasBegun = false
  #bytes = 0
  #lines = 1

  constructor(read: ReadonlySet<string>) {
    this.#read = read
  }

  *push(chunk: Buffer): Generator<JsonRow> {
    let at = 0
    while (at < chunk.length) {
      if (this.#value !== null) {
        const value = this.#value
        const from = at
        at = this.#endOfValue(value, chunk, at)
        const row = this.#keep(value, chunk.subarray(from, at))
        if (row !== null) yield row
        continue
      }
      const byte = chunk[at] ?? 0
      if (byte === LINE_END) this.#lines += 1
      if (!this.#step(byte, at)) at += 1
      this.#hasBegun ||= byte > MAX_BLANK && !BYTE_ORDER_MARK.includes(byte)
    }
    this.#bytes += chunk.length
  }

  end(): void {
    if (this.#value === null && this.#frames.length === 0 && this.#hasBegun) return
    if (!this.#hasBegun) throw new ImportError('The file is empty')
    throw new ImportError(
      `The file is cut off: it ends within ${this.#place() || 'its beginning'}, in line ${formatNumber(this.#lines)}, ` +
        `after ${formatNumber(this.#bytes)} bytes. Export it again`,
    )
  }

  /** 'data.posts[3]'. */
  #place(): string {
    const parts = this.#frames.map(({ key }) =>
      typeof key === 'number' ? `[${Math.max(key, 0)}]` : `.${key}`,
    )
    return parts.join('').replace(/^\./, '')
  }

  /** Whether the byte begins a value, which is then read from it. */
  #step(byte: number, at: number): boolean {
    const frame = this.#frames.at(-1)
    if (this.#key !== null) {
      this.#addToKey(byte)
      return false
    }
    if (byte <= MAX_BLANK) return false
    if (frame === undefined) {
      if (!this.#hasBegun && this.#bytes + at < 3 && BYTE_ORDER_MARK.includes(byte)) return false
      if (this.#hasBegun || !isOpening(byte)) throw this.#noJson(at)
      this.#open(byte)
      return false
    }
    if (isClosing(byte)) {
      this.#close(byte, at)
      return false
    }
    if (frame.expects === 'value') return this.#begin(byte, at)
    if (frame.expects === 'key' && byte === QUOTE) this.#key = []
    else if (frame.expects === 'colon' && byte === COLON) frame.expects = 'value'
    else if (frame.expects === 'comma' && byte === COMMA) this.#next(frame)
    else throw this.#noJson(at)
    return false
  }

  #next(frame: Frame): void {
    if (typeof frame.key === 'number') frame.key += 1
    frame.expects = frame.isArray ? 'value' : 'key'
  }

  #open(byte: number): void {
    const isArray = byte === OPEN_ARRAY
    this.#frames.push({ isArray, key: isArray ? 0 : '', expects: isArray ? 'value' : 'key' })
  }

  #close(byte: number, at: number): void {
    const frame = this.#frames.pop()
    if (frame?.isArray !== (byte === CLOSE_ARRAY)) throw this.#noJson(at)
    const around = this.#frames.at(-1)
    if (around) around.expects = 'comma'
  }

  #addToKey(byte: number): void {
    const frame = this.#frames.at(-1)
    if (this.#key === null || frame === undefined) return
    if (byte !== QUOTE || this.#isKeyEscaped) {
      this.#isKeyEscaped = byte === BACKSLASH && !this.#isKeyEscaped
      if (this.#key.length < 100) this.#key.push(byte)
      return
    }
    frame.key = Buffer.from(this.#key).toString()
    frame.expects = 'colon'
    this.#key = null
  }

  #begin(byte: number, at: number): boolean {
    if (byte === COMMA || byte === COLON) throw this.#noJson(at)
    const path = withoutWrapper(this.#frames.map(({ key }) => key))
    const [root, table, index] = path ?? []
    const isOnTheWay =
      path !== null &&
      (path.length === 0 || (root === 'data' && path.length < 3 && typeof table !== 'number'))
    if (isOnTheWay && isOpening(byte) && (path.length < 2 || byte === OPEN_ARRAY)) {
      this.#open(byte)
      return false
    }
    const isRow =
      root === 'data' && typeof table === 'string' && path?.length === (index === undefined ? 2 : 3)
    const row = isRow ? { table, index: typeof index === 'number' ? index : null } : null
    const isRead = row !== null && this.#read.has(row.table)
    this.#value = {
      depth: 0,
      isInString: false,
      isEscaped: false,
      isWord: byte !== QUOTE && !isOpening(byte),
      row,
      parts: isRead ? [] : null,
      size: 0,
    }
    return true
  }

  /** Where in the chunk the value ends; its length if it does not. */
  #endOfValue(value: Value, chunk: Buffer, from: number): number {
    let { depth, isInString, isEscaped } = value
    let at = from
    let hasEnded = false
    for (; at < chunk.length && !hasEnded; at += 1) {
      const byte = chunk[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) {
          isInString = false
          hasEnded = depth === 0
        } else if (byte === LINE_END) this.#lines += 1
      } else if (byte === QUOTE) isInString = true
      else if (isOpening(byte)) depth += 1
      else if (isClosing(byte)) {
        if (value.isWord) break
        depth -= 1
        hasEnded = depth === 0
      } else if (value.isWord && (byte === COMMA || byte <= MAX_BLANK)) break
      else if (byte === LINE_END) this.#lines += 1
    }
    Object.assign(value, { depth, isInString, isEscaped })
    if (hasEnded || (value.isWord && at < chunk.length)) this.#finish()
    return at
  }

  #finish(): void {
    const frame = this.#frames.at(-1)
    if (frame) frame.expects = 'comma'
    this.#value = null
  }

  /** Adds a part of a value to it; the row, once it is whole. */
  #keep(value: Value, part: Buffer): JsonRow | null {
    value.size += part.length
    if (value.size > MAX_ROW) value.parts = null
    value.parts?.push(part)
    if (this.#value !== null || value.row === null) return null
    const json = value.parts === null ? null : Buffer.concat(value.parts).toString()
    return { ...value.row, json }
  }

  #noJson(at: number): ImportError {
    const place = `line ${formatNumber(this.#lines)}, after ${formatNumber(this.#bytes + at)} bytes`
    return this.#hasBegun
      ? new ImportError(`The file is no JSON any more in ${place}. Export it again`)
      : new ImportError('The file is no export of Ghost, which begins with {')
  }
}

/** The path to a value without what is around the export: `db[0]` or `[0]`; null of what is not in it. */
function withoutWrapper(path: readonly (string | number)[]): readonly (string | number)[] | null {
  const [first, second] = path
  if (first === 'db')
    return second === undefined || second === 0
      ? path.slice(2)
      : typeof second === 'number'
        ? null
        : path.slice(1)
  if (typeof first === 'number') return first === 0 ? path.slice(1) : null
  return path
}
