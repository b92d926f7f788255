import type { RootContent } from 'hast'
import { blocksToHast } from './editorjs.ts'
import { elementsOf } from './elements.ts'
import { type JsonObject, isObject, objects, parseJson } from './json.ts'
import { plainTextToHast } from './plain-text.ts'
import { richTextToHast } from './rich-text.ts'
import { STORY_FORMATS, type StoryFormat } from './story-parts.ts'
import { parseHtml } from '#parse-html'

/** Parsed content by format. `nodes` are not sanitised yet; choices and sections are as stored. */
export type Content =
  | { kind: 'text'; nodes: RootContent[] }
  | { kind: 'interactive'; choices: JsonObject[] }
  | { kind: 'mixed-media'; sections: JsonObject[] }
  | { kind: 'error'; reason: Unreadable }

/** What cannot be read: a content of this format, or of none that is known. */
export type Unreadable = StoryFormat | 'unknown'

/** Detects the format of an article's content and parses it. */
export function readContent(content: unknown): Content {
  if (typeof content === 'string') return readString(content)
  return readJson(content) ?? { kind: 'error', reason: 'unknown' }
}

const BLOCK_TAG = new RegExp(
  `^\\s*<(?:${[...elementsOf('block'), 'h5', 'h6', 'div', 'section', 'article', 'img'].join('|')})[\\s/>]`,
  'i',
)

/** Text of an article: HTML when it begins with a block element's tag, else plain text. */
export function textToHast(source: string): RootContent[] {
  return BLOCK_TAG.test(source) ? parseHtml(source).children : plainTextToHast(source)
}

function readString(source: string): Content {
  const trimmed = source.trim()
  if (/^[{[]/.test(trimmed)) {
    const value = parseJson(trimmed)
    const claimed = /["']type["']\s*:\s*["'](interactive|mixed-media)["']/.exec(trimmed)?.[1]
    if (value === undefined && (claimed === 'interactive' || claimed === 'mixed-media')) {
      return { kind: 'error', reason: claimed }
    }
    const read = readJson(value)
    if (read) return read
    if (isObject(value)) return { kind: 'error', reason: 'unknown' }
  }
  return { kind: 'text', nodes: textToHast(source) }
}

function readJson(value: unknown): Content | null {
  if (Array.isArray(value)) return readNodes(value)
  if (!isObject(value)) return null
  if (value.type === 'interactive' || value.type === 'mixed-media') return readParts(value, value.type)
  if (typeof value.html === 'string') return { kind: 'text', nodes: parseHtml(value.html).children }
  if (Array.isArray(value.blocks)) return readNodes(value.blocks)
  const nodes = isObject(value.root) ? value.root.children : value.type === 'doc' ? value.content : undefined
  return Array.isArray(nodes) ? { kind: 'text', nodes: richTextToHast(objects(nodes)) } : null
}

/** An array of tree nodes (they have children) or of blocks. */
function readNodes(values: unknown[]): Content | null {
  const nodes = objects(values)
  if (nodes.length < values.length || !nodes.every(({ type }) => typeof type === 'string')) return null
  const isTree = nodes.some(({ children, content }) => Array.isArray(children) || Array.isArray(content))
  return { kind: 'text', nodes: isTree ? richTextToHast(nodes) : blocksToHast(nodes, parseHtml) }
}

function readParts(value: JsonObject, kind: StoryFormat): Content {
  const parts = value[STORY_FORMATS[kind].list]
  if (!Array.isArray(parts) || parts.length === 0 || !parts.every(isObject)) {
    return { kind: 'error', reason: kind }
  }
  return kind === 'interactive' ? { kind, choices: parts } : { kind, sections: parts }
}
