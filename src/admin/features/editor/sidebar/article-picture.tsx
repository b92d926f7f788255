import type { ReactNode } from 'react'
import { CroppedPicture } from '../../../components/cropped-picture.tsx'
import { FocusButton } from '../../../media-picker/focus/focus-button.tsx'

/** A picture of the article in the proportions of most cards, with buttons over it. */
export function ArticlePicture({
  url,
  alt,
  className = '',
  children,
}: {
  url: string
  alt: string
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={`relative ${className}`}>
      <CroppedPicture url={url} alt={alt} className="aspect-3/2 w-full rounded-md" />
      <FocusButton url={url} label={`Focus: ${alt}`} className="absolute right-2 bottom-2" />
      {children}
    </div>
  )
}
