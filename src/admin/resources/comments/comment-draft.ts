import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { isObject, sameJson } from '../../../domain/body/json.ts'
import { type Place, placeSchema } from '../../../domain/comment.ts'
import { useProfile } from '../../session/use-profile.ts'
import { type FormDraftType, createFormDraft } from '../form-draft.ts'

/** What is typed of a comment and not sent yet; of a new thread also what it is about. */
interface CommentDraft {
  typed: string
  place: Place | null
}

const draftType: FormDraftType<CommentDraft> = {
  version: 1,
  decode: (stored) => {
    const { typed, place } = isObject(stored) ? stored : {}
    const parsed = placeSchema.safeParse(place)
    return { typed: typeof typed === 'string' ? typed : '', place: parsed.success ? parsed.data : null }
  },
}

/** The storage of an unsent comment. `name` says of what, such as the thread that it answers. */
function commentDraft(userId: string, name: string) {
  const draft = createFormDraft(draftType, userId, `comment.${name}`)
  return {
    read: () => draft.read()?.form ?? null,
    put: (form: CommentDraft) => draft.put({ savedAt: serverClock.now().toISOString(), version: null, form }),
    remove: draft.remove,
  }
}

/** Whether something was typed here and not sent. */
export function useHasDraft(name: string): boolean {
  const me = useProfile()
  return (commentDraft(me.id, name).read()?.typed ?? '') !== ''
}

/** The text of a comment that is being written; it survives a reload. */
export function useCommentDraft(name: string, initial: string) {
  const me = useProfile()
  const [draft] = useState(() => commentDraft(me.id, name))
  const [begun] = useState(() => draft.read())
  const [typed, setTyped] = useState(begun?.typed || initial)
  return {
    typed,
    type: (next: string) => {
      setTyped(next)
      draft.put({ typed: next === initial ? '' : next, place: draft.read()?.place ?? null })
    },
    forget: () => {
      // A thread on another place may have been begun while this one was sent.
      if (isSamePlace(draft.read()?.place, begun?.place)) draft.remove()
      setTyped(initial)
    },
  }
}

function isSamePlace(one: Place | null = null, other: Place | null = null): boolean {
  return sameJson(one, other)
}

export const newThreadDraft = (articleId: string) => `new.${articleId}`

/** What the new thread of a story is about that is being written; it survives a reload. */
export function useNewThreadDraft(articleId: string | null) {
  const me = useProfile()
  const draft = articleId === null ? null : commentDraft(me.id, newThreadDraft(articleId))
  const [target, setTarget] = useState(() => draft?.read()?.place ?? null)
  return {
    target,
    start: (place: Place) => {
      draft?.put({ typed: draft.read()?.typed ?? '', place })
      setTarget(place)
    },
    /** Ends the thread on a place, unless one on another has been begun. */
    end: (place: Place) => {
      if (isSamePlace(draft?.read()?.place, place)) draft?.remove()
      setTarget((now) => (isSamePlace(now, place) ? null : now))
    },
  }
}
