import { el, text } from '../../../domain/body/html/hast.ts'
import type { Note } from '../../description.ts'
import { headingId } from '../permalinks.ts'
import { type Dialect, MARKDOWN, isPicturePath } from '../site.ts'
import { BLOCK, COMMENT, EXPRESSION, jsx } from './jsx.ts'
import { OUTPUT, RAW, liquid } from './liquid.ts'
import { type Mark, type Meaning, type Tag, expand } from './marks.ts'
import type { Imports } from './modules.ts'
import { type BlockContext, attribute, namedBlock } from './named-blocks.ts'
import { SHOWN, shortcodes } from './shortcodes.ts'
import { WIKI_PICTURE, wikiLinks } from './wikilinks.ts'

/** What tags need to know of the site that their text is in. */
export interface TagContext extends BlockContext {
  dialect: Dialect
  imports: Imports
  /** Where the site has the text at a path as a tag names it, with its anchor; null where there is none. */
  addressOfText: (path: string) => Promise<string | null>
  /** Where the source has a picture of this name, in whatever folder. */
  pictureNamed: (name: string) => string | null
  /** Settings of the site that tags may write: 'site.title'. */
  settings: ReadonlyMap<string, string>
}

/** The tags of a text in the language of its site. */
export function marksOf(source: string, dialect: Dialect): Mark[] {
  if (dialect === 'shortcodes') return shortcodes(source)
  if (dialect === 'liquid') return liquid(source)
  if (dialect === 'wiki') return wikiLinks(source)
  return dialect === 'jsx' ? jsx(source) : []
}

/** A text with its tags as what they mean. Tags that nobody knows are noted. */
export function expandTags(source: string, context: TagContext): ReturnType<typeof expand> {
  return expand(source, marksOf(source, context.dialect), async (tag) => {
    if (context.dialect === 'shortcodes') return ofShortcode(tag, context)
    if (context.dialect === 'wiki') return ofWiki(tag, context)
    return context.dialect === 'liquid' ? ofLiquid(tag, context) : ofJsx(tag, context)
  })
}

function unknown(what: string, { notes }: TagContext): 'text' {
  notes.push({ kind: 'changed', text: `${what} stays as text` })
  return 'text'
}

function nowhere(path: string, { notes }: TagContext): Meaning {
  notes.push({ kind: 'changed', text: 'A link leads to a text that is not in the source' })
  return { source: encodeURI(path) }
}

async function ofShortcode(tag: Tag, context: TagContext): Promise<Meaning> {
  const { name, attributes } = tag
  if (name === SHOWN) return { nodes: [text(attribute(attributes, '0'))] }
  if (name === 'comment') return { nodes: [] }
  if (name === 'ref' || name === 'relref') {
    const path = attribute(attributes, '0', 'path')
    const address = await context.addressOfText(path)
    return address === null ? nowhere(path, context) : { source: address }
  }
  return (await namedBlock(tag, context)) ?? unknown(`The shortcode ${name}`, context)
}

async function ofLiquid(tag: Tag, context: TagContext): Promise<Meaning> {
  const { name, attributes } = tag
  switch (name) {
    case 'comment':
      return { nodes: [] }
    case RAW:
      return { nodes: [text(attributes.get('0') ?? '')] }
    case OUTPUT:
      return output(attribute(attributes, '0'), context)
    case 'post_url':
    case 'link': {
      const path = attribute(attributes, '0')
      const address = await context.addressOfText(path)
      if (address !== null) return { source: address }
      return MARKDOWN.test(path) || name === 'post_url'
        ? nowhere(path, context)
        : { source: `/${encodeURI(path)}` }
    }
    case 'include':
    case 'include_cached':
      return included(tag, context)
    default:
      return (await namedBlock(tag, context)) ?? unknown(`The Liquid tag ${name}`, context)
  }
}

/** A part of a theme in a text, by the name of its file. */
async function included(tag: Tag, context: TagContext): Promise<Meaning> {
  const file = attribute(tag.attributes, '0')
  const provider = attribute(tag.attributes, 'provider')
  const name = provider === '' ? file : provider
  const attributes = new Map(tag.attributes)
  attributes.delete('0')
  const meaning = await namedBlock({ ...tag, name, attributes, inner: null }, context)
  return meaning ?? unknown(`The Liquid tag include ${file}`, context)
}

