import { type FormEvent, useRef } from 'react'

/** Drops calls of `act` while one is running, such as the second press of a double click. */
export function useOneAtATime<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): (...args: Args) => void {
  const isActing = useRef(false)
  return (...args) => {
    if (isActing.current) return
    isActing.current = true
    void act(...args).finally(() => {
      isActing.current = false
    })
  }
}

/** Submits a form, one at a time. */
export function useFormSend(send: (event: FormEvent) => Promise<unknown>): (event: FormEvent) => void {
  const sendOnce = useOneAtATime(send)
  return (event) => {
    event.preventDefault()
    // React bubbles a dialog's submit to the form that opened the dialog.
    event.stopPropagation()
    sendOnce(event)
  }
}
