import type { Address, Key, LeftOut, Picture, Redirect } from '../description.ts'
import { memberOf, membersOf, phpValue, textOfValue } from './php-values.ts'
import { plain } from './plain.ts'
import type { Site } from './site.ts'
import { type WxrRecord, kept } from './wxr-record.ts'

/** What stories need to know of a file of the library. */
export interface Attachment {
  address: Address
  isPicture: boolean
  alt: string
  caption: string
  title: string
  order: number
}

const FILES =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tspg]|rtf|txt|csv|zip|gz|rar|7z|mp3|m4a|ogg|oga|wav|flac|aac|wma|mp4|m4v|mov|avi|webm|ogv|mkv|wmv|mpe?g|3gp|flv|epub|vtt|srt|psd|ai|eps|gpx|kml|ics|json|xml|html?|js|css|exe|apk|ttf|otf|woff2?|pages|key|numbers)$/i

/** The address of a file without what does not tell files apart: scheme, `www.`, what follows a ? or #. */
export function bare(address: Address): string {
  return address.replace(/^(?:https?:)?\/\/(?:www\.)?/i, '').replace(/[?#][^]*$/, '')
}

/** The ending of what WordPress makes of a picture that is too large or lies on its side; the original has none. */
const REDUCED = /-(?:scaled|rotated)(\.\w{1,5})$/

/** The addresses of a file of the library: the original first, then its copies. */
function addressesOf(record: WxrRecord, site: Site): Address[] {
  const file = record.text('wp:attachment_url') || record.text('guid')
  const main = site.absolute(file)
  if (main === '') return []
  const folder = main.replace(/[?#][^]*$/, '').replace(/[^/]*$/, '')
  const metadata = phpValue(record.meta('_wp_attachment_metadata'))
  const sizes = membersOf(memberOf(metadata, 'sizes'))
  const edited = membersOf(phpValue(record.meta('_wp_attachment_backup_sizes')))
  const names = [...sizes, ...edited].flatMap((size) => [
    memberOf(size, 'file'),
    ...membersOf(memberOf(size, 'sources')).map((source) => memberOf(source, 'file')),
  ])
  const original = fileName(memberOf(metadata, 'original_image'))
  const copies = names.map(fileName).flatMap((name) => (name === null ? [] : [folder + name]))
  const inOrder =
    original === null ? [main, ...copies, main.replace(REDUCED, '$1')] : [folder + original, main, ...copies]
  return [...new Set(inOrder)]
}

/** The name of a file as it stands in an address; null for what is none, such as a path. */
function fileName(value: unknown): string | null {
  const name = textOfValue(value)
  return name === '' || name.length > 255 || /[/\\?#]/.test(name) ? null : name
}

function isPicture(record: WxrRecord, address: Address): boolean {
  return !FILES.test(bare(address)) || record.meta('_wp_attachment_metadata').includes('"image_meta"')
}

/** The files of the library by id, of a first reading of the file: stories name them before they come. */
export class Attachments {
  readonly #byId = new Map<Key, Attachment>()
  readonly #originals = new Map<string, Address>()
  /** By the story that they were uploaded for. */
  readonly #ofParent = new Map<Key, Key[]>()

  add(record: WxrRecord, site: Site): void {
    const id = record.id('wp:post_id')
    const [address, ...others] = addressesOf(record, site)
    if (id === null || address === undefined || this.#byId.has(id)) return
    const own = kept(address)
    const isShown = isPicture(record, address)
    this.#byId.set(id, {
      address: own,
      isPicture: isShown,
      alt: kept(plain(record.meta('_wp_attachment_image_alt'))),
      caption: kept(plain(record.raw('excerpt:encoded'))),
      title: isShown ? '' : kept(plain(record.raw('title'))),
      order: Number(record.text('wp:menu_order')) || 0,
    })
    for (const other of [address, ...others.filter((one) => !SIZED.test(bare(one)))])
      this.#originals.set(kept(bare(other)), own)
    const parent = record.id('wp:post_parent')
    if (parent === null) return
    const siblings = this.#ofParent.get(parent)
    if (siblings === undefined) this.#ofParent.set(kept(parent), [id])
    else siblings.push(id)
  }

  get(id: Key): Attachment | undefined {
    return this.#byId.get(id)
  }

  /** The files that were uploaded for a story, in their order. */
  of(parent: Key): Key[] {
    const order = (id: Key) => this.#byId.get(id)?.order ?? 0
    return (this.#ofParent.get(parent) ?? []).toSorted((a, b) => order(a) - order(b))
  }

  /** The original of a picture by the address of a copy of it; null where the file has none. */
  originalOf(address: Address): Address | null {
    const name = bare(address).replace(TWIN, '$1')
    return this.#originals.get(name) ?? this.#originals.get(name.replace(SIZED, '$1')) ?? null
  }
}

/** The ending of the copies that plugins put beside pictures: '.jpg.webp'. */
const TWIN = /(\.(?:jpe?g|png|gif))\.(?:webp|avif)$/i

/** The ending of a smaller copy: '-300x200.jpg'. */
export const SIZED = /-\d{1,5}x\d{1,5}(\.\w{1,5})$/

/** The fields in which plugins keep who made a picture. */
const CREDITS = [
  '_media_credit',
  'media_credit',
  '_navis_media_credit',
  'isc_image_source',
  '_credit',
  'credit',
  'image_credit',
  'photo_credit',
  '_wp_attachment_credit',
  'copyright',
  '_photographer',
]

/** A file of the library as items: a picture with redirects of its page; other files are left out. */
export function* attachmentItems(
  record: WxrRecord,
  { site, place, isPage }: { site: Site; place: string; isPage: (id: Key) => boolean | null },
): Generator<Picture | Redirect | LeftOut> {
  const id = record.id('wp:post_id') ?? record.text('guid')
  const base = { key: id, place, notes: [] }
  const [address, ...addresses] = addressesOf(record, site)
  const isPrivate = record.texts('wp:status').some((status) => /^(?:trash|private|auto-draft)$/.test(status))
  if (address === undefined || isPrivate) {
    const why = isPrivate ? 'It is private or in the trash' : 'The file does not say its address'
    yield { ...base, kind: 'left out', what: 'Picture', title: '', why }
    return
  }
  if (!isPicture(record, address)) {
    const why = 'The import takes pictures; links to other files stay as they are'
    yield { ...base, kind: 'left out', what: 'File', title: bare(address).split('/').at(-1) ?? '', why }
    return
  }
  const shot = memberOf(phpValue(record.meta('_wp_attachment_metadata')), 'image_meta')
  const credit = textOfValue(memberOf(shot, 'credit')) || textOfValue(memberOf(shot, 'copyright'))
  yield {
    ...base,
    kind: 'picture',
    ...{ address, addresses },
    alt: plain(record.meta('_wp_attachment_image_alt')),
    caption: plain(record.raw('excerpt:encoded')),
    credit: plain(record.firstMeta(...CREDITS) || credit),
  }
  const parent = record.id('wp:post_parent')
  const isParentPage = parent === null ? null : isPage(parent)
  const to =
    parent === null || isParentPage === null
      ? ({ kind: 'address', address } as const)
      : ({ kind: isParentPage ? 'page' : 'story', key: parent } as const)
  const link = site.absolute(record.text('link'))
  const pages = [
    site.at(`/?attachment_id=${id}`),
    ...(link === '' || bare(link) === bare(address) ? [] : [link]),
  ]
  for (const from of new Set(pages))
    yield { kind: 'redirect', key: `attachment ${from}`, place, notes: [], from, to }
}
