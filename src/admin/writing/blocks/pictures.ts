import { type ChainedCommands, Node } from '@tiptap/core'
import { type Node as DocNode, Fragment } from '@tiptap/pm/model'
import { type Transaction, Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { picturesInText } from '../../../domain/media/picture-rows.ts'
import type { FigureAttributes } from './figure.ts'

/** Pictures in rows: two or three side by side, more as a gallery. */
export const Pictures = Node.create({
  name: 'pictures',
  group: 'topBlock',
  content: 'figure+',
  parseHTML: () => [{ tag: 'figure[data-block="pictures"]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', { 'data-block': 'pictures', ...HTMLAttributes }, 0],

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _, { tr }) => {
        if (transactions.some(({ docChanged }) => docChanged)) tidyRows(tr)
        return tr.docChanged ? tr : null
      },
    }),
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => rowPlaces(doc),
        apply: (tr, places) => (tr.docChanged ? rowPlaces(tr.doc) : places),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})

/** The pictures of rows with the styles by which the page lays them out. */
export function rowPlaces(doc: DocNode): DecorationSet {
  const found: Decoration[] = []
  doc.forEach((block, offset) => {
    if (block.type.name !== 'pictures') return
    const figures: { node: DocNode; at: number }[] = []
    block.forEach((node, at) => figures.push({ node, at: offset + 1 + at }))
    const { style: rowStyle, places } = picturesInText(
      figures.map(({ node, at }) => {
        const { width, height } = node.attrs as FigureAttributes
        return { at, size: node.nodeSize, width, height, caption: node.textContent || null }
      }),
    )
    const styled = [
      ...(rowStyle === null ? [] : [{ at: offset, size: block.nodeSize, style: rowStyle }]),
      ...places.map(({ picture: { at, size }, style }) => ({ at, size, style })),
    ]
    for (const { at, size, style } of styled) found.push(Decoration.node(at, at + size, { style }, { style }))
  })
  return DecorationSet.create(doc, found)
}

/** A row that has lost its pictures but one is that picture; one without any is gone. An empty place has a size. */
function tidyRows(tr: Transaction): void {
  tr.doc.forEach((block, offset) => {
    if (block.type.name !== 'pictures') return
    const figures = block.children.filter(({ attrs }) => attrs.src !== '' || attrs.width !== null)
    if (figures.length > 1 && figures.length === block.childCount) return
    const at = tr.mapping.map(offset)
    const rest = figures.length > 1 ? block.copy(Fragment.from(figures)) : figures
    tr.replaceWith(at, at + block.nodeSize, rest)
  })
}

/** The picture or row of pictures before the picture at `position`, which it can join; null where it cannot. */
function rowBefore(doc: DocNode, position: number): { at: number; node: DocNode } | null {
  const $at = doc.resolve(position)
  const node = $at.nodeBefore
  const isRow = node?.type.name === 'pictures' || node?.type.name === 'figure'
  return $at.depth === 0 && node !== null && isRow ? { at: position - node.nodeSize, node } : null
}

export function canJoinRow(doc: DocNode, position: number): boolean {
  return rowBefore(doc, position) !== null
}

/** Puts the picture at `position` into one row with the one before it. */
export function joinRow(chain: ChainedCommands, position: number): ChainedCommands {
  return chain.command(({ tr, state }) => {
    const before = rowBefore(tr.doc, position)
    const figure = tr.doc.nodeAt(position)
    const { pictures } = state.schema.nodes
    if (before === null || figure === null || !pictures) return false
    const others = before.node.type === pictures ? before.node.children : [before.node]
    const single = (node: DocNode) => node.type.create({ ...node.attrs, dataWidth: null }, node.content)
    const { dataWidth } = before.node.attrs as { dataWidth?: string | null }
    tr.replaceWith(
      before.at,
      position + figure.nodeSize,
      pictures.create(
        { dataWidth: dataWidth === 'margin' ? null : dataWidth },
        [...others, figure].map(single),
      ),
    )
    return true
  })
}

/** Takes the picture at `position` out of its row, to below it. */
export function leaveRow(chain: ChainedCommands, position: number): ChainedCommands {
  return chain.command(({ tr }) => {
    const $at = tr.doc.resolve(position)
    const figure = $at.nodeAfter
    if (figure === null || $at.parent.type.name !== 'pictures') return false
    const after = $at.after()
    tr.insert(after, figure).delete(position, position + figure.nodeSize)
    return true
  })
}
