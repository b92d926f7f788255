import * as z from 'zod/mini'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { optionalText, plain } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { MAX_CAPTION } from './caption.ts'
import type { Focus } from './focus.ts'
import { COPIED_FORMATS, OTHER_JPEG_ENDINGS } from './picture-formats.ts'
import { rightsFields } from './media-rights.ts'

const percent = z.int().check(z.minimum(0), z.maximum(100))
const focusSchema: z.ZodMiniType<Focus, Focus> = z.tuple([percent, percent])

/** An uploaded file, as staff see it. */
export const mediaType = new ContentType({
  fields: {
    alt_text: optionalText({ label: 'Alt Text', max: 1000 }),
    caption: optionalText({ label: 'Caption', max: MAX_CAPTION }),
    focus: plain<Focus | null>('Focus', null, z.nullable(focusSchema)),
    ...rightsFields,
  },
  columns: {
    id: idSchema,
    filename: z.string(),
    original_filename: z.string(),
    mime_type: z.string(),
    size_bytes: z.number(),
    uploaded_by: z.nullable(idSchema),
    storage_path: z.string(),
    thumbnail_path: z.nullable(z.string()),
    width: z.nullable(z.number()),
    height: z.nullable(z.number()),
    created_at: timestampSchema,
    rights_override_at: z.nullable(timestampSchema),
  },
})

export const mediaSchema = mediaType.row
export type Media = z.infer<typeof mediaSchema>
export type MediaForm = FormOf<typeof mediaType.fields>

/** Maximum size of an upload in bytes (50 MB). */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024

/** Maximum width × height of a picture. A larger one is published as it was uploaded, without smaller copies. */
export const MAX_PICTURE_PIXELS = 120_000_000

/** Message for a picture of more pixels. */
export const TOO_MANY_PIXELS = `has more than ${MAX_PICTURE_PIXELS / 1_000_000} million pixels`

const signature = (...bytes: (number | string)[]) =>
  bytes.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((sign) => sign.charCodeAt(0))))

/** The first bytes of files in the picture formats that are copied; null: any byte. */
const PICTURE_SIGNATURES: readonly (readonly (number | null)[])[] = [
  signature(0xff, 0xd8, 0xff),
  signature(0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a),
  signature('GIF8'),
  [...signature('RIFF'), null, null, null, null, ...signature('WEBP')],
  [null, null, null, null, ...signature('ftypavif')],
  [null, null, null, null, ...signature('ftypavis')],
  signature('II*', 0),
  signature('MM', 0, '*'),
]

/** Whether a file begins like a JPEG, PNG, GIF, WebP, AVIF or TIFF picture, whatever its name says. */
export function isPictureData(bytes: Uint8Array): boolean {
  return PICTURE_SIGNATURES.some((start) => start.every((byte, at) => byte === null || bytes[at] === byte))
}

/** Accepted uploads, as parts of a file input's `accept`. */
export const ACCEPTED_UPLOADS: readonly string[] = ['image/*', 'video/*', 'audio/*', '.pdf', '.doc', '.docx']

/** The types of the files that are stored, by the endings that they are stored with. The bucket refuses all others. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...[...COPIED_FORMATS, 'bmp'].map((ending) => [ending, `image/${ending}`] as const),
  ['jpg', 'image/jpeg'],
  ['tif', 'image/tiff'],
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['mpeg', 'video/mpeg'],
  ['mpg', 'video/mpeg'],
  ['ogv', 'video/ogg'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['mkv', 'video/x-matroska'],
  ['avi', 'video/x-msvideo'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['mp3', 'audio/mpeg'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['weba', 'audio/webm'],
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])

const COPIED_TYPES: ReadonlySet<string> = new Set(COPIED_FORMATS.map((format) => `image/${format}`))

/** Whether smaller copies are made of files of a MIME type. */
export function isCopiedType(mime: string): boolean {
  return COPIED_TYPES.has(mime)
}

export const STORED_TYPES: ReadonlySet<string> = new Set(TYPES.values())

/** Types that browsers show in place. No SVG among them: it may hold scripts. */
const SHOWN_TYPE = /^(?:image|font|audio|video)\/(?!.*(?:svg|xml))/

/** Whether files of this type are shown in place, so that their bytes must be of such a type. */
export function isShownType(type: string): boolean {
  return SHOWN_TYPE.test(type)
}

