import { useState } from 'react'
import { thumbnailUrl } from '../../domain/media-address.ts'

interface SmallPictureProps {
  /** URL of the original; loaded only when there is no thumbnail. */
  address: string
  width?: number
  height?: number
}

/** Decorative thumbnail of a live list. Use its address as `key`. */
export function SmallPicture({ address, ...size }: SmallPictureProps) {
  const [source, setSource] = useState(thumbnailUrl(address) ?? address)
  return (
    <img src={source} alt="" loading="lazy" decoding="async" {...size} onError={() => setSource(address)} />
  )
}
