import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import type { Letter } from '../../../domain/letters/letter.ts'
import { cacheSaved, useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { toastError } from '../../resources/describe-error.ts'
import { useKeptEdit } from '../../resources/use-kept-edit.ts'
import { useSaveOnto } from '../../resources/use-save-onto.ts'
import { type LetterForm, letterFormSchema, letterQuery, saveLetter } from './data/letters.ts'

export const LETTER_DRAFTS = { version: 1, decode: (stored: unknown) => letterFormSchema.parse(stored) }

export const letterDraftName = (id: string): string => `letter.${id}`

export const formOf = ({ topic, subject, preview_text, blocks }: LetterForm): LetterForm => ({
  ...{ topic, subject, preview_text },
  blocks,
})

/** The version that a save changes. */
interface Base {
  letter: Letter
  version: number
}

/** The edit of a letter: what is written, with the unsaved changes, which survive a reload, and its save. */
export function useLetterEdit(letter: Letter) {
  const client = useQueryClient()
  const { form, token, change, discard, isChanged, draftSavedAt } = useKeptEdit({
    name: letterDraftName(letter.id),
    type: LETTER_DRAFTS,
    stored: formOf(letter),
    token: letter.version,
  })
  /** Counts how often what is shown was replaced from outside the editor of a text. */
  const [shown, setShown] = useState({ version: letter.version, revision: 0 })
  if (!isChanged && shown.version !== letter.version)
    setShown({ version: letter.version, revision: shown.revision + 1 })
  const startOver = () => {
    discard()
    setShown(({ version, revision }) => ({ version, revision: revision + 1 }))
  }

  const saving = useEntityMutation(['letters'], saveLetter)
  const { saveOnto, conflict } = useSaveOnto<Base, LetterForm>({
    save: async ({ version }, written) => {
      const saved = await saving.mutateAsync({ opened: { id: letter.id, version }, form: written })
      await cacheSaved(client, letterQuery(letter.id).queryKey, saved)
      discard()
    },
    load: async () => {
      const theirs = await client.fetchQuery({ ...letterQuery(letter.id), staleTime: 0 })
      if (theirs === null) throw new BackendError('not-found', null, '')
      return { letter: theirs, version: theirs.version }
    },
    onTakeTheirs: startOver,
    onFailed: (error) =>
      toastError('The letter was not saved', error, {
        network: 'There is no connection. Nothing you typed is lost.',
        'not-found': 'It was deleted in the meantime. Nothing you typed is lost.',
      }),
  })

  return {
    form,
    change: (part: Partial<LetterForm>) => change({ ...form, ...part }),
    discard: startOver,
    isChanged,
    isPending: saving.isPending,
    draftSavedAt,
    revision: shown.revision,
    /** Saves what is written, where it is changed. Resolves with whether nothing is left to save. */
    save: async () => !isChanged || saveOnto({ letter, version: Number(token) }, form),
    /** The conflict with what somebody else has saved since; null without one. */
    conflict,
  }
}

export type LetterEdit = ReturnType<typeof useLetterEdit>
