import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type FoundArticle, articleSearchQuery } from '../data/articles.ts'
import { useDebounced } from '../data/use-debounced.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
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
          search={address}
          onChoose={({ slug, title }) => {
            setAddress(`/article/${slug}`)
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

/** The published stories with these words; nothing for what is an address already. */
function FoundStories({ search, onChoose }: { search: string; onChoose: (story: FoundArticle) => void }) {
  const words = useDebounced(search.trim())
  const isSearch = words.length > 1 && linkAddress(words) === null
  const { data = [] } = useQuery({ ...articleSearchQuery(words), enabled: isSearch })
  const stories = isSearch ? data.filter(({ status }) => status === 'published') : []
  if (stories.length === 0) return null
  return (
    <ul
      aria-label="Stories"
      className="-mt-2 flex max-h-52 flex-col overflow-y-auto rounded-md border border-rule p-1"
    >
      {stories.map((story) => (
        <li key={story.id}>
          <button
            type="button"
            onClick={() => onChoose(story)}
            className="w-full rounded-sm px-2.5 py-1.5 text-start text-sm hover:bg-tint"
          >
            {story.title}
          </button>
        </li>
      ))}
    </ul>
  )
}
