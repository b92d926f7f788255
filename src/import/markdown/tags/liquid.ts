import type { Mark } from './marks.ts'

/** The name of `{{ … }}`, whose attribute '0' is what stands in it. */
export const OUTPUT = '{{'
/** The name of what Jekyll shows as it is, which is its attribute '0'. */
export const RAW = 'raw'

/** The tags and outputs of Liquid in a text of Jekyll. */
export function liquid(source: string): Mark[] {
  const marks: Mark[] = []
  let at = 0
  for (;;) {
    const from = nextOf(source, at)
    if (from < 0) return marks
    const isTag = source[from + 1] === '%'
    const end = source.indexOf(isTag ? '%}' : '}}', from + 2)
    if (end < 0) {
      if (nextOf(source, from + 2) < 0) return marks
      at = from + 2
      // No tag that comes later can end, either.
      if (!source.includes(isTag ? '}}' : '%}', at)) return marks
      continue
    }
    const inside = source
      .slice(from + 2, end)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim()
    const mark = isTag
      ? tag(inside)
      : { name: OUTPUT, role: 'alone' as const, attributes: new Map([['0', inside]]) }
    at = end + 2
    if (mark.name === RAW || mark.name === 'comment') {
      const last = endOf(source, mark.name, at)
      const attributes = new Map([['0', source.slice(at, last.from)]])
      marks.push({ from, to: last.to, name: mark.name, role: 'alone', attributes })
      at = last.to
    } else marks.push({ from, to: at, ...mark })
  }
}

function nextOf(source: string, at: number): number {
  for (let from = source.indexOf('{', at); from >= 0; from = source.indexOf('{', from + 1))
    if (source[from + 1] === '%' || source[from + 1] === '{') return from
  return -1
}

function endOf(source: string, name: string, at: number): { from: number; to: number } {
  const pattern = new RegExp(`\\{%-?[ \\t]{0,9}end${name}[ \\t]{0,9}-?%\\}`, 'g')
  pattern.lastIndex = at
  const found = pattern.exec(source)
  if (found === null) return { from: source.length, to: source.length }
  return { from: found.index, to: found.index + found[0].length }
}

const ATTRIBUTE = /([\w-]+)\s*[=:]\s*("[^"]*"|'[^']*'|[^\s,]+)|("[^"]*"|'[^']*'|[^\s,]+)/g

function tag(inside: string): Pick<Mark, 'name' | 'role' | 'attributes'> {
  const [name = ''] = /^\S*/.exec(inside) ?? []
  const attributes = new Map<string, string>()
  let number = 0
  for (const [, key, value, alone] of inside.slice(name.length).matchAll(ATTRIBUTE)) {
    if (key !== undefined && value !== undefined) attributes.set(key.toLowerCase(), unquoted(value))
    else if (alone !== undefined) {
      attributes.set(String(number), unquoted(alone))
      number += 1
    }
  }
  return name.startsWith('end')
    ? { name: name.slice('end'.length), role: 'close', attributes }
    : { name, role: 'open', attributes }
}

function unquoted(value: string): string {
  return /^["']/.test(value) ? value.slice(1, -1) : value
}
