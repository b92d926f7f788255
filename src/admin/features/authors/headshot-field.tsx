import { Images } from 'lucide-react'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { AuthorForm } from '../../../domain/author.ts'
import { MediaPickerDialog } from '../../media-picker/media-picker-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Portrait } from './portrait.tsx'

/** The address of the portrait, typed or taken from the media library, with the portrait itself. */
export function HeadshotField({ control, name }: { control: Control<AuthorForm>; name: string }) {
  const { field, fieldState } = useController({ control, name: 'image_url' })
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="flex items-end gap-3">
      <Portrait name={name} imageUrl={field.value || null} className="size-16 text-xl" />
      <TextField
        label="Headshot URL"
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        errorMessage={fieldState.error?.message}
        className="min-w-0 flex-1"
      />
      <Button onPress={() => setPicking(true)} className="min-h-9.5" aria-label="Choose a headshot">
        <Images aria-hidden className="size-4" />
        <span className="max-md:sr-only">Choose…</span>
      </Button>
      <MediaPickerDialog
        isOpen={isPicking}
        title="Choose a Headshot"
        onClose={() => setPicking(false)}
        onPick={({ url }) => field.onChange(url)}
      />
    </div>
  )
}
