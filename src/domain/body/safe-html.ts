import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { wordSet } from '../word-set.ts'
import { isElement, text } from './hast.ts'

/** Allowed HTML. Ids, classes and styles in the text are always dropped. */
const SCHEMA: Schema = {
  tagNames: [
    ...wordSet(
      'p h1 h2 h3 h4 blockquote footer ul ol li pre hr figure figcaption',
      'strong em u s a cite code br img',
    ),
  ],
  ancestors: { li: ['ul', 'ol'], footer: ['blockquote'], figcaption: ['figure'] },
  attributes: {
    a: ['href'],
    img: ['src', 'alt', 'title', ['width', /^\d{1,5}$/], ['height', /^\d{1,5}$/]],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  // Dropped with their content; other unknown elements are replaced by their content.
  strip: [
    ...wordSet(
      'script style template noscript svg math head title base link meta',
      'iframe frame frameset noframes noembed object embed applet portal canvas map',
      'audio video textarea select option datalist button xmp plaintext listing',
    ),
  ],
  clobber: [],
  clobberPrefix: '',
  required: {},
  allowComments: false,
  allowDoctypes: false,
}

const RENAMED: Readonly<Record<string, string>> = {
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  ins: 'u',
  strike: 's',
  del: 's',
}

/** Generic containers: dropped, or a paragraph when they hold only inline content. */
const CONTAINERS = wordSet(
  'div section article main header aside center address details summary form tr dt dd caption',
)

const INLINE = wordSet(
  'strong b em i u ins s strike del a cite code br img',
  'span font small sub sup mark abbr kbd q time td th',
)

/** Whether a node is inline content. */
export function isInline(node: RootContent): boolean {
  return node.type === 'text' || (isElement(node) && INLINE.has(node.tagName))
}

/** Replaces obsolete elements and normalises URLs before their scheme is checked. */
function rehypeTidy() {
  return (tree: Root) => {
    visit(tree, 'element', (node: Element) => {
      const renamed = RENAMED[node.tagName]
      if (renamed !== undefined) node.tagName = renamed
      else if (CONTAINERS.has(node.tagName) && node.children.every(isInline)) node.tagName = 'p'
      if (node.tagName === 'td' || node.tagName === 'th') node.children.push(text(' '))
      if (node.tagName === 'a') tidyUrl(node, 'href')
      if (node.tagName === 'img') tidyUrl(node, 'src')
    })
  }
}

function tidyUrl(node: Element, property: 'href' | 'src'): void {
  const value = node.properties[property]
  if (typeof value === 'string') node.properties[property] = cleanUrl(value)
}

/** A URL as browsers parse it: without tabs, line breaks and outer control characters, scheme in lower case. */
function cleanUrl(url: string): string {
  return trimControls(url.replace(/[\t\n\r]/g, '')).replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) =>
    scheme.toLowerCase(),
  )
}

/** Without blanks and control characters at both ends. A pattern that ends with `$` would try at every blank within. */
function trimControls(url: string): string {
  let start = 0
  let end = url.length
  while (start < end && url.charCodeAt(start) <= 0x20) start += 1
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end -= 1
  return url.slice(start, end)
}

/** A media URL when it is http(s) or relative, else null. */
export function mediaUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const url = cleanUrl(value)
  const scheme = /^[^/?#]*?:/.exec(url)?.[0]
  if (url === '' || (scheme !== undefined && scheme !== 'http:' && scheme !== 'https:')) return null
  return url
}

const pipeline = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeTidy)
  .use(rehypeSanitize, SCHEMA)
  .use(rehypeStringify)
  .freeze()

/** Parses HTML, unsanitised. */
export function parseHtml(html: string): Root {
  return pipeline.parse(html)
}

/** Sanitises a tree; returns a new one with only what the schema allows. */
export function safeTree(children: RootContent[]): Root {
  return pipeline.runSync({ type: 'root', children })
}

export function stringify(children: ElementContent[]): string {
  return pipeline.stringify({ type: 'root', children })
}
