import { type FormEvent, useState } from 'react'
import { mediaType } from '../../../domain/media/media.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'

/** Dialog for a picture's alt text. */
export function AltDialog({
  alt,
  onSave,
  onClose,
}: {
  alt: string
  onSave: (alt: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(alt)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSave(text.trim())
  }
  return (
    <Dialog isOpen onClose={onClose} title="Alt Text" size="sm">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label="What does the picture show?"
          description="Read aloud to those who cannot see it. Leave it empty only where the picture adds nothing."
          value={text}
          onChange={setText}
          maxLength={mediaType.fields.alt_text.max}
          autoFocus
        />
        <div className="flex justify-end gap-2.5">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
