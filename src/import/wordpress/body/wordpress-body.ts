import { inParagraphs } from '../../../domain/body/arrange-blocks.ts'
import { nodesOf, storyBody } from '../../body/story-body.ts'
import type { Note } from '../../description.ts'
import { blockNodes } from './block-nodes.ts'
import type { BodyContext } from './context.ts'
import { finishedBody } from './finish.ts'
import { withParagraphs } from './paragraphs.ts'
import { hasBlocks, parseBlocks } from './parse-blocks.ts'
import { expandShortcodes } from './shortcode-html.ts'

/** In characters. */
const MAX_BODY = 10 * 1024 * 1024

/** The body of a story of WordPress, of its old editor or of blocks, and what is not as it was; null for one too long. */
export function wordpressBody(source: string, context: BodyContext): { html: string; notes: Note[] } | null {
  if (source.length > MAX_BODY) return null
  if (/<!--\s{0,20}nextpage/.test(source)) context.notes.changed('A story of several pages is on one')
  const body = source.replace(/\r\n?/g, '\n').replace(/<!--\s{0,20}nextpage\s{0,20}-->/g, '\n\n')
  const nodes = hasBlocks(body)
    ? blockNodes(parseBlocks(body), context)
    : withParagraphs(nodesOf(expandShortcodes(body, context)))
  const inBlocks = inParagraphs(finishedBody(nodes, context))
  const { html, notes } = storyBody({ type: 'root', children: inBlocks }, context.language)
  for (const note of notes) {
    const isNamed = /^What was shown from /.test(note.text)
    const text = isNamed && !context.isPublic ? 'What was shown from another site is a link' : note.text
    context.notes[note.kind](text)
  }
  return { html, notes: context.notes.all }
}
