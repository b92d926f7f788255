/** The round portrait of an author, or the first letter of the name. */
export function Headshot({ name, imageUrl }: { name: string; imageUrl: string | null }) {
  if (imageUrl !== null) {
    return <img src={imageUrl} alt="" className="size-6 shrink-0 rounded-full object-cover" />
  }
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-full bg-tint text-xs font-semibold"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
