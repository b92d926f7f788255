import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { isObject, sameJson } from '../../../domain/body/json.ts'
import {
  type Place,
  type TypedComment,
  placeSchema,
  typedCommentSchema,
} from '../../../domain/newsroom/comment.ts'
import { useProfile } from '../../session/use-profile.ts'
import { type FormDraftType, createFormDraft } from '../../resources/form-draft.ts'

/** What is typed of a comment and not sent yet; of a new thread also what it is about. */
interface CommentDraft extends TypedComment {
  place: Place | null
}

const NOTHING: TypedComment = { text: '', mentions: [] }

const draftType: FormDraftType<CommentDraft> = {
  version: 1,
  decode: (stored) => {
    const found = isObject(stored) ? stored : {}
    const place = placeSchema.safeParse(found.place)
    const typed = typedCommentSchema.safeParse(found)
    // Earlier versions kept the text alone, as `typed`: a name in it is no mention.
    const text = typeof found.typed === 'string' ? found.typed : ''
    return {
      ...(typed.success ? typed.data : { text, mentions: [] }),
      place: place.success ? place.data : null,
    }
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
  return (commentDraft(me.id, name).read()?.text ?? '') !== ''
}

/** The text of a comment that is being written; it survives a reload. */
export function useCommentDraft(name: string, initial: TypedComment) {
  const me = useProfile()
  const [draft] = useState(() => commentDraft(me.id, name))
  const [begun] = useState(() => draft.read())
  const [typed, setTyped] = useState(begun === null || begun.text === '' ? initial : begun)
  return {
    typed,
    type: ({ text, mentions }: TypedComment) => {
      const next = { text, mentions }
      setTyped(next)
      draft.put({ ...(sameJson(next, initial) ? NOTHING : next), place: draft.read()?.place ?? null })
    },
    forget: () => {
      // A thread on another place may have been begun while this one was sent.
      if (isSamePlace(draft.read()?.place, begun?.place)) draft.remove()
      setTyped(initial)
    },
  }
}

/** The text of a note on sending back that is being written; it mentions nobody, and survives a reload. */
export function useNoteDraft(name: string) {
  const { typed, type, forget } = useCommentDraft(name, NOTHING)
  return { note: typed.text, write: (text: string) => type({ text, mentions: [] }), forget }
}

function isSamePlace(one: Place | null = null, other: Place | null = null): boolean {
  return sameJson(one, other)
}

export const newThreadDraft = (subjectId: string) => `new.${subjectId}`

/** What the new thread of a story or a letter is about that is being written; it survives a reload. */
export function useNewThreadDraft(subjectId: string | null) {
  const me = useProfile()
  const draft = subjectId === null ? null : commentDraft(me.id, newThreadDraft(subjectId))
  const [target, setTarget] = useState(() => draft?.read()?.place ?? null)
  return {
    target,
    start: (place: Place) => {
      draft?.put({ ...(draft.read() ?? NOTHING), place })
      setTarget(place)
    },
    /** Ends the thread on a place, unless one on another has been begun. */
    end: (place: Place) => {
      if (isSamePlace(draft?.read()?.place, place)) draft?.remove()
      setTarget((now) => (isSamePlace(now, place) ? null : now))
    },
  }
}
