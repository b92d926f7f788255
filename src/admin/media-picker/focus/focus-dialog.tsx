import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Focus, cropAround, MIDDLE, SHARE_SIZE } from '../../../domain/media/focus.ts'
import type { Media } from '../../../domain/media/media.ts'
import { MediaThumbnail } from '../../components/cropped-picture.tsx'
import { storedMediaUrl } from '../../data/files/stored-media-url.ts'
import { DiscardDialog } from '../../resources/leave-guard.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { focusProposalQuery } from '../data/media.ts'

interface Slot {
  label: string
  ratio: string
  /** The focus of this crop, where it is not the chosen one. */
  focus?: Focus | null
}

/** The proportions in which the site's styles show a picture, the widest first. */
export const SLOTS: readonly Slot[] = [
  { label: 'Opening picture', ratio: '16 / 10' },
  { label: 'Cards', ratio: '3 / 2' },
  { label: 'Featured, wide; opening on phones', ratio: '4 / 3' },
  { label: 'Hero', ratio: '5 / 4' },
  { label: 'Square, portrait', ratio: '1' },
  { label: 'Featured, beside two', ratio: '11 / 12' },
  { label: 'Tall card', ratio: '4 / 5' },
]

interface FocusDialogProps {
  file: Media
  focus: Focus | null
  confirmLabel: string
  isPending?: boolean
  onConfirm: (focus: Focus | null) => void
  onClose: () => void
}

/** Sets the focus of a picture, and shows beside it how each place of the site will crop it. */
export function FocusDialog({
  file,
  focus,
  confirmLabel,
  isPending = false,
  onConfirm,
  onClose,
}: FocusDialogProps) {
  const [chosen, setChosen] = useState(focus)
  const [isAsking, setAsking] = useState(false)
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null)
  const { data } = useQuery(focusProposalQuery(file.id))
  const proposal = data?.focus ?? null
  const shared: Slot = {
    label: 'Shared',
    ratio: `${SHARE_SIZE.width} / ${SHARE_SIZE.height}`,
    focus: natural && sharePosition(natural, chosen ?? MIDDLE),
  }
  const isChanged = String(chosen) !== String(focus)
  const close = () => (isChanged ? setAsking(true) : onClose())
  return (
    <>
      <Dialog
        isOpen
        title={`Focus of ${file.original_filename}`}
        size="lg"
        onClose={close}
        isDismissable={!isPending}
        footer={
          <>
            <div className="mr-auto flex flex-wrap gap-2.5">
              {proposal !== null && <Button onPress={() => setChosen(proposal)}>Use Proposal</Button>}
              <Button onPress={() => setChosen(null)}>Reset to Middle</Button>
            </div>
            <Button onPress={close} isDisabled={isPending}>
              Cancel
            </Button>
            <Button
              variant="primary"
              isDisabled={!isChanged}
              isPending={isPending}
              onPress={() => onConfirm(chosen)}
            >
              {confirmLabel}
            </Button>
          </>
        }
      >
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-3">
            <div className="flex justify-center rounded-md bg-tint">
              <FocusHandle focus={chosen ?? MIDDLE} onChange={setChosen}>
                <img
                  src={storedMediaUrl(file.storage_path)}
                  alt={file.alt_text ?? ''}
                  draggable={false}
                  onLoad={({ currentTarget }) =>
                    setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
                  }
                  className="block max-h-[34dvh] max-w-full md:max-h-[60dvh]"
                />
              </FocusHandle>
            </div>
            <p className="text-sm text-soft">
              Drag the handle, or move it with the arrow keys (with Shift in bigger steps), to what must stay
              in sight.
            </p>
          </div>
          <ul aria-label="Crops" className="grid grid-cols-3 items-end gap-3">
            {[...SLOTS, shared].map(({ label, ratio, focus: shown = chosen }) => (
              <li key={ratio} className="flex flex-col gap-1">
                <span
                  style={{ aspectRatio: ratio }}
                  className="max-h-40 self-start overflow-hidden rounded-sm"
                >
                  <MediaThumbnail file={{ ...file, focus: shown }} className="size-full" />
                </span>
                <span className="text-xs text-soft">{label}</span>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
      <DiscardDialog isOpen={isAsking} onConfirm={onClose} onCancel={() => setAsking(false)}>
        <p>The focus has not been saved.</p>
      </DiscardDialog>
    </>
  )
}

/** How the publisher crops the share picture, which has the focus in its centre where that is possible. */
function sharePosition(picture: { width: number; height: number }, focus: Focus): Focus {
  const crop = cropAround(picture, SHARE_SIZE, focus)
  const percent = (start: number, rest: number) => (rest === 0 ? 50 : (100 * start) / rest)
  return [percent(crop.left, picture.width - crop.width), percent(crop.top, picture.height - crop.height)]
}

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
function FocusHandle({
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
