import { type Media, formatBytes, typeLabel } from '../../../domain/media.ts'

/** '1600 × 1067' in pixels, unbroken; null for what has no size or whose size is not known. */
export function dimensions({ width, height }: Pick<Media, 'width' | 'height'>): string | null {
  return width === null || height === null ? null : `${width}\u00a0×\u00a0${height}`
}

/** 'JPEG, 1.20 MB, 1600 × 1067', as far as it is known. */
export function fileFacts(file: Pick<Media, 'mime_type' | 'size_bytes' | 'width' | 'height'>): string {
  return [typeLabel(file.mime_type), formatBytes(file.size_bytes), dimensions(file)]
    .filter(Boolean)
    .join(', ')
}
