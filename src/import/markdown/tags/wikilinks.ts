import { codeIn } from './jsx.ts'
import type { Mark } from './marks.ts'

const LINK = /(!?)\[\[([^[\]|#\n]{0,300})(#[^[\]|\n]{0,300})?(?:\|([^[\]\n]{0,300}))?\]\]/g

/** Names of links and pictures in texts of a wiki, such as Obsidian's: `[[Clay|the clay]]`, `![[pot.jpg]]`. */
const WIKI_LINK = '[['
export const WIKI_PICTURE = '![['

/** These links outside of code. Their attributes are the `target`, an `anchor` with its sign, and the `words`. */
export function wikiLinks(source: string): Mark[] {
  const code = codeIn(source)
  let next = 0
  return [...source.matchAll(LINK)].flatMap(
    ({ index, 0: all, 1: sign, 2: target = '', 3: anchor = '', 4: words }) => {
      while ((code[next]?.to ?? Infinity) <= index) next += 1
      if ((code[next]?.from ?? Infinity) <= index) return []
      const name = sign === '!' ? WIKI_PICTURE : WIKI_LINK
      const attributes = new Map([
        ['target', target.trim()],
        ['anchor', anchor],
        ['words', words?.trim() ?? ''],
      ])
      return [{ from: index, to: index + all.length, name, role: 'alone' as const, attributes }]
    },
  )
}
