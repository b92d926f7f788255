import type { Element, ElementContent } from 'hast'
import { el, isBlank, isElement, isInline, text, textOf } from '../../domain/body/html/hast.ts'
import { embedOf } from '../../domain/story/embed.ts'
import { htmlOf } from '../body.ts'
import { nodesOf } from '../../import/body/story-body.ts'
import { BOX_CLASSES } from '../../import/wordpress/body/box-classes.ts'

/** What the blocks of a text need to know of a picture at an address: its number in the library. */
export type NumberOf = (address: string) => number | null

/**
 * A text as blocks of WordPress' editor, with the markup that the editor makes for them, so that it finds each block valid.
 * What no block has is a block of HTML, which WordPress shows as it is.
 */
export function blocksOf(html: string, numberOf: NumberOf): string {
  const nodes = nodesOf(html).filter((node) => node.type === 'element' || node.type === 'text')
  return new Blocks(numberOf).all(nodes)
}

class Blocks {
  readonly #numberOf: NumberOf

  constructor(numberOf: NumberOf) {
    this.#numberOf = numberOf
  }

  all(nodes: readonly ElementContent[]): string {
    return nodes
      .filter((node) => !isBlank(node))
      .map((node) => (isElement(node) ? this.#block(node) : paragraph(el('p', [node]))))
      .join('\n\n')
  }

  #block(node: Element): string {
    switch (node.tagName) {
      case 'p':
        return paragraph(node)
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
        return heading(node)
      case 'ul':
      case 'ol':
        return list(node)
      case 'blockquote':
        return this.#quote(node)
      case 'pre':
        return preformatted(node)
      case 'hr':
        return block('separator', {}, '<hr class="wp-block-separator has-alpha-channel-opacity"/>')
      case 'figure':
        return this.#figure(node)
      case 'aside':
        return this.#group(node)
      case 'table':
        return table(node)
      default:
        return asHtml(node)
    }
  }

  /** The speaker, in the last paragraph after an em dash, is the citation. */
  #quote(node: Element): string {
    const children = node.children.filter((child) => !isBlank(child))
    const last = children.at(-1)
    const speaker = isElement(last, 'p') ? speakerOf(last) : null
    const inside = speaker === null ? children : children.slice(0, -1)
    const cite = speaker === null ? '' : `<cite>${html(speaker)}</cite>`
    const opening = `<blockquote${idOf(node)} class="wp-block-quote">`
    return block('quote', {}, `${opening}${this.all(inside)}${cite}</blockquote>`)
  }

  #figure(node: Element): string {
    switch (node.properties.dataBlock) {
      case 'embed':
        return embed(node)
      case 'pictures':
        return this.#gallery(node)
      default:
        return this.#image(node)
    }
  }

  #image(node: Element): string {
    const caption = node.children.find((child) => isElement(child, 'figcaption'))
    const [media, ...more] = node.children.filter((child) => child !== caption && !isBlank(child))
    const img = isElement(media, 'a') ? media.children.find((child) => !isBlank(child)) : media
    if (!isElement(img, 'img') || more.length > 0 || !isElement(media)) return asHtml(node)
    const { src, alt } = img.properties
    const number = this.#numberOf(String(src ?? ''))
    const align = ALIGNMENTS[String(node.properties.dataWidth)]
    const picture = el('img', [], {
      ...{ src, alt: alt ?? '' },
      ...(number === null ? {} : { className: [`wp-image-${number}`] }),
    })
    const link = isElement(media, 'a') ? el('a', [picture], { href: media.properties.href }) : picture
    const classes = ['wp-block-image', ...alignClass(align), 'size-full']
    const attributes = {
      ...(number === null ? {} : { id: number }),
      ...{ sizeSlug: 'full', linkDestination: isElement(media, 'a') ? 'custom' : 'none' },
      ...(align === undefined ? {} : { align }),
    }
    const words = isElement(caption) ? captionHtml(caption) : ''
    const figure = `<figure${idOf(node)} class="${classes.join(' ')}">${html([link])}${words}</figure>`
    return block('image', attributes, figure)
  }

  #gallery(node: Element): string {
    const caption = node.children.find((child) => isElement(child, 'figcaption'))
    const figures = node.children.filter((child) => isElement(child, 'figure'))
    const words = isElement(caption)
      ? `<figcaption class="blocks-gallery-caption wp-element-caption">${html(caption.children)}</figcaption>`
      : ''
    const align = ALIGNMENTS[String(node.properties.dataWidth)]
    const classes = ['wp-block-gallery', ...alignClass(align), 'has-nested-images columns-default is-cropped']
    const opening = `<figure${idOf(node)} class="${classes.join(' ')}">`
    const inside = figures.map((figure) => this.#image(figure)).join('\n\n')
    const attributes = { linkTo: 'none', ...(align === undefined ? {} : { align }) }
    return block('gallery', attributes, `${opening}${inside}${words}</figure>`)
  }

  /** A box beside or within the text. */
  #group(node: Element): string {
    const className = BOX_CLASSES[String(node.properties.dataBlock)] ?? ''
    const attributes = { tagName: 'aside', className, layout: { type: 'constrained' } }
    const opening = `<aside${idOf(node)} class="wp-block-group ${className}">`
    return block('group', attributes, `${opening}${this.all(node.children)}</aside>`)
  }
}

