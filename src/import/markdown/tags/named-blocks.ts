import type { Element, ElementContent } from 'hast'
import { el, isElement, text } from '../../../domain/body/html/hast.ts'
import { wordSet } from '../../../domain/text/word-set.ts'
import { embedOrLink } from '../../body/embed-or-link.ts'
import { NOTE_NAMES } from '../../body/markdown-body.ts'
import { nodesOf } from '../../body/story-body.ts'
import type { Note } from '../../description.ts'
import type { Meaning, Tag } from './marks.ts'

/** What blocks need to know of the text that they are in. */
export interface BlockContext {
  notes: Note[]
  /** Nodes of Markdown with tags of its own. */
  markdown: (source: string) => Promise<ElementContent[]>
  /** The pictures of the source whose path, from the text on, matches a pattern such as 'images/*'. */
  picturesLike: (pattern: string) => string[]
  /** The pictures that the front matter names for a gallery. */
  galleryOf: (name: string) => { src: string; alt: string; caption: string }[]
}

type Attributes = Tag['attributes']
type Make = (tag: Tag, context: BlockContext) => Promise<Meaning | null> | Meaning | null

const PICTURE_PATH = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|tiff?)(?:[?#].*)?$/i

const figureNames =
  'figure image img picture imagefigure postimage postimg lazyimage responsiveimage assetimg imgproc bundleimage fig photo ' +
  'imagecaption imagewithcaption captionedimage staticimage'
const linkNames =
  'embed video iframe audio oembed mastodon bluesky bookmark linkcard linkpreview podcast bilibili peertube ted codepen ' +
  'soundcloud spotify link'
const containerNames =
  'columns column cols col row grid tabs tab tabitem tabgroup steps step cards card cardgrid center lead div section accordion ' +
  'fragment container wrapper span text markdown md'

const BLOCKS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...Array.from(wordSet(figureNames), (name) => [name, figure] as const),
  ...Array.from(NOTE_NAMES, (name) => [name, note] as const),
  ...Array.from(
    wordSet('youtube youtubelite youtubeembed youtubelazy youtubevideo liteyoutube yt'),
    (name) => {
      return [name, film((id) => `https://www.youtube.com/watch?v=${id}`)] as const
    },
  ),
  ['vimeo', film((id) => `https://vimeo.com/${id}`)],
  ['vimeosimple', film((id) => `https://vimeo.com/${id}`)],
  ...Array.from(wordSet('tweet x twitter twittersimple xsimple'), (name) => [name, post] as const),
  ['instagram', film((id) => `https://www.instagram.com/p/${id}/`)],
  ['gist', gist],
  ...Array.from(wordSet('highlight code codeblock'), (name) => [name, code] as const),
  ...Array.from(wordSet('katex math mermaid'), (name) => [name, formula] as const),
  ...Array.from(
    wordSet('gallery imagegallery photogallery carousel slider'),
    (name) => [name, gallery] as const,
  ),
  ...Array.from(wordSet('quote blockquote epigraph pullquote'), (name) => [name, quote] as const),
  ...Array.from(wordSet('button btn linkbutton buttonlink cta'), (name) => [name, button] as const),
  ...Array.from(wordSet('details collapse expand spoiler toggle'), (name) => [name, details] as const),
  ...Array.from(wordSet('rawhtml html unsafe'), (name) => [name, html] as const),
  ...Array.from(wordSet(linkNames), (name) => [name, linked] as const),
  ...Array.from(wordSet(containerNames), (name) => [name, container] as const),
])

