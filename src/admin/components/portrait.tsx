import { firstCharacter } from '../../domain/text/cut.ts'
import { CroppedPicture } from './cropped-picture.tsx'

/** The round portrait of an author; the first letter of the name where there is none or it does not load. */
export function Portrait({
  name,
  imageUrl,
  className = 'size-9',
}: {
  name: string
  imageUrl: string | null
  className?: string
}) {
  const shape = `shrink-0 rounded-full bg-tint ${className}`
  const initial = (
    <span
      aria-hidden
      data-initial={firstCharacter(name.trim()).toUpperCase()}
      className={`flex items-center justify-center font-serif text-soft before:content-[attr(data-initial)] ${shape}`}
    />
  )
  if (imageUrl === null) return initial
  return <CroppedPicture url={imageUrl} thumbnail={null} fallback={initial} className={shape} />
}
