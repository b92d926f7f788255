import { type Handle, toMdast } from 'hast-util-to-mdast'
import { toString } from 'hast-util-to-string'
import type { Link, PhrasingContent, Root, RootContent, Text } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { ELEMENTS } from '../../domain/body/elements.ts'
import { parseHtml } from '#parse-html'

/** What precedes the text of a story. */
interface Heading {
  title: string
  intro: string
  /** 'By Ada Berg'. */
  byline: string
  /** The day of its publication, for readers. */
  day: string
  /** Absolute. */
  url: string
}

const asContent: Handle = (state, node) => state.all(node)

/** Elements that Markdown has no sign for: they read as in plain text (elements.ts). */
const HANDLERS: Readonly<Record<string, Handle>> = {
  u: asContent,
  s: asContent,
  cite: asContent,
  ...Object.fromEntries(
    Object.entries(ELEMENTS).flatMap(([name, { plainText }]): [string, Handle][] =>
      plainText === undefined || name === 'br'
        ? []
        : [[name, (_, node): Text => ({ type: 'text', value: plainText(toString(node)) })]],
    ),
  ),
}

/** A story as Markdown: its heading, and the text that feeds have of it. */
export function storyMarkdown({ title, intro, byline, day, url }: Heading, html: string): string {
  const text = (value: string): Text => ({ type: 'text', value })
  const paragraph = (...children: PhrasingContent[]): RootContent => ({ type: 'paragraph', children })
  const link: Link = { type: 'link', url, children: [text(url)] }
  const root: Root = {
    type: 'root',
    children: [
      { type: 'heading', depth: 1, children: [text(title)] },
      ...(intro === '' ? [] : [paragraph({ type: 'emphasis', children: [text(intro)] })]),
      paragraph(text(`${byline}, ${day}. `), link),
      ...bodyOf(html),
    ],
  }
  return toMarkdown(root, { bullet: '-', emphasis: '_', rule: '-', extensions: [gfmTableToMarkdown()] })
}

function bodyOf(html: string): RootContent[] {
  const tree = toMdast(parseHtml(html), { handlers: { ...HANDLERS }, document: true })
  return tree.type === 'root' ? tree.children : []
}
