import type { ElementContent } from 'hast'
import { type JsonObject, isObject, str } from '../json.ts'
import { el, text } from './hast.ts'

/** The names under which nodes and blocks of other editors keep words, in their order. */
const WORDS = ['title', 'label', 'text', 'message', 'body', 'content', 'description', 'caption', 'emoji']
const ADDRESSES = ['source', 'src', 'url', 'link', 'href', 'embed']
const FORMULAS = ['equation', 'latex', 'formula', 'math']

/**
 * What is kept of a childless node or block of a kind that no story has: its words, and the address of what it shows. A node
 * with neither becomes an element that is left out and counted. `inline` parses words that may have marks.
 */
export function unknownNode(
  data: JsonObject,
  inline: (words: string) => ElementContent[] = (words) => [text(words)],
): ElementContent[] {
  if (FORMULAS.some((name) => str(data[name]) !== '')) return [el('math')]
  const words = WORDS.flatMap((name) => (str(data[name]) === '' ? [] : [el('div', inline(str(data[name])))]))
  const address = addressIn(data) ?? addressIn(data.file) ?? addressIn(data.value)
  return words.length === 0 || address !== null
    ? [...words, el('embed', [], { src: address ?? undefined })]
    : words
}

function addressIn(data: unknown): string | null {
  if (!isObject(data)) return null
  const address = ADDRESSES.map((name) => str(data[name])).find((value) => /^(?:https?:)?\/\//i.test(value))
  const video = str(data.videoID)
  return address ?? (video === '' ? null : `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`)
}

/** The sign of an item of a list of tasks. */
export function taskSign(isDone: unknown): ElementContent {
  return text(isDone === true ? '☑ ' : '☐ ')
}
