import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Focus } from '../../../domain/focus.ts'

/** Percent that an arrow key moves the focus, alone and with Shift. */
const STEP = 1
const BIG_STEP = 10

const ARROWS: Readonly<Record<string, Focus>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function toPercent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)))
}

/** A picture (`children`) with a handle at its focus, which is dragged, pressed to another place or moved by the arrow keys. */
export function FocusHandle({
  focus: [x, y],
  onChange,
  children,
}: {
  focus: Focus
  onChange: (focus: Focus) => void
  children: ReactNode
}) {
  const handle = useRef<HTMLDivElement>(null)
  useEffect(() => handle.current?.focus(), [])

  const moveTo = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange([toPercent((100 * (clientX - left)) / width), toPercent((100 * (clientY - top)) / height)])
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    // Keeps the focus on the handle, and browsers from dragging the picture.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    handle.current?.focus()
    moveTo(event)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (arrow === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const step = event.shiftKey ? BIG_STEP : STEP
    onChange([toPercent(x + arrow[0] * step), toPercent(y + arrow[1] * step)])
  }

  return (
    <div
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event)
      }}
      className="relative cursor-crosshair touch-none overflow-hidden rounded-md select-none"
    >
      {children}
      <div
        ref={handle}
        role="slider"
        tabIndex={0}
        aria-label="Focus"
        aria-roledescription="2D slider"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={x}
        aria-valuetext={`${x}% from the left, ${y}% from the top`}
        onKeyDown={onKeyDown}
        style={{ left: `${x}%`, top: `${y}%` }}
        className="absolute flex size-9 -translate-1/2 cursor-grab items-center justify-center rounded-full border-2 border-[white] bg-[rgb(0_0_0/0.25)] shadow-[0_0_0_2px_rgb(0_0_0/0.55)] outline-offset-4 active:cursor-grabbing"
      >
        <span aria-hidden className="size-1.5 rounded-full bg-[white] shadow-[0_0_0_1px_rgb(0_0_0/0.55)]" />
      </div>
    </div>
  )
}
