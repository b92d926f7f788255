import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Command, EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderBody } from '../../domain/body/render.ts'
import { TextEditor } from '../../../tests/support/text-editor.ts'
import { bodyExtensions } from './body-schema.ts'
import { INSERTABLE_BLOCKS, findBlocks } from './blocks/insertable-blocks.ts'
import { moveBlocks } from './blocks/move-blocks.ts'
import { rowPlaces } from './blocks/pictures.ts'
import { placeBlocks } from './blocks/place-block.ts'
import { speakers, placeOfSpeaker } from './blocks/speaker.ts'

const schema = getSchema(bodyExtensions)
const paragraph = (text: string) => schema.node('paragraph', null, text === '' ? [] : [schema.text(text)])
const figure = (src: string) => schema.node('figure', { src })

function stateOf(blocks: readonly Node[], from: number, to = from): EditorState {
  const doc = schema.node('doc', null, blocks)
  const state = EditorState.create({ doc })
  return state.apply(state.tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))))
}

function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (tr) => (next = state.apply(tr)))
  return next
}

describe('moving blocks by keys', () => {
  const texts = (state: EditorState) => state.doc.children.map(({ textContent }) => textContent)

  test('moves the block of the cursor over its neighbour, and the cursor with it', () => {
    const state = stateOf([paragraph('one'), paragraph('two'), paragraph('three')], 7)
    const up = run(state, moveBlocks('up'))
    expect(texts(up)).toEqual(['two', 'one', 'three'])
    expect(up.selection.$from.parent.textContent).toBe('two')
    expect(texts(run(up, moveBlocks('up')))).toEqual(['two', 'one', 'three'])
    expect(texts(run(run(up, moveBlocks('down')), moveBlocks('down')))).toEqual(['one', 'three', 'two'])
  })

  test('moves a selected picture, and stays with it', () => {
    const state = stateOf([paragraph('one'), figure('/a.webp'), paragraph('two')], 1)
    const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 5)))
    const moved = run(selected, moveBlocks('up'))
    expect(moved.doc.firstChild?.type.name).toBe('figure')
    expect(moved.selection).toBeInstanceOf(NodeSelection)
    expect(moved.selection.from).toBe(0)
  })

  test('loses and changes nothing, wherever the selection is, and comes back the other way', () => {
    const block = fc.constantFrom(
      paragraph('words'),
      paragraph(''),
      figure('/a.webp'),
      schema.node('horizontalRule'),
      schema.node('factBox', null, [paragraph('a'), paragraph('b')]),
      schema.node('blockquote', null, [paragraph('q'), paragraph('— S')]),
      schema.node('pictures', null, [figure('/b.webp'), figure('/c.webp')]),
    )
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (blocks, one, two) => {
        const size = blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
        const state = stateOf(blocks, one % (size + 1), two % (size + 1))
        const sorted = (current: EditorState) => current.doc.children.map(String).toSorted()
        for (const [there, back] of [
          ['up', 'down'],
          ['down', 'up'],
        ] as const) {
          const moved = run(state, moveBlocks(there))
          moved.doc.check()
          expect(sorted(moved)).toEqual(sorted(state))
          if (moved !== state) expect(run(moved, moveBlocks(back)).doc.eq(state.doc)).toBe(true)
        }
      }),
    )
  })
})

describe('inserting blocks', () => {
  test('a block replaces an empty paragraph, else it goes after the paragraph of the cursor', () => {
    const insert = (state: EditorState) => {
      const { tr } = state
      placeBlocks(tr, [schema.node('horizontalRule')])
      return tr.doc.children.map(({ type }) => type.name)
    }
    expect(insert(stateOf([paragraph('')], 1))).toEqual(['horizontalRule', 'paragraph'])
    expect(insert(stateOf([paragraph('one'), paragraph('two')], 3))).toEqual([
      'paragraph',
      'horizontalRule',
      'paragraph',
    ])
  })

  test('the search of the menu finds blocks by their name and by what else people call them', () => {
    const found = (search: string) => findBlocks(search).map(({ label }) => label)
    expect(found('')).toHaveLength(INSERTABLE_BLOCKS.length)
    expect(found('fact')).toEqual(['Fact Box'])
    expect(found('VID')).toEqual(['Film or Sound'])
    expect(found('hr')).toEqual(['Divider'])
    expect(found('zebra')).toEqual([])
  })
})

describe('pictures in a row', () => {
  const row = {
    type: 'pictures',
    content: ['/a.webp', '/b.webp'].map((src) => ({ type: 'figure', attrs: { src } })),
  }
  const editor = () =>
    new TextEditor(bodyExtensions, [], { type: 'doc', content: [row, { type: 'paragraph' }] })

  test('a row that lost all pictures but one is that picture', () => {
    const text = editor()
    text.delete(1, 3)
    expect(text.state.doc.firstChild?.type.name).toBe('figure')
    expect(text.state.doc.firstChild?.attrs.src).toBe('/b.webp')
  })

  test('are laid out as on the page, whatever their number, sizes and captions', () => {
    const size = fc.integer({ min: 1, max: 5000 })
    const picture = fc.record({ width: size, height: size, hasCaption: fc.boolean() })
    fc.assert(
      fc.property(fc.array(picture, { minLength: 2, maxLength: 12 }), (sizes) => {
        const figures = sizes.map(({ width, height, hasCaption }, at) =>
          schema.node(
            'figure',
            { src: `/${at}.webp`, alt: 'A', width, height },
            hasCaption ? [schema.text('Caption')] : [],
          ),
        )
        const doc = schema.node('doc', null, [paragraph('Before'), schema.node('pictures', null, figures)])
        const inEditor = rowPlaces(doc)
          .find()
          .map(({ spec }) => (spec as { style: string }).style)
        const html = sizes.map(
          ({ width, height, hasCaption }, at) =>
            `<figure><img src="/${at}.webp" alt="A" width="${width}" height="${height}">${hasCaption ? '<figcaption>Caption</figcaption>' : ''}</figure>`,
        )
        const page = renderBody({ html: `<figure data-block="pictures">${html.join('')}</figure>` })
        const onPage = page.kind === 'html' ? Array.from(page.html.matchAll(/ style="([^"]*)"/g)) : []
        expect(inEditor).toEqual(onPage.map(([, style]) => style))
      }),
    )
  })

  test('a row without pictures is gone', () => {
    const text = editor()
    text.delete(1, 5)
    expect(text.state.doc.children.map(({ type }) => type.name)).toEqual(['paragraph'])
  })
})

test('the field of a speaker is at the end of the quotation of the cursor, until it names one', () => {
  const quote = schema.node('blockquote', null, [paragraph('Words.')])
  expect(placeOfSpeaker(stateOf([quote, paragraph('x')], 4))).toBe(9)
  expect(placeOfSpeaker(stateOf([quote, paragraph('x')], 12))).toBeNull()
  const named = stateOf([schema.node('blockquote', null, [paragraph('Words.'), paragraph('— Marit')])], 4)
  expect(speakers(named.doc)).toHaveLength(1)
  expect(placeOfSpeaker(named)).toBeNull()
})
