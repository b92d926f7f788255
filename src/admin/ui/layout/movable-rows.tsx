import { GripVertical } from 'lucide-react'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

interface Rows<Item> {
  items: readonly Item[]
  onChange: (items: Item[]) => void
  /** The name of a row, for screen readers: announced when it has moved. */
  nameOf: (row: number) => string
  onDragStart?: () => void
}

interface MovableRows<Item> {
  /** Of the `ol` whose children are the rows. */
  list: HTMLAttributes<HTMLOListElement> & { ref: RefObject<HTMLOListElement | null> }
  handle: (row: number) => HTMLAttributes<HTMLButtonElement>
  /** Changes the items, then focuses what `selector` finds in a row; false: nothing. */
  change: (items: Item[], row: number, selector: string) => boolean
  announcement: string
  announce: (text: string) => void
}

/** The items with one of them in another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}

/** The rows of an ordered list, each moved by its handle, with the pointer or the arrow keys. */
export function useMovableRows<Item>({
  items,
  onChange,
  nameOf,
  onDragStart,
}: Rows<Item>): MovableRows<Item> {
  const list = useRef<HTMLOListElement>(null)
  /** The row that the pointer moves. */
  const dragged = useRef<number | null>(null)
  const [announcement, announce] = useState('')

  const change = (next: Item[], row: number, selector: string) => {
    flushSync(() => onChange(next))
    const target = list.current?.children[row]?.querySelector<HTMLElement>(selector)
    target?.focus()
    return Boolean(target)
  }

  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || to === from) return
    const name = nameOf(from)
    change(moved(items, from, to), to, '[data-part=move]')
    announce(`${name} is now number ${to + 1} of ${items.length}`)
  }

  /** Moves the dragged row to the place under the pointer. */
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (dragged.current === null || list.current === null) return
    const boxes = [...list.current.children].map((row) => row.getBoundingClientRect())
    const under = boxes.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
    if (under === -1) return
    move(dragged.current, under)
    dragged.current = under
  }

  const handle = (row: number) => ({
    'aria-label': `Move ${nameOf(row)}: up and down arrow keys`,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      move(row, event.key === 'ArrowUp' ? row - 1 : row + 1)
    },
    onPointerDown: ({ pointerId }: PointerEvent) => {
      onDragStart?.()
      // A row may be taken out of the document when it moves; the list stays.
      list.current?.setPointerCapture(pointerId)
      dragged.current = row
    },
  })

  const onLostPointerCapture = () => {
    dragged.current = null
  }
  return { list: { ref: list, onPointerMove, onLostPointerCapture }, handle, change, announcement, announce }
}

export function MoveHandle({ className = '', ...props }: HTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...props}
      type="button"
      data-part="move"
      className={`flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-soft hover:bg-tint active:cursor-grabbing ${className}`}
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  )
}
