import type { LucideIcon } from 'lucide-react'

interface FlagButtonProps {
  icon: LucideIcon
  label: string
  isOn: boolean
  /** Only shown, for those who may not change it. */
  isReadOnly: boolean
  /** Why it cannot be turned on here. */
  unavailable?: string | undefined
  onToggle: () => void
}

/** A flag of a row, turned by a press; an outline is off, filled is on. */
export function FlagButton({ icon: Icon, label, isOn, isReadOnly, unavailable, onToggle }: FlagButtonProps) {
  const icon = (
    <Icon aria-hidden className={`size-4.5 ${isOn ? 'fill-marigold text-marigold' : 'text-soft'}`} />
  )
  if (isReadOnly) {
    return (
      <span
        role="img"
        aria-label={`${label}, ${isOn ? 'yes' : 'no'}`}
        className="flex size-9 items-center justify-center"
      >
        {icon}
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      title={unavailable ?? label}
      disabled={unavailable !== undefined && !isOn}
      onClick={onToggle}
      className="flex size-9 items-center justify-center rounded-md hover:bg-tint disabled:cursor-not-allowed disabled:opacity-45 disabled:hover:bg-transparent"
    >
      {icon}
    </button>
  )
}
