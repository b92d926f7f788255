import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { EMBED_PROVIDERS, embedOf, embedRefusal } from '../../../domain/story/embed.ts'
import { MediaPickerDialog } from '../../media-picker/media-picker-dialog.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { EmbedAttributes } from './embed.ts'

const SITES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(EMBED_PROVIDERS)

/** Dialog for a film or sound of another site: its address, its title, the picture in its place. */
export function EmbedDialog({
  embed,
  onSave,
  onClose,
}: {
  /** Null for a new one. */
  embed: EmbedAttributes | null
  onSave: (embed: EmbedAttributes) => void
  onClose: () => void
}) {
  const [address, setAddress] = useState(embed?.href ?? '')
  const [title, setTitle] = useState(embed?.title ?? '')
  const [front, setFront] = useState({
    poster: embed?.poster ?? null,
    width: embed?.width ?? null,
    height: embed?.height ?? null,
  })
  const [isPicking, setPicking] = useState(false)
  const [errors, setErrors] = useState<{ address?: string; title?: string }>({})

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const href = address.trim()
    const found = {
      ...(embedOf(href)
        ? {}
        : { address: embedRefusal(href) ?? `Enter the address of a film or sound on ${SITES}` }),
      ...(title.trim() ? {} : { title: 'Say what it is' }),
    }
    const form = event.currentTarget
    if (Object.keys(found).length > 0) {
      flushSync(() => setErrors(found))
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    } else onSave({ href, title: title.trim(), ...front })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={embed === null ? 'Add a Film or Sound' : 'Edit Film or Sound'}
      size="sm"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Address"
          value={address}
          onChange={setAddress}
          errorMessage={errors.address}
          description={
            embedOf(address.trim())?.leftOut ??
            `Of a page on ${SITES}. Nothing is loaded from there before a reader presses it.`
          }
          placeholder="https://"
          inputMode="url"
          autoFocus
        />
        <TextField
          label="Title"
          value={title}
          onChange={setTitle}
          errorMessage={errors.title}
          maxLength={300}
          description="What readers press, and what is read aloud."
        />
        <div className="flex flex-wrap items-center gap-2.5">
          {front.poster !== null && <img src={front.poster} alt="" className="h-14 rounded-sm" />}
          <Button size="sm" onPress={() => setPicking(true)}>
            {front.poster === null ? 'Choose a Picture for It' : 'Choose Another Picture'}
          </Button>
          {front.poster !== null && (
            <Button
              size="sm"
              variant="ghost"
              onPress={() => setFront({ poster: null, width: null, height: null })}
            >
              Remove Picture
            </Button>
          )}
        </div>
        <div className="flex justify-end gap-2.5">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </div>
      </form>
      <MediaPickerDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={({ url, width, height }) => setFront({ poster: url, width, height })}
      />
    </Dialog>
  )
}
