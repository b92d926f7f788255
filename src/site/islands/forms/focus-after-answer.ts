/**
 * Gives the focus to what a reader goes on with after an answer, such as the button that sent a form: while disabled it has
 * lost the focus. Not where the reader has gone on elsewhere meanwhile. `pressed` is what was pressed.
 */
export function focusAfterAnswer(target: HTMLElement | null | undefined, pressed: Element | null): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement === pressed) target?.focus({ preventScroll: true })
}