/** Types as they are stored, by other names that the library `file-type` has for them. */
const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['audio/x-m4a', 'audio/mp4'],
  ['image/apng', 'image/png'],
  ['video/matroska', 'video/x-matroska'],
  ['video/mp1s', 'video/mpeg'],
  ['video/mp2p', 'video/mpeg'],
  ['video/vnd.avi', 'video/x-msvideo'],
  ['video/x-m4v', 'video/mp4'],
])

/**
 * The type to store a file with, given the type it is sent with and the type `found` in its bytes (undefined when they
 * tell none). Null when the two contradict.
 */
export function typeOfBytes(type: string, found: string | undefined): string | null {
  const plain = found?.split(';', 1)[0]?.toLowerCase()
  const named = TYPE_NAMES.get(plain ?? '') ?? plain
  if (isShownType(type)) return named !== undefined && isShownType(named) ? named : null
  // A document may have other bytes before its own, so that nothing is found.
  return named === undefined || !isShownType(named) ? type : null
}

/** Why a file that is sent as a `type` cannot be stored, given the type that its bytes say; null when it can. */
export function bytesRefusal(name: string, type: string, found: string | undefined): string | null {
  if (found !== undefined && /^image\/hei[cf]/.test(found)) return heicRefusal(name)
  const stored = typeOfBytes(type, found)
  return stored === null || !STORED_TYPES.has(stored)
    ? `${name} is not the kind of file that its name says.`
    : null
}

/** Most browsers show no HEIC, the format of an iPhone's photos. */
export function heicRefusal(names: string): string {
  return `Browsers do not show HEIC pictures. Save as JPEG and upload that: ${names}`
}

/** Whether a file calls itself a HEIC picture. */
export function isNamedHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]/i.test(type) || /\.hei[cf]s?$/i.test(name)
}

/** The types of pictures that every browser shows: one that it cannot read is broken. */
export function isBrowserPicture(type: string): boolean {
  return type.startsWith('image/') && type !== 'image/tiff'
}

/**
 * The MIME type to store a file with: the browser's or, when that is not accepted, the type of the file name's extension.
 * Null for a file that is not accepted, such as SVG, which can contain scripts.
 */
export function storedType({ name, type }: { name: string; type: string }): string | null {
  const given = type.toLowerCase()
  if (STORED_TYPES.has(given)) return given
  const ending = endingOf(name)
  return OTHER_JPEG_ENDINGS.some((other) => other === ending) ? 'image/jpeg' : (TYPES.get(ending) ?? null)
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The ending to store a file of a type with: the one of its name where the type has it. */
export function storedEnding({ name, type }: { name: string; type: string }): string {
  const own = endingOf(name)
  if (TYPES.get(own) === type) return own
  return [...TYPES].find(([, stored]) => stored === type)?.[0] ?? 'bin'
}

export type MediaKind = 'image' | 'video' | 'audio' | 'document'

export function mediaKind(mime: string): MediaKind {
  const type = mime.slice(0, mime.indexOf('/')).toLowerCase()
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'document'
}

const SHORT_TYPES: ReadonlyMap<string, string> = new Map([
  ['svg+xml', 'SVG'],
  ['mpeg', 'MP3'],
  ['quicktime', 'MOV'],
  ['msword', 'DOC'],
  ['vnd.openxmlformats-officedocument.wordprocessingml.document', 'DOCX'],
])

/** Short name of a MIME type: 'image/jpeg' → 'JPEG', 'application/msword' → 'DOC'. */
export function typeLabel(mime: string): string {
  const [, part = mime] = mime.toLowerCase().split(/[/;]/)
  const short = mime.startsWith('video/') && part === 'mpeg' ? 'MPEG' : SHORT_TYPES.get(part)
  return short ?? part.replace(/^(?:x-|vnd\.)/, '').toUpperCase()
}

/** 512 → '512 Bytes', 1536 → '1.50 KB'; the units go up to GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.max(0, Math.round(bytes))} Bytes`
  let value = bytes / 1024
  let unit = 'KB'
  for (const larger of ['MB', 'GB']) {
    if (Number(value.toFixed(2)) < 1024) break
    value /= 1024
    unit = larger
  }
  return `${value.toFixed(2)} ${unit}`
}
