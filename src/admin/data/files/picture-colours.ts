import { queryOptions } from '@tanstack/react-query'
import { thumbnailUrl } from '../../../domain/media/media-address.ts'
import { CHECKED_SIDE, pictureColours } from '../../../domain/media/picture-colours.ts'
import { STANDARD_THEME } from '../../../domain/theme/theme.ts'

/** The colours of the picture at an address, as the publisher reads them. Fails for a picture that cannot be read here. */
export const pictureColoursQuery = (url: string) =>
  queryOptions({
    queryKey: ['media', 'colours', url],
    queryFn: async () => pictureColours(await pixelsOf(await readPicture(url))),
    staleTime: Infinity,
  })

/** The thumbnail, or the original where there is none. */
async function readPicture(url: string): Promise<Blob> {
  const thumbnail = thumbnailUrl(url)
  const small = thumbnail === null ? null : await fetch(thumbnail)
  const response = small?.ok ? small : await fetch(url)
  if (!response.ok) throw new Error(`The picture at ${url} cannot be read: ${response.status}`)
  return response.blob()
}

/** The red, green and blue of the pixels of a picture, made smaller; behind a transparent one is paper. */
async function pixelsOf(picture: Blob): Promise<Uint8Array> {
  const image = await createImageBitmap(picture)
  const scale = Math.min(1, CHECKED_SIDE / Math.max(image.width, image.height))
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  context.fillStyle = STANDARD_THEME.light.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return Uint8Array.from(data.filter((_value, index) => index % 4 !== 3))
}
