import type { Element, ElementContent, RootContent } from 'hast'
import { el, isElement, text } from '../domain/body/html/hast.ts'
import { str } from '../domain/body/json.ts'
import type { MailColours } from './mail-colours.ts'

/** What the elements of a text are drawn with. */
export interface MailBodyContext {
  colours: MailColours
  /** The whole address of a link; null for one that is left as words. */
  linkOf: (href: string) => string | null
  /** The address of a picture in a mail; null for one that is not shown. */
  pictureOf: (image: string) => string | null
  /** The width of the text in CSS pixels. */
  width: number
}

export const SERIF = "Georgia,'Times New Roman',serif"
export const SANS = 'Arial,Helvetica,sans-serif'
const MONO = "'Courier New',Courier,monospace"

/** A table for layout, of one cell in each row. */
export function layoutTable(
  rows: readonly ElementContent[][],
  cell: { style?: string; className?: string[] } = {},
  table: { style?: string; align?: string } = {},
): Element {
  return el(
    'table',
    rows.map((children) => el('tr', [el('td', children, { ...cell })])),
    { role: 'presentation', width: '100%', cellPadding: '0', cellSpacing: '0', border: 0, ...table },
  )
}

type Rule = (node: Element, context: MailBodyContext, around: string) => ElementContent[]

const inside = (node: Element, context: MailBodyContext) => mailNodes(node.children, context, node.tagName)
const styled =
  (tagName: string, style: string): Rule =>
  (node, context) => [el(tagName, inside(node, context), { style })]
const plain =
  (tagName: string): Rule =>
  (node, context) => [el(tagName, inside(node, context))]

const heading =
  (tagName: string, above: number, font: string): Rule =>
  (node, context, around) => [
    el(tagName, inside(node, context), {
      style: `margin:${around === 'aside' ? 0 : above}px 0 10px;font:${font}`,
    }),
  ]

/** How mails have each element of a text; src/domain/body/elements.ts says which there are. */
export const MAIL_RULES: Readonly<Record<string, Rule>> = {
  p: (node, context, around) => [
    el('p', inside(node, context), { style: `margin:0 0 ${around === 'li' || around === 'td' ? 6 : 16}px` }),
  ],
  h1: heading('h2', 28, `normal 28px/1.2 ${SERIF}`),
  h2: heading('h2', 28, `normal 24px/1.25 ${SERIF}`),
  h3: heading('h3', 28, `normal 20px/1.3 ${SERIF}`),
  h4: heading('h4', 24, `bold 15px/1.4 ${SANS}`),
  blockquote: (node, context) => [
    layoutTable(
      [inside(node, context)],
      {
        className: ['i', 'q'],
        style: `padding:2px 0 2px 20px;border-left:3px solid ${context.colours.signal};font:italic 20px/1.5 ${SERIF};color:${context.colours.ink}`,
      },
      { style: 'margin:0 0 16px' },
    ),
  ],
  footer: (node, context) => [
    el('p', [text('— '), ...inside(node, context)], {
      className: ['f'],
      style: `margin:0 0 8px;font:normal 14px/1.5 ${SANS};color:${context.colours.soft}`,
    }),
  ],
  ul: (node, context) => [el('ul', inside(node, context), { style: 'margin:0 0 16px;padding:0 0 0 24px' })],
  ol: (node, context) => [numbered(node, context)],
  li: (node, context) => [
    el('li', inside(node, context), {
      style: 'margin:0 0 6px',
      ...(node.properties.value === undefined ? {} : { value: str(node.properties.value) }),
    }),
  ],
  pre: styled('pre', `margin:0 0 16px;font:14px/1.5 ${MONO};white-space:pre-wrap`),
  hr: (_, { colours }) => [line(colours)],
  figure: (node, context) => [el('div', inside(node, context), { style: 'margin:0 0 20px' })],
  figcaption: (node, context) => [captionNode(inside(node, context), context.colours)],
  img: (node, context) => picture(node, context),
  aside: (node, context) => {
    const { colours } = context
    const isNote = node.properties.dataBlock === 'note'
    return [
      layoutTable(
        [inside(node, context)],
        {
          className: isNote ? ['i', 'r'] : ['i', 'g'],
          style: isNote
            ? `padding:4px 0 4px 20px;border-left:1px solid ${colours.rule};font:15px/1.6 ${SERIF};color:${colours.ink}`
            : `padding:20px 24px 8px;background-color:${colours.ground};font:16px/1.6 ${SERIF};color:${colours.ink}`,
        },
        { style: 'margin:0 0 20px' },
      ),
    ]
  },
  table: (node, context) => [
    el('table', inside(node, context), {
      width: '100%',
      cellPadding: '0',
      cellSpacing: '0',
      border: 0,
      style: `margin:0 0 20px;border-collapse:collapse;font:15px/1.5 ${SERIF}`,
    }),
  ],
  tr: plain('tr'),
  th: (node, context) => [cell('th', node, context)],
  td: (node, context) => [cell('td', node, context)],
  br: () => [el('br')],
  strong: plain('strong'),
  em: plain('em'),
  u: plain('u'),
  s: plain('s'),
  a: (node, context) => {
    const href = context.linkOf(str(node.properties.href))
    const children = inside(node, context)
    return href === null
      ? children
      : [el('a', children, { href, className: ['l'], style: `color:${context.colours.link}` })]
  },
  cite: styled('span', 'font-style:italic'),
  code: styled('code', `font:90% ${MONO}`),
  sup: styled('sup', 'font-size:70%;line-height:1'),
  sub: styled('sub', 'font-size:70%;line-height:1'),
}

