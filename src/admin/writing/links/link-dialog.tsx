import { type FormEvent, useState } from 'react'
import { FoundStories } from '../../story/found-stories.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { linkAddress } from './link-address.ts'

export interface LinkDialogProps {
  /** The address of the selected link, '' for a new one. */
  href: string
  /** Whether the dialog has a field for the link's text, because nothing is selected. */
  hasTextField: boolean
  /** Where a link within the text leads, such as '#the-kitchen'; null when the text has no such place. */
  placeOf: (href: string) => string | null
  onSave: (href: string, text: string) => void
  onRemove: () => void
  onClose: () => void
}

/** Dialog for the address of a link. */
export function LinkDialog({ href, hasTextField, placeOf, onSave, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(href)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const typed = linkAddress(address)
    const target = typed?.startsWith('#') ? placeOf(typed) : typed
    if (typed === null) setError('Enter a web address, an e-mail address or a path such as /about')
    else if (target === null) setError('No heading of this text has these words')
    else onSave(target, text.trim() || target.replace(/^(?:https?:\/\/|mailto:)/, ''))
  }

  return (
    <Dialog isOpen onClose={onClose} title={href === '' ? 'Add a Link' : 'Edit Link'} size="sm">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Address"
          value={address}
          onChange={(value) => {
            setAddress(value)
            setError(undefined)
          }}
          errorMessage={error}
          description="Or words of a story’s title."
          placeholder="https://"
          autoFocus
          inputMode="url"
        />
        <FoundStories
          search={linkAddress(address) === null ? address : ''}
          onChoose={({ slug, title }) => {
            const chosen = `/article/${slug}`
            // Where words are selected, nothing else is asked.
            if (!hasTextField) return onSave(chosen, '')
            setAddress(chosen)
            setError(undefined)
            if (text === '') setText(title)
          }}
        />
        {hasTextField && (
          <TextField label="Text" value={text} onChange={setText} description="The words readers press." />
        )}
        <div className="flex justify-end gap-2.5">
          {href !== '' && (
            <Button variant="ghost" className="mr-auto" onPress={onRemove}>
              Remove Link
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {href === '' ? 'Add Link' : 'Save Link'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
