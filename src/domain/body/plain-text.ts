import type { ElementContent } from 'hast'
import { el, text } from './html/hast.ts'

/**
 * Parses plain text: lines that start with '## ' or '### ' are headings, a line that starts with a quotation mark and
 * holds an em dash is a quotation, `**bold**` is strong, blank lines separate paragraphs.
 */
export function plainTextToHast(source: string): ElementContent[] {
  const blocks: ElementContent[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(el('p', boldToHast(paragraph.join('\n'))))
    paragraph = []
  }
  for (const raw of source.split(/\r\n|\r|\n/)) {
    const line = raw.trim()
    const heading = /^(#{2,3})\s+(.+)$/.exec(line)
    if (line === '') endParagraph()
    else if (heading) {
      endParagraph()
      blocks.push(el(heading[1] === '##' ? 'h2' : 'h3', boldToHast(heading[2] ?? '')))
    } else if (/^["“]/.test(line) && line.includes('—')) {
      endParagraph()
      blocks.push(quotation(line))
    } else paragraph.push(line)
  }
  endParagraph()
  return blocks
}

/** Inline text with `**bold**`; unpaired stars stay. */
export function boldToHast(source: string): ElementContent[] {
  const parts = source.split('**')
  const nodes: ElementContent[] = []
  let plain = parts[0] ?? ''
  for (let at = 1; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const closes = at + 1 < parts.length && part !== '' && part === part.trim()
    if (closes) {
      if (plain !== '') nodes.push(text(plain))
      nodes.push(el('strong', [text(part)]))
      at += 1
      plain = parts[at] ?? ''
    } else plain += `**${part}`
  }
  if (plain !== '') nodes.push(text(plain))
  return nodes
}

/** `"Words." — Speaker` as a quotation whose second paragraph names the speaker. */
function quotation(line: string): ElementContent {
  const [, words, speaker] = /^(["“].*["”])\s*—\s*(.+)$/.exec(line) ?? []
  if (words === undefined || speaker === undefined) return el('blockquote', [el('p', boldToHast(line))])
  const curled = words.replace(/^"/, '“').replace(/"$/, '”')
  return el('blockquote', [el('p', boldToHast(curled)), el('p', [text('— '), ...boldToHast(speaker)])])
}
