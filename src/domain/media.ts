import * as z from 'zod/mini'
import { type FormOf, ContentType } from './content-type.ts'
import { optionalText, plain } from './field.ts'
import type { Focus } from './focus.ts'
import { idSchema, timestampSchema } from './row.ts'

const percent = z.int().check(z.minimum(0), z.maximum(100))
const focusSchema: z.ZodMiniType<Focus, Focus> = z.tuple([percent, percent])

/** An uploaded file, as staff see it. */
export const mediaType = new ContentType({
  fields: {
    alt_text: optionalText({ label: 'Alt Text', max: 1000 }),
    caption: optionalText({ label: 'Caption', max: 2000 }),
    focus: plain<Focus | null>('Focus', null, z.nullable(focusSchema)),
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
  },
})

export const mediaSchema = mediaType.row
export type Media = z.infer<typeof mediaSchema>
export type MediaForm = FormOf<typeof mediaType.fields>

/** Maximum size of an upload in bytes (50 MB). */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024

/** Accepted uploads, as parts of a file input's `accept`. */
export const ACCEPTED_UPLOADS: readonly string[] = ['image/*', 'video/*', 'audio/*', '.pdf', '.doc', '.docx']

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
