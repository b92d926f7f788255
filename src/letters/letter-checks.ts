import { visit } from 'unist-util-visit'
import { isElement, textOf } from '../domain/body/html/hast.ts'
import { str } from '../domain/body/json.ts'
import {
  type Letter,
  type LetterBlock,
  type LetterContent,
  type ShownBlock,
  MAX_HTML_BYTES,
} from '../domain/letters/letter.ts'
import { isEmail } from '../domain/readers/email.ts'
import { notesIn } from '../domain/story/story-checks.ts'
import { letterHref } from './mail-link.ts'
import { parseHtml } from '#parse-html'

/** What is wrong with a letter. An error keeps it from being sent. */
export interface LetterProblem {
  kind: 'error' | 'warning'
  /** What is wrong and what to do, as a sentence. */
  text: string
  /** The id of its block; null: it is of the whole letter. */
  block: string | null
}

/**
 * What is wrong with a letter, in its order: `content` is what its blocks show (fillLetter), `html` its mail, `earlier` the
 * subjects of the letters before it.
 */
export function letterChecks(
  letter: Pick<Letter, 'subject' | 'preview_text' | 'blocks'>,
  content: LetterContent,
  html: string,
  earlier: readonly string[] = [],
): LetterProblem[] {
  const { subject, preview_text, blocks } = letter
  const shown = new Map(content.blocks.map((block) => [block.id, block]))
  return [
    ...subjectProblems(subject, earlier),
    ...(preview_text.trim() === ''
      ? [warning('Write a preview line: mail programs show it behind the subject.')]
      : notes(preview_text, 'The preview line')),
    ...(blocks.length === 0 ? [error('The letter is empty: add a block.')] : []),
    ...blocks.flatMap((block) => blockProblems(block, shown.get(block.id))),
    ...weightProblems(html),
  ]
}

const error = (text: string, block: string | null = null): LetterProblem => ({ kind: 'error', text, block })
const warning = (text: string, block: string | null = null): LetterProblem => ({
  kind: 'warning',
  text,
  block,
})

/** Notes that somebody left in a text, such as [name?] and TK. */
function notes(text: string, where: string, block: string | null = null): LetterProblem[] {
  return notesIn(text).map((note) => error(`${where} still has “${note}”: replace it.`, block))
}

const compared = (subject: string) => subject.trim().toLowerCase()

function subjectProblems(subject: string, earlier: readonly string[]): LetterProblem[] {
  if (subject.trim() === '') return [error('Write a subject.')]
  const isUsed = earlier.some((other) => compared(other) === compared(subject))
  return [
    ...notes(subject, 'The subject'),
    ...(isUsed
      ? [warning('An earlier letter has the same subject: mail programs show the two as one conversation.')]
      : []),
  ]
}

function weightProblems(html: string): LetterProblem[] {
  const bytes = new TextEncoder().encode(html).length
  if (bytes <= MAX_HTML_BYTES) return []
  const [is, most] = [bytes, MAX_HTML_BYTES].map((size) => Math.ceil(size / 1_000))
  return [
    warning(
      `The mail has ${is} KB, more than ${most}: Gmail may cut off its end. Show fewer stories or less text.`,
    ),
  ]
}

function blockProblems(block: LetterBlock, shown: ShownBlock | undefined): LetterProblem[] {
  const { id } = block
  switch (block.kind) {
    case 'text':
      return shown === undefined
        ? [error('This text shows nothing: write it, or take the block away.', id)]
        : textProblems(block.html, id)
    case 'hero':
    case 'stories':
      return [
        ...(shown === undefined ? [error('No story is shown here: choose one that is published.', id)] : []),
        ...(block.kind === 'stories' ? notes(block.title ?? '', 'The heading', id) : []),
        ...block.items.flatMap(({ title }) => notes(title ?? '', 'A title', id)),
        ...storiesOf(shown)
          .filter(({ image, alt }) => image !== null && alt.trim() === '')
          .map(({ title }) =>
            warning(`The picture of “${title}” has no alt text: write one in the media library.`, id),
          ),
      ]
    case 'picture':
      if (block.image === '') return [error('Choose a picture, or take the block away.', id)]
      if (shown?.kind !== 'picture')
        return [error('This picture may not be shown, or is no longer in the library: choose another.', id)]
      return [
        ...(shown.alt === '' ? [withoutAlt(id)] : []),
        ...notes(block.caption, 'The caption', id),
        ...(block.href.trim() === '' ? [] : linkProblems(block.href, id)),
      ]
    case 'button':
      return [
        ...(block.label.trim() === '' ? [error('Write what the button says.', id)] : []),
        ...notes(block.label, 'The button', id),
        ...(block.href.trim() === ''
          ? [error('Enter where the button leads to.', id)]
          : linkProblems(block.href, id)),
      ]
  }
}

function storiesOf(shown: ShownBlock | undefined) {
  if (shown?.kind === 'hero') return [shown.story]
  return shown?.kind === 'stories' ? shown.stories : []
}

const withoutAlt = (id: string) =>
  warning('A picture has no alt text: who sees no pictures does not know what it shows.', id)

function textProblems(html: string, id: string): LetterProblem[] {
  const tree = parseHtml(html)
  const problems = notes(textOf(tree), 'The text', id)
  visit(tree, 'element', (node) => {
    if (isElement(node, 'a')) problems.push(...linkProblems(str(node.properties.href), id))
    if (isElement(node, 'img') && str(node.properties.alt).trim() === '') problems.push(withoutAlt(id))
  })
  return problems
}

function linkProblems(href: string, id: string): LetterProblem[] {
  if (href.trim().startsWith('tel:'))
    return [warning(`The telephone number “${href.trim().slice(4)}” is shown without a link.`, id)]
  return isAddress(href)
    ? []
    : [
        error(
          `“${href.trim()}” is no address: begin it with https://, or with / for a page of this site.`,
          id,
        ),
      ]
}

/** Whether a link leads to a page of the web or of the site, to a place in the letter, or to an address for mail. */
function isAddress(href: string): boolean {
  const address = letterHref(href)
  if (address === null) return false
  if (address.startsWith('mailto:')) {
    const [to = ''] = address.slice('mailto:'.length).split('?')
    return to.split(',').every((one) => isEmail(one.trim()))
  }
  if (/^[/#?]/.test(address)) return URL.canParse(address, 'https://site.invalid')
  const url = URL.parse(address)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (url.hostname.includes('.') || url.hostname === 'localhost')
  )
}
