import type { Mark } from './marks.ts'

/** The name of a shortcode that Hugo shows instead of running it. Its attribute '0' is what is shown. */
export const SHOWN = '/*'

/** The shortcodes of Hugo in a text. */
export function shortcodes(source: string): Mark[] {
  const marks: Mark[] = []
  let at = source.indexOf('{{')
  while (at >= 0) {
    const kind = source[at + 2]
    if (kind !== '<' && kind !== '%') {
      at = source.indexOf('{{', at + 2)
      continue
    }
    const read = new ShortcodeReader(source, at, kind === '<' ? '>}}' : '%}}')
    const mark = read.mark()
    if (mark !== null) marks.push(mark)
    // What is no shortcode is not looked through again.
    at = source.indexOf('{{', mark?.to ?? Math.max(read.at, at + 2))
  }
  return marks
}

class ShortcodeReader {
  readonly #source: string
  readonly #from: number
  readonly #end: string
  at: number

  constructor(source: string, from: number, end: string) {
    this.#source = source
    this.#from = from
    this.#end = end
    this.at = from + 3
  }

  mark(): Mark | null {
    this.#skipBlanks()
    if (this.#isNext(SHOWN)) return this.#shown()
    const isEnd = this.#isNext('/')
    if (isEnd) this.at += 1
    this.#skipBlanks()
    const name = this.#word(/[\w./-]/)
    if (name === '') return null
    const attributes = this.#attributes()
    if (attributes === null) return null
    const isAlone = this.#isNext('/')
    this.at += this.#end.length + (isAlone ? 1 : 0)
    const role = isEnd ? 'close' : isAlone ? 'alone' : 'open'
    return { from: this.#from, to: this.at, name: name.replace(/\/$/, ''), role, attributes }
  }

  #shown(): Mark | null {
    const end = this.#source.indexOf(`*/${this.#end}`, this.at)
    if (end < 0) return null
    const inside = this.#source.slice(this.at + 2, end)
    const [start, to] = [this.#source.slice(this.#from, this.#from + 3), end + 2 + this.#end.length]
    const attributes = new Map([['0', `${start}${inside}${this.#end}`]])
    return { from: this.#from, to, name: SHOWN, role: 'alone', attributes }
  }

  /** Up to the end of the shortcode; null where it has none. */
  #attributes(): Map<string, string> | null {
    const attributes = new Map<string, string>()
    let number = 0
    for (;;) {
      this.#skipBlanks()
      if (this.#isNext(this.#end) || this.#isNext(`/${this.#end}`)) return attributes
      if (this.at >= this.#source.length || this.#isNext('{{')) return null
      const value = this.#value()
      if (value === null) return null
      if (this.#isNext('=') && /^[\w.-]+$/.test(value)) {
        this.at += 1
        const named = this.#value()
        if (named === null) return null
        attributes.set(value.toLowerCase(), named)
      } else {
        attributes.set(String(number), value)
        number += 1
      }
    }
  }

  #value(): string | null {
    const sign = this.#source[this.at]
    if (sign !== '"' && sign !== '`') {
      const start = this.at
      while (this.at < this.#source.length && !/[\s="`]/.test(this.#source[this.at] ?? '') && !this.#isEnd())
        this.at += 1
      // A sign that begins no value.
      return this.at === start ? null : this.#source.slice(start, this.at)
    }
    let value = ''
    for (this.at += 1; this.at < this.#source.length; this.at += 1) {
      const next = this.#source[this.at]
      if (next === sign) {
        this.at += 1
        return value
      }
      if (sign === '"' && next === '\n') return null
      if (sign === '"' && next === '\\') this.at += 1
      value += this.#source[this.at] ?? ''
    }
    return null
  }

  #isEnd(): boolean {
    return this.#isNext(this.#end) || this.#isNext(`/${this.#end}`)
  }

  #isNext(text: string): boolean {
    return this.#source.startsWith(text, this.at)
  }

  #word(sign: RegExp): string {
    const start = this.at
    while (this.at < this.#source.length && sign.test(this.#source[this.at] ?? '') && !this.#isEnd())
      this.at += 1
    return this.#source.slice(start, this.at)
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#source[this.at] ?? '')) this.at += 1
  }
}
