import type { ElementContent } from 'hast'
import { isElement, textOf } from '../../../domain/body/html/hast.ts'
import { stringify } from '../../../domain/body/html/safe-html.ts'
import { idOf } from '../wxr-record.ts'
import { plain } from '../plain.ts'
import type { BodyContext } from './context.ts'
import { embedNodes, figureNode, fileNodes, findAll, galleryNodes, inlineNodes } from './media-nodes.ts'
import { type Shortcode, replaceShortcodes } from './scan-shortcodes.ts'

type Make = (shortcode: Shortcode, context: BodyContext) => readonly ElementContent[]

const SOUNDS = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'wma', '0']
const FILMS = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'wmv', '0']

const MADE: Readonly<Record<string, Make>> = {
  caption: captioned,
  wp_caption: captioned,
  gallery: (shortcode, context) => galleryNodes(galleryIds(shortcode, context), context),
  embed: ({ content, attributes }, context) =>
    embedNodes(content ?? first(attributes, ['src', 'url', '0']), context),
  audio: ({ attributes }, context) => ofLibrary(attributes, SOUNDS, 'sound', context),
  video: ({ attributes }, context) => ofLibrary(attributes, FILMS, 'film', context),
  playlist,
  wpvideo: ({ attributes }, context) =>
    embedNodes(`https://videopress.com/v/${attributes.get('0') ?? ''}`, context),
  youtube: ({ attributes, content }, context) =>
    embedNodes(withHost(addressIn(attributes, content), 'https://www.youtube.com/watch?v='), context),
  vimeo: ({ attributes, content }, context) =>
    embedNodes(withHost(addressIn(attributes, content), 'https://vimeo.com/'), context),
  soundcloud: ({ attributes, content }, context) => embedNodes(addressIn(attributes, content), context),
  spotify: ({ attributes, content }, context) =>
    embedNodes(spotifyAddress(addressIn(attributes, content)), context),
}
/** Other names of the same. */
const SAME: Readonly<Record<string, string>> = {
  'embed-youtube': 'youtube',
  yt: 'youtube',
  'wp-playlist': 'playlist',
}

/** Shortcodes that have content. */
const ENCLOSING: ReadonlySet<string> = new Set([
  ...[
    'caption',
    'wp_caption',
    'embed',
    'audio',
    'video',
    'youtube',
    'vimeo',
    'soundcloud',
    'spotify',
    'embed-youtube',
  ],
])

function makerOf(name: string): Make | undefined {
  const known = Object.hasOwn(SAME, name) ? (SAME[name] ?? name) : name
  return Object.hasOwn(MADE, known) ? MADE[known] : undefined
}

/** The HTML of a text with its shortcodes as elements; unknown ones stay as they are, each noted. */
export function expandShortcodes(html: string, context: BodyContext): string {
  if (!html.includes('[')) return html
  return replaceShortcodes(
    html,
    (name) => ENCLOSING.has(name),
    (shortcode) => {
      const nodes = makerOf(shortcode.name)?.(shortcode, context)
      if (nodes !== undefined) return `\n\n${stringify([...nodes])}\n\n`
      if (shortcode.isCertain) {
        const name = context.isPublic ? `The shortcode [${shortcode.name}]` : 'A shortcode'
        context.notes.changed(`${name} stays as text`)
      }
      return null
    },
  )
}

function first(attributes: ReadonlyMap<string, string>, names: readonly string[]): string {
  return names.map((name) => attributes.get(name) ?? '').find((value) => value !== '') ?? ''
}

/** The address or id of a shortcode for a film: `[youtube id]`, `[youtube=address]`, `[youtube]address[/youtube]`. */
function addressIn(attributes: ReadonlyMap<string, string>, content: string | null): string {
  return plain(
    first(attributes, ['url', 'id', 'src', 'video', 'uri', 'link', '0']) || (content ?? ''),
  ).replace(/^=/, '')
}

function withHost(address: string, start: string): string {
  return /^(?:https?:)?\/\//.test(address) ? address : address === '' ? '' : start + address
}

function spotifyAddress(address: string): string {
  const [, kind, id] = /^spotify:(\w+):(\w+)$/.exec(address) ?? []
  return id === undefined ? address : `https://open.spotify.com/${kind}/${id}`
}

/** A picture with its caption: in an attribute, as long ago, or after the picture. */
function captioned({ attributes, content }: Shortcode, context: BodyContext): ElementContent[] {
  const nodes = inlineNodes(expandShortcodes(content ?? '', context))
  const at = nodes.findIndex(
    (node) => isElement(node) && findAll([node], 'img', 'figure', 'iframe').length > 0,
  )
  const media = nodes[at]
  const written = attributes.get('caption') ?? ''
  if (media === undefined) return nodes
  const [frame] = findAll([media], 'iframe', 'figure')
  const caption = written === '' ? [...nodes.slice(0, at), ...nodes.slice(at + 1)] : inlineNodes(written)
  const words = caption.filter((node) => textOf(node).trim() !== '')
  if (frame === undefined) return [figureNode(media, trimStart(words))]
  return [
    media,
    ...(words.length === 0 ? [] : [{ ...figureNode(media, words), tagName: 'p', children: words } as const]),
  ]
}

function trimStart(nodes: ElementContent[]): ElementContent[] {
  const [start, ...rest] = nodes
  return start?.type === 'text' ? [{ ...start, value: start.value.trimStart() }, ...rest] : nodes
}

/** The pictures of a gallery: the ones that it names, or all that were uploaded for the story. */
function galleryIds({ attributes }: Shortcode, context: BodyContext): string[] {
  const list = (name: string) => (attributes.get(name) ?? '').split(/[\s,]+/).flatMap((id) => idOf(id) ?? [])
  const named = [...list('ids'), ...list('include')]
  if (named.length > 0) return named
  const left = new Set(list('exclude'))
  return context.attachments.of(idOf(attributes.get('id') ?? '') ?? context.id).filter((id) => {
    return !left.has(id) && context.attachments.get(id)?.isPicture === true
  })
}

/** A film or sound at an address of the shortcode; without one, what was uploaded for the story. */
function ofLibrary(
  attributes: ReadonlyMap<string, string>,
  names: readonly string[],
  kind: 'film' | 'sound',
  context: BodyContext,
): ElementContent[] {
  const address = first(attributes, names)
  if (address !== '') return fileNodes(address, '', kind, context)
  const ending = kind === 'film' ? /\.(?:mp4|m4v|webm|ogv|flv|wmv|mov)$/i : /\.(?:mp3|m4a|ogg|wav|flac|wma)$/i
  const id = context.attachments
    .of(context.id)
    .find((one) => ending.test(context.attachments.get(one)?.address ?? ''))
  const file = id === undefined ? undefined : context.attachments.get(id)
  if (file !== undefined) return fileNodes(file.address, file.title, kind, context)
  context.notes.dropped(`A ${kind} that the file does not have`)
  return []
}

function playlist(shortcode: Shortcode, context: BodyContext): ElementContent[] {
  const named = [...(shortcode.attributes.get('ids') ?? '').split(/[\s,]+/)].flatMap((id) => idOf(id) ?? [])
  const kind = shortcode.attributes.get('type') === 'video' ? 'film' : 'sound'
  const ids = named.length > 0 ? named : context.attachments.of(context.id)
  return ids.flatMap((id) => {
    const file = context.attachments.get(id)
    return file === undefined || file.isPicture ? [] : fileNodes(file.address, file.title, kind, context)
  })
}
