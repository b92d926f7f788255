import { useState } from 'react'

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
  const [broken, setBroken] = useState<string | null>(null)
  if (imageUrl !== null && imageUrl !== broken) {
    return (
      <img
        src={imageUrl}
        alt=""
        onError={() => setBroken(imageUrl)}
        className={`shrink-0 rounded-full bg-tint object-cover ${className}`}
      />
    )
  }
  return (
    <span
      aria-hidden
      className={`flex shrink-0 items-center justify-center rounded-full bg-tint font-serif text-soft ${className}`}
    >
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  )
}
