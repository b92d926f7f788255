import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readMetadata } from './read-metadata.ts'

const IFD0 = {
  Artist: 'Ana Ferro',
  Copyright: '(C) 2026 Ana Ferro',
  ImageDescription: 'The stair of Casa Lume',
}
const GPS = { GPSLatitude: '41/1 9/1 0/1', GPSLatitudeRef: 'N' }

test.each(['jpeg', 'png', 'webp'] as const)(
  'who made a picture, who owns it and what it shows are read from a %s as cameras write it, and nothing else',
  async (format) => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
    const bytes = await picture.withExif({ IFD0, IFD3: GPS }).toFormat(format).toBuffer()
    const file = new File([new Uint8Array(bytes)], `stair.${format}`)
    expect(await readMetadata(file)).toEqual({
      credit: 'Ana Ferro',
      licence: '(C) 2026 Ana Ferro',
      caption: 'The stair of Casa Lume',
    })
  },
)
