import { wordSet } from '../../../domain/text/word-set.ts'
import type { Mark } from './marks.ts'

/** The name of a comment of MDX. */
export const COMMENT = '{/*'

/** What begins an attribute whose value is an expression, in JavaScript that nobody runs. */
export const EXPRESSION = '{'

/** The tags of an MDX text, outside of code. The names of components begin with a capital letter. */
export function jsx(source: string): Mark[] {
  const marks: Mark[] = []
  const code = codeIn(source)
  let next = 0
  for (let at = 0; at < source.length; at += 1) {
    while (next < code.length && (code[next]?.to ?? 0) <= at) next += 1
    const around = code[next]
    if (around !== undefined && around.from <= at) {
      at = around.to - 1
      continue
    }
    if (source.startsWith(COMMENT, at)) {
      const end = source.indexOf('*/}', at)
      if (end < 0) continue
      marks.push({ from: at, to: end + 3, name: COMMENT, role: 'alone', attributes: new Map() })
      at = end + 2
    } else if (source[at] === '<' && /[A-Za-z/>]/.test(source[at + 1] ?? '')) {
      const read = new TagReader(source, at)
      const mark = read.mark()
      if (mark !== null) marks.push(...kept(mark, source))
      at = Math.max(mark?.to ?? 0, read.at, at + 1) - 1
    }
  }
  return marks
}

/** Elements of HTML in which Markdown may stand, as blocks. */
const AROUND_MARKDOWN = wordSet('div section article aside main figure center details')

/** Components, and tags of HTML that Markdown would not read as MDX does. */
function kept(mark: Mark, source: string): Mark[] {
  if (mark.name === '' || /^[A-Z]|\./.test(mark.name)) return [mark]
  const isBlock = AROUND_MARKDOWN.has(mark.name)
  if (mark.role === 'close')
    return isBlock && isBlankUpTo('\n', source.slice(mark.to, mark.to + 100))
      ? [{ ...mark, role: 'alone', name: `/${mark.name}` }]
      : []
  const before = source.slice(Math.max(0, mark.from - 100), mark.from)
  const isFirst = isBlock && before.trimEnd().length <= before.lastIndexOf('\n') + 1
  return [{ ...mark, role: 'alone', name: isFirst ? `${mark.name}${BLOCK}` : mark.name }]
}

function isBlankUpTo(sign: string, text: string): boolean {
  return /^[ \t]{0,99}$/.test(text.split(sign)[0] ?? '')
}

/** What ends the name of an element that begins a line, so that what follows it is Markdown. */
export const BLOCK = ':block'

class TagReader {
  readonly #source: string
  readonly #from: number
  at: number

  constructor(source: string, from: number) {
    this.#source = source
    this.#from = from
    this.at = from + 1
  }

  /** Null for what is no tag. */
  mark(): Mark | null {
    const isEnd = this.#take('/')
    const name = this.#word()
    const attributes = new Map<string, string>()
    for (;;) {
      this.#skipBlanks()
      if (this.#take('/>')) return this.#made(name, isEnd ? 'close' : 'alone', attributes)
      if (this.#take('>')) return this.#made(name, isEnd ? 'close' : 'open', attributes)
      if (this.#source[this.at] === '{') {
        // {...attributes}
        if (this.#expression() === null) return null
        continue
      }
      const key = this.#word()
      if (key === '') return null
      this.#skipBlanks()
      const value = this.#take('=') ? this.#value() : ''
      if (value === null) return null
      attributes.set(key.toLowerCase(), value)
    }
  }

  #made(name: string, role: Mark['role'], attributes: Map<string, string>): Mark {
    return { from: this.#from, to: this.at, name, role, attributes }
  }

  #value(): string | null {
    this.#skipBlanks()
    const sign = this.#source[this.at]
    if (sign === '{') return this.#expression()
    if (sign !== '"' && sign !== "'") return null
    return this.#quoted(sign)
  }

  #quoted(sign: string): string | null {
    const end = this.#source.indexOf(sign, this.at + 1)
    if (end < 0) return null
    const value = this.#source.slice(this.at + 1, end)
    this.at = end + 1
    return value
  }

  /** An expression between braces: the text that it is, or what stands there with a brace before it. */
  #expression(): string | null {
    const start = this.at
    let depth = 0
    for (; this.at < this.#source.length; this.at += 1) {
      const sign = this.#source[this.at]
      if (sign === '"' || sign === "'" || sign === '`') {
        if (this.#quoted(sign) === null) return null
        this.at -= 1
      } else if (sign === '{') depth += 1
      else if (sign === '}') {
        depth -= 1
        if (depth > 0) continue
        this.at += 1
        const inside = this.#source.slice(start + 1, this.at - 1).trim()
        const quoted = /^(["'`])([^"'`$\\]*)\1$/.exec(inside)?.[2]
        return quoted ?? (/^-?[\d.]+$/.test(inside) ? inside : EXPRESSION + inside)
      }
    }
    return null
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  #word(): string {
    const start = this.at
    while (/[\w.:-]/.test(this.#source[this.at] ?? '')) this.at += 1
    return this.#source.slice(start, this.at)
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#source[this.at] ?? '')) this.at += 1
  }
}

interface Range {
  from: number
  to: number
}

/** The code of a Markdown text: between fences, and between backticks in a line. */
export function codeIn(source: string): Range[] {
  const ranges: Range[] = []
  const runs = [...source.matchAll(/`+/g)].map(({ index, 0: run }) => ({ from: index, length: run.length }))
  const nextAlike = sameAfter(runs)
  let run = 0
  for (const { from, to } of fences(source)) {
    inLines(from)
    ranges.push({ from, to })
    while (run < runs.length && (runs[run]?.from ?? 0) < to) run += 1
  }
  inLines(source.length)
  return ranges

  /** Adds code in lines up to a place. */
  function inLines(before: number): void {
    for (; run < runs.length; run += 1) {
      const start = runs[run]
      if (start === undefined || start.from >= before) return
      const last = nextAlike[run]
      const end = last === undefined ? undefined : runs[last]
      if (last === undefined || end === undefined || end.from >= before) continue
      if (source.slice(start.from, Math.min(end.from, start.from + 5000)).includes('\n\n')) continue
      ranges.push({ from: start.from, to: end.from + end.length })
      run = last
    }
  }
}

/** For each run of backticks, the number of the next one of the same length. */
function sameAfter(runs: readonly { length: number }[]): (number | undefined)[] {
  const last = new Map<number, number>()
  const next: (number | undefined)[] = []
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0
    next[at] = last.get(length)
    last.set(length, at)
  }
  return next
}

/** Blocks of code between lines of at least three backticks or tildes. */
function fences(source: string): Range[] {
  const ranges: Range[] = []
  let open: { from: number; mark: string } | null = null
  for (const { index, 1: mark = '', 2: rest = '' } of source.matchAll(/^[ \t>]*(`{3,}|~{3,})(.*)$/gm)) {
    if (open === null) {
      if (!mark.startsWith('`') || !rest.includes('`')) open = { from: index, mark }
    } else if (mark.startsWith(open.mark) && rest.trim() === '') {
      ranges.push({ from: open.from, to: source.indexOf(mark, index) + mark.length })
      open = null
    }
  }
  return open === null ? ranges : [...ranges, { from: open.from, to: source.length }]
}
