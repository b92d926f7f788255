/** Milliseconds in seconds, short and never zero: 412 → '0.4 s', 12 → '0.01 s', 61000 → '61 s'. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds >= 9.95) return `${Math.round(seconds)} s`
  return `${seconds >= 0.1 ? seconds.toFixed(1) : Math.max(seconds, 0.01).toFixed(2)} s`
}
