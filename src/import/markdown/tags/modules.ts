import { codeIn } from './jsx.ts'

/** What an MDX file imports, by the name that it has there: 'pot' → './pot.jpg'. */
export type Imports = ReadonlyMap<string, string>

/** A text of MDX without its lines of JavaScript. */
interface WithoutModules {
  source: string
  imports: Imports
  hasExports: boolean
}

const IMPORT =
  /^import\s+(?:(\w+)\s+from\s+|[\w\s{},*$]{1,2000}?\bfrom\s+)?["']([^"'\n]{1,2000})["'];?[ \t]*$/gm
const EXPORT = /^export\s+(?:const|let|var|function|async|default|class|type|interface|\{|\*)/gm

/** Takes what a text imports and exports out of it. Nothing of it runs. */
export function withoutModules(source: string): WithoutModules {
  const imports = new Map<string, string>()
  const withoutImports = cutOut(source, IMPORT, ({ 0: line, 1: name, 2: path = '', index }) => {
    if (name !== undefined) imports.set(name, path)
    return index + line.length
  })
  const withoutExports = cutOut(withoutImports, EXPORT, ({ index }, text) => endOfStatement(text, index))
  return { source: withoutExports, imports, hasExports: withoutExports !== withoutImports }
}

/** A text without what a pattern finds outside of code. `endOf`: where it ends. */
function cutOut(
  source: string,
  pattern: RegExp,
  endOf: (found: RegExpExecArray, source: string) => number,
): string {
  const code = codeIn(source)
  const kept: string[] = []
  let [at, next] = [0, 0]
  for (const found of source.matchAll(pattern)) {
    const { index } = found
    while ((code[next]?.to ?? Infinity) <= index) next += 1
    if (index < at || (code[next]?.from ?? Infinity) <= index) continue
    kept.push(source.slice(at, index))
    at = endOf(found, source)
  }
  return [...kept, source.slice(at)].join('')
}

/** The end of the line at which all braces that a statement opens are closed. */
function endOfStatement(source: string, start: number): number {
  let depth = 0
  let last = ''
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if (sign === '"' || sign === "'" || sign === '`') {
      const end = source.indexOf(sign, at + 1)
      // Such as an apostrophe in a comment.
      if (end >= 0) at = end
    } else if ('{[('.includes(sign)) depth += 1
    else if ('}])'.includes(sign)) depth -= 1
    else if (sign === '\n' && depth <= 0 && !'=,+:?&|'.includes(last)) return at
    if (!/\s/.test(sign)) last = sign
  }
  return source.length
}
