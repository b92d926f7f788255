import { useRef, type FormEvent } from 'react'

/** Sends a form; the second press of a double click, or Enter held down, is dropped while the first is on its way. */
export function useOneAtATime(send: (event: FormEvent) => Promise<unknown>): (event: FormEvent) => void {
  const isSending = useRef(false)
  return (event) => {
    event.preventDefault()
    // A form in a window that another form opened is no part of that form.
    event.stopPropagation()
    if (isSending.current) return
    isSending.current = true
    void send(event).finally(() => {
      isSending.current = false
    })
  }
}