/** What `{{ site.baseurl }}` and the like write; `'/a' | relative_url` is an address. */
function output(expression: string, context: TagContext): Meaning {
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim())
  const literal = /^(["'])(.*)\1$/s.exec(value)?.[2]
  const setting = context.settings.get(value)
  const start = literal ?? setting
  const isKnown = filters.every((filter) =>
    /^(?:relative_url|absolute_url|escape|strip|url_encode|uri_escape)$/.test(filter),
  )
  if (start === undefined || !isKnown) return unknown('An output of Liquid', context)
  const isAddress = filters.some((filter) => filter.endsWith('_url'))
  return {
    source: isAddress ? `${context.settings.get('site.baseurl') ?? ''}/${start.replace(/^\/+/, '')}` : start,
  }
}

async function ofWiki({ name, attributes }: Tag, context: TagContext): Promise<Meaning> {
  const [target, heading] = [attribute(attributes, 'target'), attribute(attributes, 'anchor').slice(1)]
  const anchor = heading === '' ? '' : `#${headingId(heading)}`
  const words = attribute(attributes, 'words')
  if (name === WIKI_PICTURE && isPicturePath(target)) {
    // A number is a width.
    const alt = /^[\dx]+$/.test(words) ? '' : words
    return { nodes: [el('img', [], { src: context.pictureNamed(target) ?? target, alt })] }
  }
  const address = target === '' ? anchor : await context.addressOfText(target + anchor)
  if (address === null) return unknown('A link that leads nowhere', context)
  return { nodes: [el('a', [text(words || target || heading)], { href: address })] }
}

async function ofJsx(tag: Tag, context: TagContext): Promise<Meaning> {
  if (tag.name === COMMENT || tag.name === '') return tag.name === '' ? 'content' : { nodes: [] }
  const attributes = new Map(
    Array.from(tag.attributes, ([name, value]) => [name, resolved(value, context.imports)] as const),
  )
  if (!/^[A-Z]/.test(tag.name) && !tag.name.includes('.')) return { source: plainTag({ ...tag, attributes }) }
  const children = attributes.get('code')
  const meaning = await namedBlock({ ...tag, attributes, inner: tag.inner ?? children ?? null }, context)
  if (meaning !== null) return meaning
  const hasContent = tag.inner !== null && tag.inner.trim() !== ''
  const note: Note = hasContent
    ? { kind: 'changed', text: `The content of the component ${tag.name} stands without it` }
    : { kind: 'dropped', text: `The component ${tag.name}, which is not run` }
  context.notes.push(note)
  return 'content'
}

/** The file that a name of JavaScript stands for: of '{pot' or '{pot.src' what `pot` was imported from. */
function resolved(value: string, imports: Imports): string {
  if (!value.startsWith(EXPRESSION)) return value
  const name = /^\{(\w+)(?:\.src)?$/.exec(value)?.[1]
  return (name === undefined ? undefined : imports.get(name)) ?? value
}

const KEPT_ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'title',
  'id',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
  'type',
]
const VOID = /^(?:img|br|hr|input|source|wbr|area|col|embed|track)$/

/** A tag of HTML as HTML has it: JSX closes every one, and may have expressions in it. */
function plainTag({ name, attributes, source }: Tag): string {
  if (name.startsWith('/')) return `\n\n<${name}>\n\n`
  const kept = KEPT_ATTRIBUTES.flatMap((key) => {
    const value = attributes.get(key)
    return value === undefined || value.startsWith(EXPRESSION)
      ? []
      : [` ${key}="${value.replaceAll('"', '&quot;')}"`]
  })
  const isBlock = name.endsWith(BLOCK)
  const plain = isBlock ? name.slice(0, -BLOCK.length) : name
  const isClosed = source.endsWith('/>') && !VOID.test(plain)
  return `<${plain}${kept.join('')}>${isClosed ? `</${plain}>` : ''}${isBlock ? '\n\n' : ''}`
}
