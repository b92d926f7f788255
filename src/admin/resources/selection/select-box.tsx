import { Check, Minus } from 'lucide-react'
import type { ChangeEvent, KeyboardEvent, MouseEvent } from 'react'
import type { Selection } from './use-selection.ts'

/** A checkbox that fills the room around its mark: a finger meets it. */
function Box({
  label,
  state,
  rowId,
  onChange,
  onKeyDown,
}: {
  label: string
  state: 'none' | 'some' | 'all'
  /** The id of the row that it selects; left out for the box that selects the page. */
  rowId?: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}) {
  return (
    <span className="relative -m-2.5 flex shrink-0 p-2.5">
      <input
        type="checkbox"
        {...(rowId === undefined ? {} : { 'data-select': rowId })}
        aria-label={label}
        ref={(box) => {
          if (box !== null) box.indeterminate = state === 'some'
        }}
        checked={state === 'all'}
        onMouseDown={keepText}
        onChange={onChange}
        onKeyDown={onKeyDown}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden
        className={`flex size-4 items-center justify-center rounded-[3px] border outline-offset-2 peer-focus-visible:outline-2 peer-focus-visible:outline-focus ${state === 'none' ? 'border-edge bg-card' : 'border-fill bg-fill text-on-fill'}`}
      >
        {state === 'all' && <Check className="size-3.5" strokeWidth={3} />}
        {state === 'some' && <Minus className="size-3.5" strokeWidth={3} />}
      </span>
    </span>
  )
}

/** With Shift a press would select the text in between. */
function keepText(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault()
}

/**
 * The checkbox of a row. With Shift a press selects from the last row to this one; the arrow keys go to the boxes above and
 * below, with Shift selecting as they go.
 */
export function SelectBox({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-select]')]
    const next = boxes[boxes.indexOf(event.currentTarget) + (event.key === 'ArrowUp' ? -1 : 1)]
    if (next === undefined) return
    next.focus()
    if (!event.shiftKey) return
    if (!selection.ids.has(id)) selection.toggle(id)
    selection.extendTo(next.dataset.select ?? '')
  }
  return (
    <Box
      label={`Select ${name}`}
      state={selection.ids.has(id) ? 'all' : 'none'}
      rowId={id}
      onKeyDown={onKeyDown}
      onChange={({ target, nativeEvent }) => {
        if ('shiftKey' in nativeEvent && nativeEvent.shiftKey === true) selection.extendTo(id)
        else selection.toggle(id)
        target.focus()
      }}
    />
  )
}

/** The checkbox of a row in the corner of its picture, for cards. */
export function CornerBox(props: { id: string; name: string; selection: Selection }) {
  return (
    <span className="absolute top-0 left-0 rounded-tl-md rounded-br-md bg-card p-1.5">
      <SelectBox {...props} />
    </span>
  )
}

/** The checkbox that selects the rows of a page. */
export function SelectPageBox({ selection: { page, togglePage } }: { selection: Selection }) {
  return <Box label="Select all on this page" state={page} onChange={togglePage} />
}
