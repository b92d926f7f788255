import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Focus, cropAround, SHARE_SIZE } from '../../../domain/focus.ts'
import type { Media } from '../../../domain/media.ts'
import { MediaThumbnail } from '../../components/cropped-picture.tsx'
import { storedMediaUrl } from '../../data/stored-media-url.ts'
import { DiscardDialog } from '../../resources/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusProposalQuery } from './data.ts'
import { FocusHandle } from './focus-handle.tsx'
import { SLOTS } from './slots.ts'

const MIDDLE: Focus = [50, 50]

export interface FocusDialogProps {
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
  const { data: proposal = null } = useQuery(focusProposalQuery(file.id))
  const isChanged = String(chosen) !== String(focus)
  return (
    <>
      <Dialog
        isOpen
        title={`Focus of ${file.original_filename}`}
        size="lg"
        onClose={() => (isChanged ? setAsking(true) : onClose())}
        footer={
          <>
            <div className="mr-auto flex flex-wrap gap-2.5">
              {proposal !== null && <Button onPress={() => setChosen(proposal)}>Use Proposal</Button>}
              <Button onPress={() => setChosen(null)}>Reset to Middle</Button>
            </div>
            <Button onPress={onClose}>Cancel</Button>
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
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_17rem]">
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
          <ul aria-label="Crops" className="grid grid-cols-3 items-end gap-3 md:grid-cols-2">
            {SLOTS.map(({ label, ratio }) => (
              <Crop key={label} label={label} ratio={ratio} file={file} focus={chosen} />
            ))}
            <Crop
              label={chosen === null ? 'Shared, by itself' : 'Shared'}
              ratio={`${SHARE_SIZE.width} / ${SHARE_SIZE.height}`}
              file={file}
              focus={natural && sharePosition(natural, chosen ?? proposal ?? MIDDLE)}
            />
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

function Crop({
  label,
  ratio,
  file,
  focus,
}: {
  label: string
  ratio: string
  file: Media
  focus: Focus | null
}) {
  return (
    <li className="flex flex-col gap-1">
      <span style={{ aspectRatio: ratio }} className="max-h-40 self-start overflow-hidden rounded-sm">
        <MediaThumbnail file={{ ...file, focus }} className="size-full" />
      </span>
      <span className="text-xs text-soft">{label}</span>
    </li>
  )
}
