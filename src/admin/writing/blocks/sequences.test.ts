import { getSchema } from '@tiptap/core'
import { undo } from '@tiptap/pm/history'
import type { DOMOutputSpec, Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { FIGURE_WIDTHS } from '../../../domain/body/elements.ts'
import { leftOutOf } from '../../../domain/body/left-out.ts'
import { toEditorHtml } from '../../../domain/body/html/to-editor-html.ts'
import { renderBody } from '../../../domain/body/render.ts'
import { bodyExtensions } from '../body-schema.ts'
import { undoPlugins } from '../typing/undo-steps.ts'
import { type FigureAttributes, placeText } from './figure.ts'
import { findBlocks } from './insertable-blocks.ts'
import { placeBlocks } from './place-block.ts'
import { SEQUENCES, withParagraphs } from './sequences.ts'

const schema = getSchema(bodyExtensions)

/** The HTML of a node, as the editor stores it. */
function htmlOf(node: Node): string {
  const write = node.type.spec.toDOM
  return write === undefined ? (node.text ?? '') : written(write(node), node.children.map(htmlOf).join(''))
}

function written(output: DOMOutputSpec | 0, content: string): string {
  if (output === 0) return content
  if (typeof output === 'string') return output
  const [tag, second, ...rest] = output as readonly [string, ...unknown[]]
  const hasAttributes = typeof second === 'object' && second !== null && !Array.isArray(second)
  const attributes = Object.entries(hasAttributes ? second : {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${String(value)}"`)
  const inside = [...(hasAttributes ? [] : [second]), ...rest].filter((part) => part !== undefined)
  const html = inside.map((part) => written(part as DOMOutputSpec | 0, content)).join('')
  return `<${tag}${attributes.join('')}>${html}${tag === 'img' ? '' : `</${tag}>`}`
}

describe.each(SEQUENCES)('the sequence $name', ({ name, blocks }) => {
  const nodes = withParagraphs(blocks).map((block) => schema.nodeFromJSON(block))

  test('is found in the menus, and made of blocks that a text may have', () => {
    expect(findBlocks('sequence').map(({ label }) => label)).toContain(`Sequence: ${name}`)
    expect(() => schema.node('doc', null, nodes).check()).not.toThrow()
  })

  test('leaves nothing of its empty places on the page, and is nothing that was left out', () => {
    const html = nodes
      .filter(({ type }) => type.name !== 'table')
      .map(htmlOf)
      .join('')
    expect(html).toContain('data-')
    expect(renderBody({ html: `${html}<p>Words.</p>` })).toMatchObject({ html: '<p>Words.</p>', images: [] })
    expect(leftOutOf({ html })).toEqual(new Map())
  })

  test('is stored with its empty places', () => {
    const html = nodes.map(htmlOf).join('')
    expect(toEditorHtml({ html }, 'en-GB')?.html).toBe(html)
  })

  test('is undone in one step', () => {
    const doc = schema.node('doc', null, [schema.node('paragraph')])
    let state = EditorState.create({ doc, plugins: undoPlugins() })
    const { tr } = state
    placeBlocks(tr, nodes)
    state = state.apply(tr)
    expect(state.doc.childCount).toBeGreaterThan(blocks.length)
    undo(state, (back) => (state = state.apply(back)))
    expect(state.doc.eq(doc)).toBe(true)
  })
})

test('the sequences have a picture of each width and each other block that goes with pictures', () => {
  const all = SEQUENCES.flatMap(({ blocks }) => blocks)
  const widths = all.map(({ attrs }) => attrs?.dataWidth as unknown)
  expect(FIGURE_WIDTHS.filter((width) => !widths.includes(width))).toEqual([])
  const types = all.map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['pictures', 'embed', 'table', 'marginNote']))
})

test('the caption of a picture that was not chosen is left out with it', () => {
  const html =
    '<figure data-width="wide"><img src="" alt="" width="3" height="2"><figcaption>Seen</figcaption></figure>'
  expect(renderBody({ html: `<p>Words.</p>${html}` })).toMatchObject({ html: '<p>Words.</p>' })
})

test.each([
  [{ width: 1600, height: 2133 }, 'Choose an upright picture, 1600 × 2133 or larger'],
  [{ dataWidth: 'full' }, 'Choose a picture as wide as the window, 2400 × 1600 or larger'],
  [{ dataWidth: 'wide' }, 'Choose a picture, wide, 2400 × 1600 or larger'],
  [
    { width: 1200, height: 1200, dataWidth: 'margin' },
    'Choose a detail for the margin, 1200 × 1200 or larger',
  ],
] satisfies [Partial<FigureAttributes>, string][])(
  'an empty place says what belongs there: %o',
  (attrs, words) => {
    expect(placeText({ src: '', alt: '', width: 2400, height: 1600, ...attrs })).toBe(words)
  },
)