/** What a block of a theme or plugin means by its name, as most of them are named; null where that is not known. */
export async function namedBlock(tag: Tag, context: BlockContext): Promise<Meaning | null> {
  const name = tag.name
    .replace(/\.\w{2,4}$/, '')
    .replace(/^.*\//, '')
    .replace(/[_-]/g, '')
    .toLowerCase()
  return (await BLOCKS.get(name)?.(tag, context)) ?? null
}

/** The first of these attributes that has a value. */
export function attribute(attributes: Attributes, ...names: string[]): string {
  return names.map((name) => attributes.get(name)?.trim() ?? '').find((value) => value !== '') ?? ''
}

async function figure({ attributes, inner }: Tag, context: BlockContext): Promise<Meaning | null> {
  const named = attribute(
    attributes,
    'src',
    'image_path',
    'imagepath',
    'path',
    'image',
    'file',
    'filename',
    'name',
    'url',
  )
  const paths = attributes.values().filter((value) => PICTURE_PATH.test(value))
  const src = named || (paths.next().value ?? '')
  if (src === '' || src.startsWith('{')) return null
  const alt = attribute(attributes, 'alt', 'alt_text', 'alttext', 'description')
  const words = [
    attribute(attributes, 'title', 'heading'),
    attribute(attributes, 'caption', 'cap', 'desc') || (inner ?? '').trim() || sentenceIn(attributes, src),
    credit(attribute(attributes, 'attr', 'credit', 'copyright'), attribute(attributes, 'attrlink')),
  ]
  // Many themes have the same words in both.
  const caption = [...new Set(words)].filter((part) => part !== '').join(' ')
  const link = attribute(attributes, 'link', 'href')
  const img = el('img', [], { src, alt })
  const picture = link === '' ? img : el('a', [img], { href: link })
  return { nodes: [captioned(picture, await line(caption, context))] }
}

/** The first words without a name, beside the path of the picture. */
function sentenceIn(attributes: Attributes, src: string): string {
  const values = Array.from(attributes, ([name, value]) => (/^\d+$/.test(name) && value !== src ? value : ''))
  return values.find((value) => /\s/.test(value.trim())) ?? ''
}

function credit(name: string, link: string): string {
  return name !== '' && link !== '' ? `[${name}](${link})` : name
}

function captioned(picture: Element, caption: ElementContent[]): Element {
  return el('figure', caption.length === 0 ? [picture] : [picture, el('figcaption', caption)])
}

/** Markdown as the content of a line. */
async function line(source: string, context: BlockContext): Promise<ElementContent[]> {
  if (source.trim() === '') return []
  const nodes = await context.markdown(source)
  return nodes.flatMap((node) => (isElement(node, 'p') ? node.children : [node]))
}

async function note({ name, attributes, inner }: Tag, context: BlockContext): Promise<Meaning | null> {
  const words = inner ?? attribute(attributes, 'content', 'text', 'message', 'body')
  if (words.trim() === '') return null
  const kind = name.toLowerCase()
  const title =
    attribute(attributes, 'title', 'heading') ||
    (inner !== null && kind !== 'notice' ? titleIn(attributes) : '')
  const heading = title === '' ? [] : [el('p', [el('strong', [text(title)])])]
  return { nodes: [el('aside', [...heading, ...(await context.markdown(words))], { dataBlock: 'note' })] }
}

/** The first words without a name that are a title: `tip` is a kind, 'Mind the heat' a title. */
function titleIn(attributes: Attributes): string {
  const words = attribute(attributes, '0')
  return NOTE_NAMES.has(words.toLowerCase()) || !/[\s\p{Lu}]/u.test(words) ? '' : words
}

/** A film or post by its id, or by its address. */
function film(addressOf: (id: string) => string): Make {
  return ({ attributes }, context) => {
    const id = attribute(attributes, 'id', 'videoid', 'video_id', 'video', 'src', 'url', 'href', 'code', '0')
    if (id === '' || id.startsWith('{')) return null
    const title = attribute(attributes, 'title')
    const start = /^\d+/.exec(attribute(attributes, 'start', 't'))?.[0]
    const address = /^https?:/.test(id) ? id : addressOf(encodeURIComponent(id))
    const isTimed = start !== undefined && address.includes('watch?v=')
    return shown(isTimed ? `${address}&t=${start}` : address, title, context)
  }
}

function post({ attributes }: Tag, context: BlockContext): Meaning | null {
  const [user, id] = [attribute(attributes, 'user'), attribute(attributes, 'id', 'url', 'href', 'link', '0')]
  if (/^https?:/.test(id)) return shown(id, '', context)
  return /^\d+$/.test(id) ? shown(`https://x.com/${user || 'i'}/status/${id}`, '', context) : null
}

function gist({ attributes }: Tag, context: BlockContext): Meaning | null {
  const parts = ['user', 'id', '0', '1'].map((name) => attribute(attributes, name)).filter(Boolean)
  return parts.length === 0
    ? null
    : shown(`https://gist.github.com/${parts.slice(0, 2).join('/')}`, '', context)
}

function linked({ attributes, inner }: Tag, context: BlockContext): Meaning | null {
  const address = attribute(attributes, 'url', 'src', 'href', 'link', '0')
  if (!/^https?:/.test(address)) return null
  const title = attribute(attributes, 'title') || (inner ?? '').trim()
  return shown(address, title, context)
}

function shown(address: string, title: string, context: BlockContext): Meaning | null {
  const embed = embedOrLink(address, title)
  if (embed === null) return null
  context.notes.push(...embed.notes)
  return { nodes: [embed.node] }
}

function code({ attributes, inner }: Tag): Meaning | null {
  const words = inner ?? attribute(attributes, 'code')
  return words === '' ? null : { nodes: [preformatted(words)] }
}

function formula({ name, inner }: Tag, context: BlockContext): Meaning | null {
  if (inner === null) return null
  const what = name.toLowerCase() === 'mermaid' ? 'diagram' : 'formula'
  context.notes.push({ kind: 'changed', text: `A ${what} is shown as its source` })
  return { nodes: [preformatted(inner)] }
}

export function preformatted(source: string): Element {
  return el('pre', [el('code', [text(source.replace(/^\n/, '').trimEnd())])])
}

async function gallery({ attributes, inner }: Tag, context: BlockContext): Promise<Meaning | null> {
  const caption = attribute(attributes, 'caption', 'title')
  const pattern = attribute(attributes, 'match', 'dir', 'folder', 'path')
  const listed = attribute(attributes, 'images', 'srcs')
    .split(',')
    .map((path) => path.trim())
  const named = [
    ...(pattern === '' ? [] : context.picturesLike(pattern)),
    ...listed.filter((path) => PICTURE_PATH.test(path)),
  ]
  const figures =
    inner === null
      ? [
          ...named.map((src) => ({ src, alt: '', caption: '' })),
          ...ofFrontMatter(attributes, named, context),
        ].map((picture) =>
          captioned(
            el('img', [], { src: picture.src, alt: picture.alt }),
            picture.caption === '' ? [] : [text(picture.caption)],
          ),
        )
      : figuresIn(await context.markdown(inner))
  if (figures.length === 0) return null
  const last = figures.at(-1)
  if (last !== undefined && caption !== '' && !last.children.some((child) => isElement(child, 'figcaption')))
    last.children.push(el('figcaption', await line(caption, context)))
  return { nodes: figures.length === 1 ? figures : [el('figure', figures, { dataBlock: 'pictures' })] }
}

function ofFrontMatter(attributes: Attributes, named: readonly string[], context: BlockContext) {
  return named.length > 0 ? [] : context.galleryOf(attribute(attributes, 'id') || 'gallery')
}

/** The pictures of nodes as figures, with the captions that they have. */
export function figuresIn(nodes: readonly ElementContent[]): Element[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    if (node.tagName === 'figure' && node.properties.dataBlock === undefined) return [node]
    if (node.tagName !== 'img') return figuresIn(node.children)
    const { title, ...properties } = node.properties
    return [captioned({ ...node, properties }, typeof title === 'string' ? [text(title)] : [])]
  })
}