/** The nodes of a text as mails have them. What is no element of a text is replaced by its content. */
export function mailNodes(
  nodes: readonly RootContent[],
  context: MailBodyContext,
  around = '',
): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [text(node.value)]
    if (!isElement(node)) return []
    const rule = Object.hasOwn(MAIL_RULES, node.tagName) ? MAIL_RULES[node.tagName] : undefined
    return rule?.(node, context, around) ?? mailNodes(node.children, context, around)
  })
}

/** The words below a picture. */
export function captionNode(children: ElementContent[], { soft }: MailColours): Element {
  return el('p', children, {
    className: ['f'],
    style: `margin:8px 0 0;font:normal 13px/1.5 ${SANS};color:${soft}`,
  })
}

/** A line across the text. */
export function line({ rule }: MailColours): Element {
  return layoutTable(
    [[text('\u00a0')]],
    {
      className: ['r'],
      style: `padding:0 0 20px;border-bottom:1px solid ${rule};font-size:1px;line-height:1px`,
    },
    { style: 'margin:0 0 24px' },
  )
}

/** A numbered list. Some programs know no `reversed`: then each item has its number. */
function numbered(node: Element, context: MailBodyContext): Element {
  const { start, type, reversed } = node.properties
  const items = node.children.filter((child) => isElement(child, 'li'))
  const first = start === undefined ? items.length : Number(start)
  const children =
    reversed === undefined
      ? node.children
      : items.map((item, index) => ({
          ...item,
          properties: { ...item.properties, value: item.properties.value ?? String(first - index) },
        }))
  return el('ol', mailNodes(children, context, 'ol'), {
    style: 'margin:0 0 16px;padding:0 0 0 28px',
    ...(start === undefined ? {} : { start: str(start) || String(start) }),
    ...(type === undefined ? {} : { type: str(type) }),
  })
}

function cell(tagName: 'th' | 'td', node: Element, context: MailBodyContext): Element {
  const { colSpan, rowSpan, scope } = node.properties
  const { colours } = context
  return el(tagName, inside(node, context), {
    ...(colSpan === undefined ? {} : { colSpan }),
    ...(rowSpan === undefined ? {} : { rowSpan }),
    ...(scope === undefined ? {} : { scope }),
    align: 'left',
    className: ['i', 'r'],
    style: `padding:8px 12px 8px 0;border-bottom:1px solid ${colours.rule};vertical-align:top;color:${colours.ink}`,
  })
}

function picture(node: Element, context: MailBodyContext): ElementContent[] {
  const src = context.pictureOf(str(node.properties.src))
  if (src === null) return []
  const own = Number(node.properties.width) || context.width
  const width = Math.min(own, context.width)
  return [el('img', [], { src, ...imageProperties(width, str(node.properties.alt)) })]
}

/** The properties of a picture of some CSS pixels, no wider than its place. */
export function imageProperties(width: number, alt: string) {
  return {
    alt,
    width,
    border: 0,
    style: `display:block;width:100%;max-width:${width}px;height:auto;border:0`,
  }
}
