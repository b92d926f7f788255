import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { bodyExtensions } from '../body-schema.ts'
import { speakers } from './speaker.ts'

const schema = getSchema(bodyExtensions)
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...lines: string[]) =>
  schema.nodeFromJSON({ type: 'doc', content: [{ type: 'blockquote', content: lines.map(paragraph) }] })

test('the speaker of a quotation is its last paragraph, when that begins with an em dash', () => {
  const quote = doc('You don’t decorate a bathroom.', '— Marit')
  const [speaker, ...others] = speakers(quote)
  expect(others).toEqual([])
  expect(speaker && quote.textBetween(speaker.from, speaker.to)).toBe('— Marit')
  expect(speakers(doc('Only words.', 'And more.'))).toEqual([])
  expect(speakers(doc('— Alone'))).toEqual([])
})
