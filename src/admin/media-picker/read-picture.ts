import { THUMBNAIL_SIDE } from '../../domain/media-address.ts'

export interface ReadPicture {
  /** In pixels, turned as the camera says. */
  width: number
  height: number
  thumbnail: Blob
}

/** The size of a picture and its thumbnail; null for what this browser cannot read as a picture. */
export async function readPicture(file: File): Promise<ReadPicture | null> {
  if (!file.type.startsWith('image/')) return null
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) return null
    return { width, height, thumbnail: await drawThumbnail(image) }
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function drawThumbnail(image: HTMLImageElement): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  // A browser that writes no WebP gives PNG, which is as readable and only larger.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
  if (blob === null) throw new Error('This browser writes no pictures')
  return blob
}
