/** Round values from 0 to at least `max`, about four steps of 1, 2 or 5 times a power of ten, at least `minStep`. */
export function ticks(max: number, minStep = 1): number[] {
  const raw = Math.max(max / 4, minStep)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((unit) => unit * power).find((size) => size >= raw - 1e-9) ?? raw
  const steps = Math.max(1, Math.ceil(max / step - 1e-9))
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** The indexes of `total` marks that get a label, so that `max` fit: evenly spread, the last one always among them. */
export function labelled(total: number, max: number): number[] {
  if (total === 0 || max <= 0) return []
  const every = Math.ceil(total / max)
  return Array.from({ length: Math.ceil(total / every) }, (_, index) => total - 1 - index * every).reverse()
}
