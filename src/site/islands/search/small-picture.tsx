import { useEffect, useRef } from 'react'
import { showThumbnail } from '../cropped-picture.ts'

interface SmallPictureProps {
  /** URL of the original; loaded only when there is no thumbnail. */
  address: string
  width?: number
  height?: number
}

/** Decorative thumbnail of a live list. Use its address as `key`. */
export function SmallPicture({ address, ...size }: SmallPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (image.current) showThumbnail(image.current, address)
  }, [address])
  return <img ref={image} alt="" loading="lazy" decoding="async" {...size} />
}
