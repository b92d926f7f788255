import { useState } from 'react'
import { thumbnailUrl } from '../../domain/media-address.ts'

interface SmallPictureProps {
  /** The address of the original, which may be large: it is only loaded where there is no thumbnail. */
  address: string
  width?: number
  height?: number
}

/** A picture of a live list; the title beside it says what it is of. Give it its address as key. */
export function SmallPicture({ address, ...size }: SmallPictureProps) {
  const [source, setSource] = useState(thumbnailUrl(address) ?? address)
  return (
    <img src={source} alt="" loading="lazy" decoding="async" {...size} onError={() => setSource(address)} />
  )
}
