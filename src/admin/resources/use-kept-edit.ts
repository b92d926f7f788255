import { useState } from 'react'
import { serverClock } from '../../backend/server-clock.ts'
import { useProfile } from '../session/use-profile.ts'
import { type FormDraftType, createFormDraft } from './form-draft.ts'

/** Tells the stored row that an edit began with from a later one: its version or its id; null: there was none. */
export type Token = number | string | null

interface Options<Form extends object> {
  /** Names the row, as `letter.<id>`. */
  name: string
  type: FormDraftType<Form>
  /** What is stored, and its token. */
  stored: Form
  token: Token
}

/** An edit of something stored that survives a reload: it is kept in the session storage until it is saved or discarded. */
export function useKeptEdit<Form extends object>({ name, type, stored, token }: Options<Form>) {
  const { id: userId } = useProfile()
  const [draft] = useState(() => createFormDraft(type, userId, name))
  const [found, setFound] = useState(() => draft.read())
  /** Null while nothing is changed: what is stored is shown then. */
  const [edit, setEdit] = useState<{ form: Form; token: Token } | null>(
    found && { form: found.form, token: found.version },
  )
  const discard = () => {
    draft.remove()
    setFound(null)
    setEdit(null)
  }
  return {
    /** What is stored, with the unsaved changes. */
    form: edit?.form ?? stored,
    /** The token of what the edit began with. */
    token: edit === null ? token : edit.token,
    isChanged: edit !== null,
    /** When the unsaved changes found on opening the screen were stored; null if there were none. */
    draftSavedAt: found?.savedAt ?? null,
    change: (form: Form) => {
      if (JSON.stringify(form) === JSON.stringify(stored)) return discard()
      const next = { form, token: edit === null ? token : edit.token }
      setEdit(next)
      draft.put({ savedAt: serverClock.now().toISOString(), version: next.token, form })
    },
    discard,
  }
}
