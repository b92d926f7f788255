import { useLayoutEffect, useRef } from 'react'
import { useProfile } from '../session/use-profile.ts'

interface Chip<Value> {
  value: Value
  label: string
  /** Shown behind the label when there are any; has room while it is not known. Left out: nothing is counted. */
  count?: number | undefined
}

/** A filter as a row of buttons of which one is pressed. On a phone the row may be wider than the screen. */
export function FilterChips<Value extends string | null>({
  label,
  chips,
  value,
  onChange,
}: {
  label: string
  chips: readonly Chip<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const pressed = useRef<HTMLButtonElement>(null)
  // Before the router scrolls to where the screen was left.
  useLayoutEffect(() => {
    // In braces: browsers return a promise, which React would take for a cleanup function.
    void pressed.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [value])
  return (
    <div
      role="group"
      aria-label={label}
      data-scroll-restoration-id={label}
      className="-mx-4 overflow-x-auto px-4 md:mx-0 md:overflow-visible md:px-0"
    >
      <ul className="flex gap-2 py-0.5 md:flex-wrap">
        {chips.map((chip) => (
          <li key={chip.value ?? ''}>
            <button
              ref={chip.value === value ? pressed : null}
              type="button"
              aria-pressed={chip.value === value}
              onClick={() => onChange(chip.value)}
              className={chipClass(chip.value === value)}
            >
              {chip.label}
              {'count' in chip && chip.count !== 0 && <span className="min-w-[2ch]">{chip.count}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const chipClass = (isPressed: boolean): string =>
  `flex items-center gap-1.5 rounded-full border px-3.5 py-1 text-sm whitespace-nowrap transition-colors duration-200 ${isPressed ? 'border-ink bg-ink text-paper' : 'border-rule bg-card hover:bg-tint'}`

/** The filter of what is the caller's own: `person` is the account that a list is narrowed to. */
export function MineChip({
  person,
  onChange,
}: {
  person: string | undefined
  onChange: (person: string | undefined) => void
}) {
  const me = useProfile().id
  const isMine = person === me
  return (
    <button
      type="button"
      aria-pressed={isMine}
      onClick={() => onChange(isMine ? undefined : me)}
      className={chipClass(isMine)}
    >
      Mine
    </button>
  )
}