async function quote({ attributes, inner }: Tag, context: BlockContext): Promise<Meaning | null> {
  const words = inner ?? attribute(attributes, 'text', 'quote', 'content')
  if (words.trim() === '') return null
  const speaker = ['author', 'cite', 'attribution', 'source', 'by', 'title'].map((name) =>
    attribute(attributes, name),
  )
  const names = [...new Set(speaker.filter((name) => name !== ''))].join(', ')
  const last = names === '' ? [] : [el('p', [text(`— ${names}`)])]
  return { nodes: [el('blockquote', [...(await context.markdown(words)), ...last])] }
}

async function button({ attributes, inner }: Tag, context: BlockContext): Promise<Meaning | null> {
  const href = attribute(attributes, 'href', 'url', 'link', 'to', 'relref')
  const label = inner?.trim() || attribute(attributes, 'text', 'label', 'content', 'title')
  if (href === '' || href.startsWith('{') || label === '') return null
  context.notes.push({ kind: 'changed', text: 'A button is a link' })
  return { nodes: [el('p', [el('a', await line(label, context), { href })])] }
}

async function details({ attributes, inner }: Tag, context: BlockContext): Promise<Meaning | null> {
  if (inner === null) return null
  const title = attribute(attributes, 'summary', 'title', '0')
  const heading = title === '' ? [] : [el('p', [el('strong', [text(title)])])]
  context.notes.push({ kind: 'changed', text: 'What opened on a click is shown' })
  return { nodes: [...heading, ...(await context.markdown(inner))] }
}

function html({ inner }: Tag): Meaning | null {
  return inner === null ? null : { nodes: nodesOf(inner) as ElementContent[] }
}

function container({ name, inner }: Tag, context: BlockContext): Meaning | null {
  if (inner === null) return null
  if (name !== 'Fragment')
    context.notes.push({ kind: 'changed', text: `The content of “${name}” stands without it` })
  return 'content'
}
