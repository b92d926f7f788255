import { Schema } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { findFigure } from './figure.ts'

const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | figure)*' },
    paragraph: { content: 'text*' },
    figure: { attrs: { src: {} } },
    text: {},
  },
})
const { doc, paragraph, figure } = schema.nodes
const text = (words: string) => paragraph.create(null, schema.text(words))
const picture = (src: string) => figure.create({ src })

test('a picture is found again after the text before it has changed, and not taken for another', () => {
  const tub = { src: '/tub.webp', alt: '', position: 5 }
  expect(findFigure(doc.create(null, [text('A longer line'), picture('/tub.webp')]), tub)).toBe(15)
  expect(findFigure(doc.create(null, [text('One'), picture('/oak.webp')]), tub)).toBeNull()
  const twice = [picture('/tub.webp'), text('One'), picture('/tub.webp'), text('Two')]
  expect(findFigure(doc.create(null, twice), tub)).toBe(6)
})
