import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface TabItem {
  id: string
  label: string
  content: ReactNode
}

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End select. Hand-written: React Aria's collections would be a tenth of
 * the sign-in screen's code.
 */
export function Tabs({
  label,
  items,
  selected,
  onSelect,
}: {
  label: string
  items: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
}) {
  const name = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = items.find(({ id }) => id === selected)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex(({ id }) => id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    const index = to % items.length
    const next = items[index]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.id)
    const tab = list.current?.children[index]
    if (tab instanceof HTMLElement) tab.focus()
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className="flex gap-1 rounded-md bg-tint p-1">
        {items.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${name}-${id}`}
            aria-selected={id === selected}
            aria-controls={id === selected ? `${name}-panel` : undefined}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
            onKeyDown={onKeyDown}
            className="flex-1 cursor-pointer rounded-sm px-3 py-1.5 text-center text-sm font-semibold text-soft transition-colors duration-200 hover:text-ink aria-selected:bg-card aria-selected:text-ink"
          >
            {label}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div
          key={shown.id}
          role="tabpanel"
          id={`${name}-panel`}
          aria-labelledby={`${name}-${shown.id}`}
          className="pt-5"
        >
          {shown.content}
        </div>
      )}
    </div>
  )
}
