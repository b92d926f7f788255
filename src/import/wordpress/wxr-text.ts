/** Characters that XML 1.0 does not allow, which old posts and pasted texts have. */
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** The only references that mean something in an export; all others are text, those of a DTD among them. */
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/y

/** How much of the text after a `<` or `&` decides what it is. */
const LOOK_AHEAD = 12

const ENDS = { cdata: ']]>', comment: '-->' } as const

/**
 * Mends what exporters write wrong before an XML parser reads it, in pieces: control characters go, and an `&` that
 * begins no reference becomes one. Line ends stay, so that the numbers of lines are those of the file.
 */
export class WxrText {
  #state: 'markup' | keyof typeof ENDS = 'markup'
  #rest = ''

  /** What is ready of the text so far. */
  next(chunk: string): string {
    return this.#mend(this.#rest + chunk.replace(NOT_IN_XML, ''), false)
  }

  /** What is left at the end of the file. */
  end(): string {
    return this.#mend(this.#rest, true)
  }

  #mend(source: string, isEnd: boolean): string {
    let ready = ''
    let at = 0
    while (at < source.length) {
      const from = at
      at = this.#state === 'markup' ? this.#skipText(source, at) : this.#skipSection(source, at, isEnd)
      ready += source.slice(from, at)
      if (this.#state !== 'markup' || at === source.length) break
      if (!/[<&]/.test(source.charAt(at))) continue
      if (!isEnd && source.length - at < LOOK_AHEAD) break
      const sign = this.#signAt(source, at)
      ready += sign.text
      at += sign.length
    }
    this.#rest = source.slice(at)
    return ready
  }

  /** The place of the next `<` or `&`. */
  #skipText(source: string, at: number): number {
    const sign = /[<&]/g
    sign.lastIndex = at
    return sign.exec(source)?.index ?? source.length
  }

  /** The place after the end of a CDATA section or comment; without one, the place of what may begin the end. */
  #skipSection(source: string, at: number, isEnd: boolean): number {
    if (this.#state === 'markup') return at
    const end = source.indexOf(ENDS[this.#state], at)
    if (end < 0) return isEnd ? source.length : Math.max(at, source.length - 2)
    this.#state = 'markup'
    return end + 3
  }

  #signAt(source: string, at: number): { text: string; length: number } {
    if (source.charAt(at) === '&') {
      REFERENCE.lastIndex = at
      return { text: REFERENCE.test(source) ? '&' : '&amp;', length: 1 }
    }
    const opening = source.startsWith('<![CDATA[', at)
      ? '<![CDATA['
      : source.startsWith('<!--', at)
        ? '<!--'
        : '<'
    if (opening !== '<') this.#state = opening === '<!--' ? 'comment' : 'cdata'
    return { text: opening, length: opening.length }
  }
}
