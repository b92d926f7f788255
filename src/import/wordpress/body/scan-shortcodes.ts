/** A shortcode in a text: `[name key="value" bare]content[/name]`. */
export interface Shortcode {
  name: string
  /** By their names in lower case; values without a name by their number: '0', '1'. */
  attributes: ReadonlyMap<string, string>
  /** What stands between it and its end; null without one. */
  content: string | null
  /** As it stands in the text, without its content and end. */
  source: string
  /** Whether it can be nothing else: a word in brackets may also be the writer's own. */
  isCertain: boolean
}

/** Finds places in a text; each search begins where the one before it did or later, so all of them are linear. */
class Finder {
  readonly #found = new Map<string, number>()
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  /** The place of a text at `from` or after it; -1 for none. */
  next(text: string, from: number): number {
    const known = this.#found.get(text)
    if (known !== undefined && (known < 0 || known >= from)) return known
    const found = this.#source.indexOf(text, from)
    this.#found.set(text, found)
    return found
  }
}

/**
 * Replaces the shortcodes of a text by what `replace` makes of them; null leaves one as it is. Brackets within the tags and
 * comments of HTML are none. `[[name]]` becomes `[name]`. `isEnclosing`: whether one of a name can have content.
 */
export function replaceShortcodes(
  source: string,
  isEnclosing: (name: string) => boolean,
  replace: (shortcode: Shortcode) => string | null,
): string {
  const finder = new Finder(source)
  const lower = source.toLowerCase()
  const ends = new Finder(lower)
  const sign = /[<[]/g
  let made = ''
  let at = 0
  for (let found = sign.exec(source); found !== null; found = sign.exec(source)) {
    const start = found.index
    if (source.charAt(start) === '<') {
      sign.lastIndex = afterTag(source, start, finder)
      continue
    }
    const isEscaped = source.charAt(start + 1) === '['
    const from = isEscaped ? start + 2 : start + 1
    const name = nameAt(source, from)
    const close = name === '' ? -1 : finder.next(']', from)
    if (close < 0) continue
    if (isEscaped) {
      const end = escapedEnd(lower, name, close, ends)
      sign.lastIndex = close
      if (end < 0) continue
      made += source.slice(at, start) + source.slice(start + 1, end)
      at = end + 1
      sign.lastIndex = at
      continue
    }
    const inside = source.slice(from + name.length, close)
    const isSelfClosing = inside.endsWith('/')
    const lowerName = name.toLowerCase()
    const endTag = `[/${lowerName}]`
    const nextEnd = isSelfClosing ? -1 : ends.next(endTag, close + 1)
    const end = isEnclosing(lowerName) ? nextEnd : -1
    const isWritten = isSelfClosing || nextEnd >= 0 || /[\d_-]/.test(name) || inside.includes('=')
    const replaced = replace({
      name: lowerName,
      isCertain: isWritten || isAlone(source, start, close),
      attributes: attributesOf(isSelfClosing ? inside.slice(0, -1) : inside),
      content: end < 0 ? null : source.slice(close + 1, end),
      source: source.slice(start, close + 1),
    })
    if (replaced === null) {
      sign.lastIndex = close + 1
      continue
    }
    made += source.slice(at, start) + replaced
    at = end < 0 ? close + 1 : end + endTag.length
    sign.lastIndex = at
  }
  return made + source.slice(at)
}

/** Whether a paragraph or line has nothing else. */
function isAlone(source: string, start: number, close: number): boolean {
  const before = source.slice(Math.max(0, start - 40), start)
  const after = source.slice(close + 1, close + 40)
  return /(?:^|[\n\r]|<(?:p|div)>)[ \t]*$/.test(before) && /^[ \t]*(?:$|[\n\r]|<\/(?:p|div)>)/.test(after)
}

/** The place of the last bracket of `[[name]]` or `[[name]content[/name]]`; -1 where it is not escaped. */
function escapedEnd(lower: string, name: string, close: number, ends: Finder): number {
  if (lower.charAt(close + 1) === ']') return close + 1
  const endTag = `[/${name.toLowerCase()}]]`
  const end = ends.next(endTag, close)
  return end < 0 ? -1 : end + endTag.length - 1
}

function nameAt(source: string, at: number): string {
  const name = /[a-z][\w-]{0,60}(?=[\s\]=/])/iy
  name.lastIndex = at
  return name.exec(source)?.[0] ?? ''
}

/** The place after a tag or comment of HTML that begins here; after the `<` where none does. */
function afterTag(source: string, start: number, finder: Finder): number {
  if (source.startsWith('<!--', start)) {
    const end = finder.next('-->', start + 4)
    return end < 0 ? start + 4 : end + 3
  }
  if (!/[a-z/]/i.test(source.charAt(start + 1))) return start + 1
  const sign = /["'<>]/g
  sign.lastIndex = start + 1
  for (let found = sign.exec(source); found !== null; found = sign.exec(source)) {
    const [mark] = found
    if (mark === '>') return found.index + 1
    if (mark === '<') return found.index
    const end = finder.next(mark, found.index + 1)
    if (end < 0) return start + 1
    sign.lastIndex = end + 1
  }
  return start + 1
}

/** Attributes: `key="value"`, `key='value'`, `key=value`, and values without a name. */
function attributesOf(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  const text = source.replace(/[\u00a0\u200b]/g, ' ')
  const part =
    /([\w-]+)\s{0,9}=\s{0,9}"([^"]*)"|([\w-]+)\s{0,9}=\s{0,9}'([^']*)'|([\w-]+)\s{0,9}=\s{0,9}([^\s'"]+)|"([^"]*)"|'([^']*)'|=?([^\s"']+)/g
  let number = 0
  for (const found of text.matchAll(part)) {
    const name = found[1] ?? found[3] ?? found[5]
    const value = found[2] ?? found[4] ?? found[6] ?? found[7] ?? found[8] ?? found[9] ?? ''
    if (name === undefined) attributes.set(String(number++), value)
    else attributes.set(name.toLowerCase(), value)
  }
  return attributes
}