/** What the widths of a picture are called. */
const ALIGNMENTS: Readonly<Record<string, string>> = { wide: 'wide', full: 'full', margin: 'right' }

const alignClass = (align: string | undefined) => (align === undefined ? [] : [`align${align}`])

function block(name: string, attributes: Readonly<Record<string, unknown>>, content: string): string {
  // As WordPress escapes what would end the comment.
  const json = JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
  const head = json === '{}' ? name : `${name} ${json}`
  return `<!-- wp:${head} -->\n${content}\n<!-- /wp:${name} -->`
}

/** HTML in which nothing reads as a shortcode, which WordPress would run. */
function html(nodes: readonly ElementContent[]): string {
  return withoutShortcodes(htmlOf(...nodes))
}

function withoutShortcodes(source: string): string {
  return source.replace(/\[(?=\[?\/?[a-z])/gi, '&#091;')
}

function asHtml(node: Element): string {
  return block('html', {}, html([node]))
}

const idOf = ({ properties: { id } }: Element): string => (typeof id === 'string' ? ` id="${id}"` : '')

function paragraph(node: Element): string {
  // A paragraph of pictures, or with one, which the block of a paragraph cannot have beside words.
  if (node.children.some((child) => !isInline(child) || isElement(child, 'img'))) return asHtml(node)
  return block('paragraph', {}, `<p${idOf(node)}>${html(node.children)}</p>`)
}

function heading(node: Element): string {
  const level = Number(node.tagName.slice(1))
  const attributes = level === 2 ? {} : { level }
  const opening = `<${node.tagName}${idOf(node)} class="wp-block-heading">`
  return block('heading', attributes, `${opening}${html(node.children)}</${node.tagName}>`)
}

/** A list whose items each have a line, and after it lists at most; any other is HTML. */
function list(node: Element): string {
  const items = node.children.filter((child) => !isBlank(child))
  const written = items.map((item) => (isElement(item, 'li') ? listItem(item) : null))
  if (written.includes(null)) return asHtml(node)
  const { start, reversed, type } = node.properties
  const isOrdered = node.tagName === 'ol'
  const style = typeof type === 'string' && type !== '1' ? LIST_STYLES[type] : undefined
  const attributes = {
    ...(isOrdered ? { ordered: true } : {}),
    ...(style === undefined ? {} : { type: style }),
    ...(start === undefined ? {} : { start: Number(start) }),
    ...(reversed === undefined || reversed === false ? {} : { reversed: true }),
  }
  const numbering = [
    ...(reversed === undefined || reversed === false ? [] : [' reversed']),
    ...(start === undefined ? [] : [` start="${Number(start)}"`]),
    ...(style === undefined ? [] : [` style="list-style-type:${style}"`, ` type="${String(type)}"`]),
  ].join('')
  return block(
    'list',
    attributes,
    `<${node.tagName}${numbering} class="wp-block-list">${written.join('\n\n')}</${node.tagName}>`,
  )
}

const LIST_STYLES: Readonly<Record<string, string>> = {
  ...{ a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' },
}

/** An item with one line and at most lists after it; null for any other. */
function listItem(node: Element): string | null {
  if (node.properties.value !== undefined) return null
  const isList = (child: ElementContent): boolean => isElement(child, 'ul', 'ol')
  const firstList = node.children.findIndex(isList)
  const line = firstList < 0 ? node.children : node.children.slice(0, firstList)
  const after = firstList < 0 ? [] : node.children.slice(firstList).filter((child) => !isBlank(child))
  const words = lineOf({ ...node, children: line })
  if (words === null || !after.every(isList)) return null
  const inner = after.map((one) => (isElement(one) ? list(one) : '')).join('')
  return inner.includes('<!-- wp:html')
    ? null
    : block('list-item', {}, `<li${idOf(node)}>${html(words)}${inner}</li>`)
}

function preformatted(node: Element): string {
  const [only, ...more] = node.children
  if (isElement(only, 'code') && more.length === 0) {
    const opening = `<pre${idOf(node)} class="wp-block-code">`
    return block('code', {}, `${opening}<code>${html(only.children)}</code></pre>`)
  }
  return block(
    'preformatted',
    {},
    `<pre${idOf(node)} class="wp-block-preformatted">${html(node.children)}</pre>`,
  )
}

/** The words after the em dash that the last paragraph of a quotation begins with; null where it is not the speaker. */
function speakerOf(line: Element): ElementContent[] | null {
  const [first, ...rest] = line.children
  if (first?.type !== 'text' || !first.value.trimStart().startsWith('—') || line.properties.id !== undefined)
    return null
  const words = first.value.trimStart().slice(1).trimStart()
  const speaker = [...(words === '' ? [] : [text(words)]), ...rest]
  return speaker.map(textOf).join('').trim() === '' ? null : speaker
}

function captionHtml({ children }: Element): string {
  return `<figcaption class="wp-element-caption">${html(children)}</figcaption>`
}

/** A film or sound of another site, which WordPress plays by its address. */
function embed(node: Element): string {
  const link = node.children.find((child) => isElement(child, 'a'))
  const address = isElement(link) ? String(link.properties.href ?? '') : ''
  const found = embedOf(address)
  if (found === null) return asHtml(node)
  const caption = node.children.find((child) => isElement(child, 'figcaption'))
  const slug = found.provider.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const type = found.kind === 'film' ? 'video' : 'rich'
  const align = ALIGNMENTS[String(node.properties.dataWidth)]
  const kind = `is-type-${type} is-provider-${slug} wp-block-embed-${slug}`
  const classes = ['wp-block-embed', ...alignClass(align), kind]
  const words = isElement(caption) ? captionHtml(caption) : ''
  const wrapper = `<div class="wp-block-embed__wrapper">\n${htmlOf(text(address))}\n</div>`
  return block(
    'embed',
    {
      url: address,
      type,
      providerNameSlug: slug,
      responsive: true,
      ...(align === undefined ? {} : { align }),
    },
    `<figure${idOf(node)} class="${classes.join(' ')}">${wrapper}${words}</figure>`,
  )
}

/** A table of lines; one with blocks in its cells is HTML. */
function table(node: Element): string {
  // A parser puts rows into a body.
  const parts = node.children.flatMap((child) => (isElement(child, 'tbody') ? child.children : [child]))
  const rows = parts.filter((child) => isElement(child, 'tr'))
  const isHead = ({ children }: Element) => children.every((cell) => isBlank(cell) || isElement(cell, 'th'))
  const cells = rows.flatMap((row) => row.children.filter((cell) => isElement(cell, 'td', 'th')))
  const lines = cells.map(lineOf)
  if (lines.includes(null) || node.properties.id !== undefined) return asHtml(node)
  const written = rows.map((row) => {
    const inside = row.children.filter((cell) => isElement(cell, 'td', 'th'))
    return el(
      'tr',
      inside.map((cell) => ({ ...cell, children: lineOf(cell) ?? [] })),
    )
  })
  const [first, ...others] = written
  const hasHead = first !== undefined && isHead(first)
  const head = hasHead ? [el('thead', [first])] : []
  const body = hasHead ? others : written
  const whole = el('table', [...head, ...(body.length === 0 ? [] : [el('tbody', body)])])
  return block('table', {}, `<figure class="wp-block-table">${html([whole])}</figure>`)
}

/** The line of a cell or item; null where it has more than one. */
function lineOf(cell: Element): ElementContent[] | null {
  const children = cell.children.filter((child) => !isBlank(child))
  const [only] = children
  if (children.length === 1 && isElement(only, 'p') && only.properties.id === undefined)
    return only.children.some((child) => isElement(child, 'img')) ? null : only.children
  return cell.children.every((child) => isInline(child) && !isElement(child, 'img')) ? cell.children : null
}
