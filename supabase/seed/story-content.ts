import { errorMessage } from '../../src/backend/error-message.ts'
import type { Story } from './stories.ts'

/** The two rich-text formats that the magazine reads. */
export type TreeKind = 'prosemirror' | 'lexical'

const MEDIA_REFERENCE = /media:([a-z0-9-]+\.webp)/g

/** The pictures of a body by their names (namedImage), without duplicates. */
export function bodyPictures(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(MEDIA_REFERENCE), ([, file = '']) => file))]
}

/**
 * The value of `articles.content` for a story. `media:<name>` becomes `urlOf(name)`, a rich-text story a tree of the
 * given kind. Throws an error with the story's file name for a body that should be JSON and is not.
 */
export function storyContent(story: Story, urlOf: (file: string) => string, tree: TreeKind): unknown {
  const body = story.body.replace(MEDIA_REFERENCE, (_, file: string) => urlOf(file))
  switch (story.format) {
    case 'plain':
      return body
    case 'html':
      return { html: body }
    case 'rich-text':
      return tree === 'lexical' ? toLexical(plainBlocks(body)) : toProseMirror(plainBlocks(body))
    case 'blocks':
      return { blocks: plainBlocks(body).map(toEditorBlock) }
    case 'interactive':
    case 'mixed-media':
      return parseJson(story, body)
  }
}

function toEditorBlock(block: PlainBlock): object {
  return block.kind === 'heading'
    ? { type: 'header', data: { text: block.text, level: block.level } }
    : { type: 'paragraph', data: { text: block.text } }
}

function parseJson(story: Story, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new Error(`${story.slug}.md: the body is not JSON: ${errorMessage(error)}`, { cause: error })
  }
}

type PlainBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  /** `text` includes its quotation marks. */
  | { kind: 'quote'; text: string; speaker: string | null }

/** Parses the plain text of stories (`##`, `###`, quotations of one line) into blocks. */
function plainBlocks(body: string): PlainBlock[] {
  return body
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(/\s*\n\s*/g, ' '))
    .filter((text) => text !== '')
    .map(toBlock)
}

function toBlock(text: string): PlainBlock {
  const [, marks, heading] = /^(#{2,3}) +(.+)$/.exec(text) ?? []
  if (marks !== undefined && heading !== undefined) {
    return { kind: 'heading', level: marks === '##' ? 2 : 3, text: heading }
  }
  if (!/^["“]/.test(text) || !text.includes('—')) return { kind: 'paragraph', text }
  const [, words, speaker] = /^(["“].*["”])\s*—\s*(.+)$/.exec(text) ?? []
  return { kind: 'quote', text: words ?? text, speaker: speaker ?? null }
}

/** The runs of a line, with `**bold**` as a mark. */
function boldRuns(text: string): { text: string; bold: boolean }[] {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((run, index) => ({ text: run, bold: index % 2 === 1 }))
    .filter((run) => run.text !== '')
}

/** The blocks as a ProseMirror document. */
function toProseMirror(blocks: readonly PlainBlock[]): object {
  return { type: 'doc', content: blocks.map(proseMirrorNode) }
}

function proseMirrorNode(block: PlainBlock): object {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: proseMirrorText(block.text) }
    case 'paragraph':
      return { type: 'paragraph', content: proseMirrorText(block.text) }
    case 'quote':
      return {
        type: 'blockquote',
        content: quoteLines(block).map((line) => ({ type: 'paragraph', content: proseMirrorText(line) })),
      }
  }
}

function proseMirrorText(line: string): object[] {
  return boldRuns(line).map(({ text, bold }) => ({
    type: 'text',
    text,
    ...(bold ? { marks: [{ type: 'bold' }] } : {}),
  }))
}

/** The blocks as a Lexical root node. */
function toLexical(blocks: readonly PlainBlock[]): object {
  return { root: lexicalElement('root', blocks.map(lexicalNode)) }
}

function lexicalNode(block: PlainBlock): object {
  switch (block.kind) {
    case 'heading':
      return lexicalElement('heading', lexicalText(block.text), { tag: `h${block.level}` })
    case 'paragraph':
      return lexicalElement('paragraph', lexicalText(block.text), { textFormat: 0, textStyle: '' })
    case 'quote':
      return lexicalElement('quote', lexicalText(quoteLines(block).join(' ')))
  }
}

function lexicalElement(type: string, children: object[], more: object = {}): object {
  return { children, direction: 'ltr', format: '', indent: 0, type, version: 1, ...more }
}

function lexicalText(line: string): object[] {
  return boldRuns(line).map(({ text, bold }) => ({
    detail: 0,
    format: bold ? 1 : 0,
    mode: 'normal',
    style: '',
    text,
    type: 'text',
    version: 1,
  }))
}

function quoteLines({ text, speaker }: Extract<PlainBlock, { kind: 'quote' }>): string[] {
  return speaker === null ? [text] : [text, `— ${speaker}`]
}
