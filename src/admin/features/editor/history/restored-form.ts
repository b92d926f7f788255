import type { Element, ElementContent } from 'hast'
import { visit } from 'unist-util-visit'
import { articleType } from '../../../../domain/story/article.ts'
import { type LeftOut, PICTURE, leftOutOf } from '../../../../domain/body/left-out.ts'
import type { Revision } from '../data/revisions.ts'
import { isElement } from '../../../../domain/body/html/hast.ts'
import { stringify } from '../../../../domain/body/html/safe-html.ts'
import { mapLeaves, storyLeaves } from '../../../../domain/body/story-parts.ts'
import { type EditorForm, type Field, type FormBody, contentOf } from '../saving/form.ts'
import { parseHtml } from '#parse-html'

/** Fields that a restore leaves unchanged. */
const UNCHANGED_FIELDS = ['slug', 'author_id', 'featured', 'published_at'] as const satisfies readonly Field[]

/** The form after a restore, and what of the revision it does not have. */
export interface RestoredForm {
  form: EditorForm
  leftOut: LeftOut
}

/**
 * The form after restoring a revision over `current`. Pictures of other hosts that `current` does not have cannot be saved
 * again: they are left out, and their captions stay. Null when only one of the two bodies can be edited.
 */
export function restoredForm(
  current: EditorForm,
  { content, form, missing }: Pick<Revision, 'content' | 'form' | 'missing'>,
  isOwn: (src: string) => boolean,
): RestoredForm | null {
  if ((contentOf(current) === null) !== (contentOf(form) === null)) return null
  const restored = { ...form }
  for (const field of [...UNCHANGED_FIELDS, ...missing]) copyField(restored, current, field)
  const here = new Set([...bodyPictures(current), current.featured_image, ...current.gallery])
  const leftOut = new Map(leftOutOf(content))
  const stays = (src: string) => {
    if (src === '' || isOwn(src) || here.has(src)) return true
    leftOut.set(PICTURE, (leftOut.get(PICTURE) ?? 0) + 1)
    return false
  }
  if (restored.html !== null) restored.html = withPictures(restored.html, stays)
  if (restored.parts !== null)
    restored.parts = mapLeaves(restored.parts, (kind, value) => {
      if (kind === 'picture') return stays(value) ? value : ''
      return kind === 'text' ? withPictures(value, stays) : value
    })
  restored.gallery = restored.gallery.filter(stays)
  if (restored.featured_image !== null && !stays(restored.featured_image)) restored.featured_image = null
  return { form: restored, leftOut }
}

function bodyPictures({ html, parts }: FormBody): string[] {
  const inParts = (parts === null ? [] : storyLeaves(parts)).flatMap(({ kind, value }) => {
    if (kind === 'picture') return [value]
    return kind === 'text' ? picturesIn(value) : []
  })
  return [...picturesIn(html ?? ''), ...inParts]
}

function picturesIn(html: string): string[] {
  const found: string[] = []
  visit(parseHtml(html), 'element', ({ tagName, properties }) => {
    if (tagName === 'img') found.push(String(properties.src))
  })
  return found
}

/** A text with only the pictures that stay; the caption of a removed one becomes a paragraph. */
function withPictures(html: string, stays: (src: string) => boolean): string {
  if (picturesIn(html).length === 0) return html
  const tree = parseHtml(html)
  visit(tree, 'element', (node, index, parent) => {
    const image = isElement(node, 'figure') ? imageOf(node) : undefined
    if (image === undefined || stays(String(image.properties.src)) || !parent || index === undefined)
      return undefined
    const caption = node.children.filter((child) => isElement(child, 'figcaption'))
    parent.children.splice(index, 1, ...caption.map((child) => ({ ...child, tagName: 'p' })))
    return index + caption.length
  })
  return stringify(tree.children as ElementContent[])
}

/** The picture of a figure as the editor writes it, also within a link. */
function imageOf(figure: Element): Element | undefined {
  const children = figure.children.flatMap((child) => (isElement(child, 'a') ? child.children : [child]))
  return children.find((child) => isElement(child, 'img'))
}

function copyField<F extends Field>(into: EditorForm, from: EditorForm, field: F): void {
  into[field] = from[field]
}

const COLUMN_LABELS: Readonly<Record<string, string>> = {
  ...articleType.labels,
  content: articleType.labels.html,
  publish_at: articleType.labels.published_at,
  status: 'Status',
}

/** Distinct labels of changed columns. */
export function columnLabels(columns: readonly string[]): string {
  return [...new Set(columns.map((column) => COLUMN_LABELS[column] ?? column))].join(', ')
}
