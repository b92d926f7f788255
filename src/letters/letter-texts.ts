import type { Root } from 'hast'
import { renderBody } from '../domain/body/render.ts'
import type { LetterBlock, LetterContent, ShownBlock } from '../domain/letters/letter.ts'
import { parseHtml } from '#parse-html'

/** The texts of a letter as one body of a story, so that its links lead from one to another and each id is there once. */
export function textsOf({ blocks }: { blocks: readonly (LetterBlock | ShownBlock)[] }): unknown {
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? block.html : []))
  // What does not begin with a block would be read as plain text.
  const content = (html: string) => `<div>${html}</div>`
  return { type: 'mixed-media', sections: texts.map((html) => ({ type: 'text', content: content(html) })) }
}

/** The safe HTML of each text of a letter as a tree, by its block. */
export function textTrees(content: Pick<LetterContent, 'blocks'>, language: string): Map<ShownBlock, Root> {
  const trees = new Map<ShownBlock, Root>()
  for (const block of content.blocks) {
    if (block.kind === 'text') trees.set(block, { type: 'root', children: [] })
  }
  const body = renderBody(textsOf(content), { language })
  const blocks = [...trees.keys()]
  if (body.kind !== 'mixed-media') return trees
  for (const [index, section] of body.sections.entries()) {
    const block = blocks[index]
    if (section.type === 'text' && block !== undefined) trees.set(block, parseHtml(section.html))
  }
  return trees
}
