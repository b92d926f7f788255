import { type PlainBlock, boldRuns } from './plain-blocks.ts'

/** The blocks as a ProseMirror document. */
export function toProseMirror(blocks: readonly PlainBlock[]): object {
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
export function toLexical(blocks: readonly PlainBlock[]): object {
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
