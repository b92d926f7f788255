import { textOf } from '../../domain/body/html/hast.ts'
import { nodesOf } from '../body/story-body.ts'

/** The words of a text in HTML, in one line: 'R&amp;D' → 'R&D'. */
export function plain(html: string): string {
  const words = /[<&]/.test(html) ? wordsOf(html) : html
  return words.replace(/\s+/g, ' ').trim()
}

function wordsOf(html: string): string {
  try {
    return textOf({ type: 'root', children: nodesOf(html) })
  } catch (error) {
    // Elements within elements, deeper than any text of people.
    if (error instanceof RangeError) return html.replace(/<[^<>]*>/g, ' ')
    throw error
  }
}

/** A nicename as people read it: WordPress percent-encodes other letters than those of ASCII. */
export function decoded(nicename: string): string {
  try {
    return decodeURIComponent(nicename)
  } catch {
    return nicename
  }
}

/** The nicename of something that has only a name. */
export function nicenameOf(name: string): string {
  const words = plain(name)
    .toLowerCase()
    .replace(/[.\s/]+/g, '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '')
    .replace(/-+/g, '-')
  return words.replace(/^-|-$/g, '')
}
