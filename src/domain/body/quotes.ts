import type { Element, Root } from 'hast'
import { quotationMarks } from '../text/punctuation.ts'
import { isElement, text } from './html/hast.ts'

/** Writes the quotation marks that a page only shows around `q`, in place: of one within another, the inner ones. */
export function writeQuotes(parent: Root | Element, language: string, depth = 0): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    const isQuote = child.tagName === 'q'
    writeQuotes(child, language, isQuote ? depth + 1 : depth)
    if (!isQuote) continue
    const [open, close] = quotationMarks(language, depth)
    child.tagName = 'span'
    child.children = [text(open), ...child.children, text(close)]
  }
}
