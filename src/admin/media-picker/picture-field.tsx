import { useRef, useState } from 'react'
import { CroppedPicture } from '../components/cropped-picture.tsx'
import { Button } from '../ui/layout/button.tsx'
import { MediaPickerDialog } from './media-picker-dialog.tsx'
import type { PickedImage } from './open-picker.tsx'

/** A picture, chosen from the library or uploaded. */
export function PictureField({
  label,
  value,
  onPick,
  onRemove,
}: {
  label: string
  /** The address of the picture; empty for none. */
  value: string
  onPick: (image: PickedImage) => void
  onRemove: () => void
}) {
  const [isPicking, setPicking] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      {value !== '' && <CroppedPicture url={value} className="h-16 w-24 rounded-sm" />}
      <Button ref={choose} size="sm" onPress={() => setPicking(true)}>
        {value === '' ? 'Choose a Picture' : 'Change Picture'}
      </Button>
      {value !== '' && (
        <Button
          size="sm"
          variant="ghost"
          onPress={() => {
            onRemove()
            choose.current?.focus()
          }}
        >
          Remove Picture
        </Button>
      )}
      <MediaPickerDialog isOpen={isPicking} onClose={() => setPicking(false)} onPick={onPick} />
    </div>
  )
}
