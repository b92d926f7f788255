import { getSchema } from '@tiptap/core'
import type { DOMOutputSpec, Mark, Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { ELEMENTS, attributesOf, htmlName } from '../../domain/body/elements.ts'
import { bodyExtensions } from './body-schema.ts'

const schema = getSchema(bodyExtensions)

/** What the editor's libraries could write and a story does not keep, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  'a target': 'Readers choose where a link opens.',
  'a rel': 'The site writes it.',
  'a class': 'The look of a link is the site’s.',
  'code class': 'The name of a programming language; no page shows it.',
}

/** Values under which an attribute is written, if at all. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  start: 4,
  level: 2,
  colspan: 2,
  rowspan: 2,
  type: 'a',
  scope: 'col',
  reversed: 'true',
  id: 's-a',
  dataWidth: 'wide',
}

/** The elements and attributes that a node or mark writes, such as 'ol' and 'ol start'. */
function written(item: Node | Mark): string[] {
  const toDOM = item.type.spec.toDOM as ((of: Node | Mark, inline: boolean) => DOMOutputSpec) | undefined
  return toDOM ? namesIn(toDOM(item, true)) : []
}

function namesIn(output: unknown): string[] {
  if (!Array.isArray(output)) return []
  const [tag, second, ...rest] = output as [string, ...unknown[]]
  const hasAttributes = typeof second === 'object' && second !== null && !Array.isArray(second)
  const attributes = hasAttributes ? Object.entries(second).filter(([, value]) => value !== null) : []
  return [
    tag,
    ...attributes.map(([name]) => `${tag} ${name.toLowerCase()}`),
    ...(hasAttributes ? rest : [second, ...rest]).flatMap(namesIn),
  ]
}

/** Every node and mark with all of its attributes set. */
const everything = [...Object.values(schema.nodes), ...Object.values(schema.marks)].flatMap((type) => {
  if (type.name === 'doc' || type.name === 'text') return []
  const names = Object.keys(type.spec.attrs ?? {})
  const attrs = Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? '7']))
  if ('schema' in type && 'createAndFill' in type)
    return type.createAndFill(attrs, figureCaption(type.name)) ?? []
  return type.create(attrs)
})

function figureCaption(name: string) {
  return name === 'figure' ? schema.text('Caption') : null
}

const declared = new Set(
  Object.keys(ELEMENTS).flatMap((tag) => [
    tag,
    ...Object.keys(attributesOf(tag)).map((name) => `${tag} ${htmlName(name).toLowerCase()}`),
  ]),
)

test('every element and attribute that the editor writes is declared, or refused with words', () => {
  const names = new Set(everything.flatMap(written))
  const missing = [...names].filter((name) => !declared.has(name))
  expect(missing.toSorted()).toEqual(Object.keys(REFUSED).toSorted())
})

test('every declared element and attribute that the editor writes has a node or mark that keeps it', () => {
  const names = new Set(everything.flatMap(written))
  // Headings are one node, which is written here at one level.
  const other = new Set(['h1', 'h3', 'h4'])
  const expected = [...declared].filter((name) => {
    const [tag = ''] = name.split(' ')
    const { editor, blocks } = ELEMENTS[tag] ?? {}
    return (editor !== null || blocks !== undefined) && !other.has(tag)
  })
  expect(expected.filter((name) => !names.has(name))).toEqual([])
})

test('every node and mark belongs to a declared element', () => {
  const editors = new Set(
    Object.values(ELEMENTS).flatMap(({ editor, blocks = {} }) => [editor, ...Object.values(blocks)]),
  )
  const names = [...Object.keys(schema.nodes), ...Object.keys(schema.marks)]
  expect(names.filter((name) => !editors.has(name) && name !== 'doc' && name !== 'text')).toEqual([])
})
