/** Path of the arrow to the right, in a view box of 24 by 24. */
export const ARROW_PATH = 'M3 12h17m-6.5-6.5L20 12l-6.5 6.5'

/** The arrow of the buttons that send a line. */
export function ArrowIcon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={ARROW_PATH} />
    </svg>
  )
}
