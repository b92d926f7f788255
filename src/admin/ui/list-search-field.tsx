import { useEffect, useRef, useState } from 'react'
import { SearchField } from './search-field.tsx'

const PAUSE_MS = 250

/**
 * The search of a list whose text lives in the address: what is typed is searched after a pause, and the field follows
 * the address when it changes by other means, such as Back or a link.
 */
export function ListSearchField({
  label,
  text,
  onText,
  className,
}: {
  label: string
  text: string
  onText: (text: string) => void
  className?: string
}) {
  const [typed, setTyped] = useState(text)
  const [shownFor, setShownFor] = useState(text)
  const [asked, setAsked] = useState(text)
  if (text !== shownFor) {
    setShownFor(text)
    setAsked(text)
    if (text !== asked) setTyped(text)
  }
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      latest.current(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return (
    <SearchField
      label={label}
      value={typed}
      onChange={setTyped}
      {...(className === undefined ? {} : { className })}
    />
  )
}
