import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from './search-field.tsx'

const PAUSE_MS = 250

/**
 * A search field for a `text` that is stored elsewhere, such as in the address: calls `onText` with the trimmed text after
 * a pause, and shows a text that changes by other means, such as Back.
 */
export function SearchBox({
  label,
  placeholder = label,
  text,
  onText,
  className = '',
}: {
  label: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  className?: string
}) {
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  const [reported, setReported] = useState(text)
  if (text !== seen) {
    setSeen(text)
    if (text !== reported) {
      setTyped(text)
      setReported(text)
    }
  }
  const report = useEffectEvent((debounced: string) => {
    if (debounced === reported) return
    setReported(debounced)
    onText(debounced)
  })
  useEffect(() => {
    const timer = setTimeout(() => report(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={setTyped}
      className={className}
    />
  )
}
