import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from '../overlays/popover.tsx'

/** A field whose value is chosen in what its button opens (`children`). */
export function PickerField({
  label,
  hideLabel = false,
  description,
  isDescriptionHidden = false,
  errorMessage,
  text,
  emptyText,
  onApproach,
  children,
}: {
  label: string
  hideLabel?: boolean | undefined
  description?: string | undefined
  /** Whether the description is for screen readers only. */
  isDescriptionHidden?: boolean
  /** Takes the place of the description. */
  errorMessage?: string | undefined
  /** The value; null when none is chosen. */
  text: string | null
  emptyText: string
  /** When the pointer or the focus comes to the button: what it opens may be loaded. */
  onApproach?: () => void
  children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const note = errorMessage ?? description
  const noteLook = isDescriptionHidden ? 'sr-only' : 'text-xs text-soft'
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-label`} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </span>
      <DialogTrigger>
        <AriaButton
          id={`${id}-button`}
          aria-labelledby={`${id}-label ${id}-button`}
          {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
          {...(onApproach && { onHoverStart: onApproach, onFocus: onApproach })}
          className="flex field items-center justify-between gap-2 px-3 py-1.5 text-left"
        >
          <span className={`truncate ${text === null ? 'text-soft' : ''}`}>{text ?? emptyText}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog aria-label={label} className="flex min-h-0 flex-col outline-none">
            {({ close }) => children(close)}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {note !== undefined && (
        <span
          id={`${id}-note`}
          className={errorMessage === undefined ? noteLook : 'text-xs [overflow-wrap:anywhere] text-madder'}
        >
          {note}
        </span>
      )}
    </div>
  )
}
