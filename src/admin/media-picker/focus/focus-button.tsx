import { useQuery } from '@tanstack/react-query'
import { Crosshair } from 'lucide-react'
import { useState } from 'react'
import { mediaKind } from '../../../domain/media.ts'
import { canChangeMedia } from '../../../domain/role.ts'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSaveMedia } from '../data/save-media.ts'
import { mediaAtQuery } from './data.ts'

const FocusDialog = lazyPart(async () => (await import('./focus-dialog.tsx')).FocusDialog)

/** Sets the focus of a picture where it is used; absent for pictures that are not of the library or may not be changed. */
export function FocusButton({
  url,
  label,
  className = '',
}: {
  url: string
  label: string
  className?: string
}) {
  const profile = useProfile()
  const { data: file } = useQuery(mediaAtQuery(url))
  const saving = useSaveMedia()
  const [isOpen, setOpen] = useState(false)
  if (file == null || mediaKind(file.mime_type) !== 'image' || !canChangeMedia(profile, file)) return null
  return (
    <>
      <Button size="icon" aria-label={label} onPress={() => setOpen(true)} className={`size-8! ${className}`}>
        <Crosshair aria-hidden className="size-4" />
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
