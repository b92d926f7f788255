import { type LetterBlock, LETTER_LIMITS } from '../../../domain/letters/letter.ts'
import { STORIES_OF_SECTION } from '../../../domain/sections/front.ts'
import { problemOfStories } from '../../story/blocks/edit-blocks.ts'
import type { LetterForm } from './data/letters.ts'

export type LetterBlockKind = LetterBlock['kind']

export const BLOCK_LABELS: Readonly<Record<LetterBlockKind, string>> = {
  text: 'Text',
  hero: 'Large Story',
  stories: 'Stories',
  picture: 'Picture',
  button: 'Button',
}

export function newBlock(kind: LetterBlockKind): LetterBlock {
  const id = crypto.randomUUID()
  switch (kind) {
    case 'text':
      return { kind, id, html: '' }
    case 'hero':
      return { kind, id, items: [], by_rule: true }
    case 'stories':
      return { kind, id, items: [], by_rule: true, count: STORIES_OF_SECTION, section: null, title: null }
    case 'picture':
      return { kind, id, image: '', alt: '', caption: '', href: '' }
    case 'button':
      return { kind, id, label: '', href: '' }
  }
}

/** What a new letter begins with: a text to write, and the newest stories. */
export const blankLetter = (): LetterForm => ({
  topic: 'weeklyNewsletter',
  subject: '',
  preview_text: '',
  blocks: [newBlock('text'), newBlock('stories')],
})

/** A letter with the words and blocks of another one. */
export const copyOf = ({ topic, subject, preview_text, blocks }: LetterForm): LetterForm => ({
  ...{ topic, subject, preview_text },
  blocks: blocks.map((block) => ({ ...block, id: crypto.randomUUID() })),
})

/** The blocks with another one in the place of the one with its id. */
export const withBlock = (blocks: readonly LetterBlock[], changed: LetterBlock): LetterBlock[] =>
  blocks.map((block) => (block.id === changed.id ? changed : block))

/** A text of one line, as the database takes it: without the line breaks that pasted text may have. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** Why a letter cannot be saved; null when it can. The database refuses the same. */
export function problemOf({ blocks }: Pick<LetterForm, 'blocks'>): string | null {
  if (blocks.length > LETTER_LIMITS.blocks) return `A letter has at most ${LETTER_LIMITS.blocks} blocks.`
  const isLong = (block: LetterBlock) => block.kind === 'text' && block.html.length > LETTER_LIMITS.text
  if (blocks.some(isLong)) return 'A text of the letter is too long: make two of it, or shorten it.'
  return problemOfStories(blocks, 'letter')
}
