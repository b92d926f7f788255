import { useQuery } from '@tanstack/react-query'
import { Crosshair } from 'lucide-react'
import { useState } from 'react'
import type { Focus } from '../../../domain/media/focus.ts'
import { type Media, mediaKind } from '../../../domain/media/media.ts'
import { toastError } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { mediaAtQuery } from '../../data/files/media-at.ts'
import { useMayChangeMedia, useSaveMedia } from '../data/media.ts'

const FocusDialog = lazyPart(async () => (await import('./focus-dialog.tsx')).FocusDialog)

/** The focus of a picture as a field of its form; read-only without `onChange`. */
export function FocusField({
  file,
  value,
  onChange,
}: {
  file: Media
  value: Focus | null
  onChange?: ((focus: Focus | null) => void) | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="text-sm">
        <span className="font-semibold">Focus</span>
        <br />
        <span className="text-soft">
          {value === null ? 'In the middle' : `${value[0]}% from the left, ${value[1]}% from the top`}
        </span>
      </p>
      {onChange !== undefined && (
        <Button size="sm" onPress={() => setOpen(true)}>
          <Crosshair aria-hidden className="size-3.5" />
          Set Focus
        </Button>
      )}
      {isOpen && (
        <FocusDialog
          file={file}
          focus={value}
          confirmLabel="Done"
          onConfirm={(focus) => {
            setOpen(false)
            onChange?.(focus)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** Sets the focus of a picture where it is used; absent for pictures that are not of the library or may not be changed. */
export function FocusButton({
  url,
  label,
  word,
  className,
}: {
  url: string
  label: string
  /** Shown below the icon. */
  word?: string
  className: string
}) {
  const { data: file } = useQuery(mediaAtQuery(url))
  const mayChange = useMayChangeMedia(file)
  const saving = useSaveMedia()
  const [isOpen, setOpen] = useState(false)
  if (file == null || mediaKind(file.mime_type) !== 'image' || mayChange !== 'yes') return null
  return (
    <>
      <Button size="icon" aria-label={label} onPress={() => setOpen(true)} className={className}>
        <Crosshair aria-hidden className="size-4" />
        {word}
      </Button>
      {isOpen && (
        <FocusDialog
          file={file}
          focus={file.focus}
          confirmLabel="Save"
          isPending={saving.isPending}
          onConfirm={(focus) =>
            saving.mutate(
              { id: file.id, columns: { focus } },
              {
                onSuccess: () => {
                  setOpen(false)
                  showToast({ title: 'Focus updated successfully' })
                },
                onError: (error) => toastError('Failed to save focus', error),
              },
            )
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
