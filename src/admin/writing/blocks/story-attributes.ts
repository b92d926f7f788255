import { type Attribute, type Attributes, Extension } from '@tiptap/core'
import { ELEMENTS, htmlName } from '../../../domain/body/elements.ts'

/** The attributes that nodes and marks read and write themselves. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  orderedList: ['start', 'type'],
  link: ['href', 'title'],
  tableHeader: ['colSpan', 'rowSpan'],
  tableCell: ['colSpan', 'rowSpan'],
}

/** The element of each node and mark; of several that one node writes, such as headings, any. */
const elementsByNode = Object.entries(ELEMENTS).flatMap(([tagName, { editor, blocks = {} }]) =>
  [editor, ...Object.values(blocks)].flatMap((node): [string, string][] =>
    // A picture is part of a figure, which has its attributes.
    node === null || tagName === 'img' || tagName === 'figcaption' ? [] : [[node, tagName]],
  ),
)

/** The attributes of the editor's nodes and marks, as the declaration of their elements has them. */
export const StoryAttributes = Extension.create({
  name: 'storyAttributes',
  addGlobalAttributes: () =>
    Array.from(new Map(elementsByNode), ([node, tagName]) => ({
      types: [node],
      attributes: nodeAttributes(tagName, OWN[node]),
    })),
})

/** The attributes of an element, declared for a node or mark; leaves out the names in `without`. */
function nodeAttributes(tagName: string, without: readonly string[] = []): Attributes {
  const attributes = Object.entries(ELEMENTS[tagName]?.attributes ?? {})
  return Object.fromEntries(
    attributes.flatMap(([name, { matches, isFlag }]): [string, Attribute][] => {
      if (without.includes(name)) return []
      const html = htmlName(name)
      const read = (element: HTMLElement) => {
        const value = isFlag ? String(element.hasAttribute(html)) : element.getAttribute(html)
        return value !== null && (matches?.test(value) ?? true) ? value : null
      }
      const write = (attrs: Record<string, unknown>) =>
        typeof attrs[name] === 'string' ? { [html]: isFlag ? '' : attrs[name] } : {}
      // Half of a divided block is another place, and another item of its list.
      return [[name, { default: null, keepOnSplit: false, parseHTML: read, renderHTML: write }]]
    }),
  )
}
