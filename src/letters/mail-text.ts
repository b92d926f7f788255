import type { Element, RootContent } from 'hast'
import { ELEMENTS } from '../domain/body/elements.ts'
import { isElement, isInline, textOf } from '../domain/body/html/hast.ts'
import { str } from '../domain/body/json.ts'
import type { LetterContent, ShownBlock, ShownStory } from '../domain/letters/letter.ts'
import { wordsOf } from '../words/words.ts'
import { type LetterFrame, pageUrlOf } from './letter-frame.ts'
import { textTrees } from './letter-texts.ts'
import { mailLink } from './mail-link.ts'
import { PREFERENCES_PLACE, UNSUBSCRIBE_PLACE } from './reader-links.ts'

/** The text part of a letter's mail, with every link of its HTML; the same for all readers, as that is. */
export function mailText(content: LetterContent, frame: LetterFrame): string {
  const texts = textTrees(content, frame.language)
  const { letter, leave } = wordsOf(frame.language).mails
  const page = pageUrlOf(frame)
  const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')
  const parts = [
    lines([frame.siteName, frame.siteUrl]),
    underlined(content.subject, '='),
    ...content.blocks.map((block) => blockText(block, texts.get(block)?.children ?? [], frame)),
    lines([
      '-- ',
      frame.siteName,
      letter.why(frame.siteName),
      `${leave}: ${UNSUBSCRIBE_PLACE}`,
      `${letter.preferences}: ${PREFERENCES_PLACE}`,
      page === null ? '' : `${letter.browser}: ${page}`,
    ]),
  ]
  return `${joined(parts)}\n`
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')

const MAX_LINE = 60
const underlined = (text: string, sign: string) =>
  text === '' ? '' : `${text}\n${sign.repeat(Math.min(Array.from(text).length, MAX_LINE))}`

function blockText(block: ShownBlock, nodes: readonly RootContent[], frame: LetterFrame): string {
  switch (block.kind) {
    case 'text':
      return joined(blocksOf(nodes, frame))
    case 'hero':
      return storyText(block.story, frame)
    case 'stories':
      return joined([
        underlined(block.heading, '-'),
        ...block.stories.map((story) => storyText(story, frame)),
      ])
    case 'picture': {
      const { alt, caption, href } = block
      return [named(alt), caption, mailLink(href, frame) ?? ''].filter((part) => part !== '').join('\n')
    }
    case 'button': {
      const href = mailLink(block.href, frame)
      return href === null ? '' : `${block.label}: ${href}`
    }
  }
}

function storyText({ category, title, excerpt, byline, path }: ShownStory, frame: LetterFrame): string {
  const link = mailLink(path, frame) ?? frame.siteUrl
  return [category, title, excerpt, byline, link].filter((part) => part !== '').join('\n')
}

/** A picture, by what it shows. */
const named = (alt: string) => (alt.trim() === '' ? '' : `[${alt.trim()}]`)

const indented = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join('\n')

/** The paragraphs, lists and so on of some nodes, each as text; line by line what is in one. */
function blocksOf(nodes: readonly RootContent[], frame: LetterFrame): string[] {
  const blocks: string[] = []
  let line: RootContent[] = []
  const endLine = () => {
    const text = inlineText(line, frame)
    if (text !== '') blocks.push(text)
    line = []
  }
  for (const node of nodes) {
    if (isInline(node) || node.type !== 'element') {
      line.push(node)
      continue
    }
    endLine()
    const text = elementText(node, frame)
    if (text !== '') blocks.push(text)
  }
  endLine()
  return blocks
}

function elementText(node: Element, frame: LetterFrame): string {
  const inside = () => blocksOf(node.children, frame)
  switch (node.tagName) {
    case 'h1':
    case 'h2':
      return underlined(inlineText(node.children, frame), '-')
    case 'blockquote':
      return indented(inside().join('\n\n'), '> ', '> ')
    case 'footer':
      return `— ${inlineText(node.children, frame)}`
    case 'ul':
    case 'ol':
      return listText(node, frame)
    case 'pre':
      return preText(node, frame)
    case 'hr':
      return '* * *'
    case 'figure':
      return inside().join('\n')
    case 'aside':
      return indented(inside().join('\n\n'), '| ', '| ')
    case 'table':
    case 'tbody':
      return inside().join('\n')
    case 'tr':
      return node.children
        .filter((child) => isElement(child))
        .map((cell) => blocksOf(cell.children, frame).join(' ').replaceAll('\n', ' '))
        .join(' | ')
    default:
      return joined(inside())
  }
}

function listText(list: Element, frame: LetterFrame): string {
  const items = list.children.filter((child) => isElement(child, 'li'))
  const { start, reversed } = list.properties
  const step = reversed === undefined ? 1 : -1
  let number = start === undefined ? (step === 1 ? 1 : items.length) : Number(start)
  return items
    .map((item) => {
      if (item.properties.value !== undefined) number = Number(item.properties.value)
      const sign = list.tagName === 'ul' ? '- ' : `${number}. `
      number += step
      return indented(blocksOf(item.children, frame).join('\n'), sign, '  ')
    })
    .join('\n')
}

/** What is written in lines of its own keeps them. */
function preText(node: Element, frame: LetterFrame): string {
  const links = new Set<string>()
  const note = ({ children }: Element): void => {
    for (const child of children.filter((one) => isElement(one))) {
      const href = child.tagName === 'a' ? mailLink(str(child.properties.href), frame) : null
      if (href !== null) links.add(href)
      note(child)
    }
  }
  note(node)
  return [node.children.map(textOf).join(''), ...links].join('\n')
}

/** One line of text, without blanks at its ends. */
function inlineText(nodes: readonly RootContent[], frame: LetterFrame): string {
  return nodes
    .map((node) => nodeText(node, frame))
    .join('')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function nodeText(node: RootContent, frame: LetterFrame): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ')
  if (!isElement(node)) return ''
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'img') return named(str(node.properties.alt))
  if (!isInline(node)) return ` ${elementText(node, frame)} `
  const inside = node.children.map((child) => nodeText(child, frame)).join('')
  const own = ELEMENTS[node.tagName]?.plainText?.(inside) ?? inside
  if (node.tagName !== 'a') return own
  const href = mailLink(str(node.properties.href), frame)
  const isSaid = href === inside.trim() || href === `mailto:${inside.trim()}`
  return href === null || isSaid ? own : `${own} (${href})`
}
