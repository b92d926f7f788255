/** The round portrait of an author, or the first letter of the name. */
export function Headshot({ name, imageUrl }: { name: string; imageUrl: string | null }) {
  if (imageUrl !== null) {
    return <img src={imageUrl} alt="" className="size-6 shrink-0 rounded-full object-cover" />
  }
  return (
    <span
      data-initial={name.slice(0, 1).toUpperCase()}
      className="flex size-6 shrink-0 items-center justify-center rounded-full bg-tint text-xs font-semibold before:content-[attr(data-initial)]"
    />
  )
}
