import { Copy } from 'lucide-react'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { attempt } from '../../resources/describe-error.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { type LetterForm, saveLetter } from './data/letters.ts'
import { copyOf } from './edit-letter.ts'

/** Makes a draft with the words and blocks of a letter, and opens it. */
export function useCopyLetter(onCopied: (id: string) => void): (form: LetterForm) => Promise<boolean> {
  const saving = useEntityMutation(['letters'], saveLetter)
  return (form) =>
    attempt('The letter was not copied', async () => {
      const { id } = await saving.mutateAsync({ opened: null, form: copyOf(form) })
      showToast({ title: 'This is the copy, a draft' })
      onCopied(id)
    })
}

export const COPY = { id: 'copy', label: 'Copy as a New Letter', icon: Copy }
