import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import type { Find } from '../../../../domain/story/story-checks.ts'
import { bodyExtensions } from '../../../writing/body-schema.ts'
import { findInText } from './find-in-text.ts'

const schema = getSchema(bodyExtensions)
const words = (text: string, ...marks: string[]) =>
  schema.text(
    text,
    marks.map((name) => schema.mark(name)),
  )
const link = (href: string, text: string, ...marks: string[]) =>
  schema.text(text, [schema.mark('link', { href }), ...marks.map((name) => schema.mark(name))])
const line = (...content: Node[]) => schema.node('paragraph', null, content)
const heading = (text: string) => schema.node('heading', { level: 2 }, words(text))
const picture = (src: string) => schema.node('figure', { src, alt: '' })

const doc = schema.node('doc', null, [
  schema.node('factBox', null, [heading('Light')]),
  heading('Light'),
  line(words('It was [wh'), words('en', 'bold'), words('] so'), schema.node('hardBreak'), words('TK and TK')),
  picture('/a.webp'),
  line(link('/b', 'one'), link('/b', ' link', 'bold'), words(' or '), link('/b', 'another')),
  picture('/a.webp'),
  heading('Light'),
])

/** What is found, as text; of a picture its place among the blocks. */
function found(kind: Find['kind'], value: string, nth = 0): string | number | null {
  const range = findInText(doc, { kind, value, nth })
  if (range === null) return null
  const { nodeAfter } = doc.resolve(range.from)
  if (nodeAfter?.type.name === 'figure') return doc.resolve(range.from).index(0)
  return doc.textBetween(range.from, range.to)
}

test('words are found across styles and line breaks, each time that they occur', () => {
  expect(found('words', '[when]')).toBe('[when]')
  expect([found('words', 'TK', 0), found('words', 'TK', 1)]).toEqual(['TK', 'TK'])
  const [first, second] = [0, 1].map((nth) => findInText(doc, { kind: 'words', value: 'TK', nth })?.from ?? 0)
  expect((second ?? 0) - (first ?? 0)).toBe('TK and '.length)
})

test('only headings of the story count, not headings of a fact box', () => {
  const places = [0, 1].map((nth) => findInText(doc, { kind: 'heading', value: 'Light', nth })?.from)
  const box = doc.child(0).nodeSize
  expect(places).toEqual([box + 1, doc.content.size - 'Light'.length - 1])
})

test('pictures and links are counted by their address, a link of several styles once', () => {
  expect([found('picture', '/a.webp', 0), found('picture', '/a.webp', 1)]).toEqual([3, 5])
  expect([found('link', '/b', 0), found('link', '/b', 1)]).toEqual(['one link', 'another'])
})

test('of what was taken out of the text the last of its kind is found, or nothing', () => {
  expect(found('picture', '/a.webp', 7)).toBe(5)
  expect(found('picture', '/c.webp')).toBeNull()
  expect(found('words', '[when?]')).toBeNull()
})
