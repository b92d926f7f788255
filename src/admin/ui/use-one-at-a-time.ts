import { useRef, type FormEvent } from 'react'

/** Does `act`; the second press of a double click, or Enter held down, is dropped while the first is on its way. */
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

/** Sends a form, one at a time. */
export function useFormSend(send: (event: FormEvent) => Promise<unknown>): (event: FormEvent) => void {
  const sendOnce = useOneAtATime(send)
  return (event) => {
    event.preventDefault()
    // A form in a window that another form opened is no part of that form.
    event.stopPropagation()
    sendOnce(event)
  }
}
