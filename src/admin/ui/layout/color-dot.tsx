/** The colour of a category, beside its name. `color` is a hex value. */
export function ColorDot({ color }: { color: string }) {
  return <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ backgroundColor: color }} />
}
