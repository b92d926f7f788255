import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, createContext, useContext, useState } from 'react'
import type { CommentField, Person, Place } from '../../../domain/newsroom/comment.ts'
import { UNCONFIRMED } from '../../../domain/newsroom/notification.ts'
import type { Subject } from '../../../domain/newsroom/subject.ts'
import { toldApart } from '../../../domain/people/person-name.ts'
import type { Profile } from '../../../domain/people/profile.ts'
import { can } from '../../../domain/people/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { type CommentPerson, commentPeopleQuery, guestsQuery } from './comments.ts'
import { useNewThreadDraft } from './comment-draft.ts'
import { LinkedThread } from './linked-thread.tsx'
import type { PassagePlaces } from './thread-order.ts'

/** A text on the screen whose passages are marked. */
export interface MarkedText {
  /** Scrolls to the passage of a thread and puts the cursor there. */
  show: (threadId: string) => void
  focus: () => void
}

/** The comments on the story or letter that is open. */
export interface Comments {
  subject: Subject
  isOpen: boolean
  /** The thread that is marked in the panel and in the text. */
  chosen: string | null
  /** What the new thread is about that is being written; null when none is. */
  target: Place | null
  text: MarkedText | null
  places: PassagePlaces
  open: () => void
  close: () => void
  choose: (threadId: string | null) => void
  /** The thread whose field for a reply is to get the cursor. */
  replyTo: string | null
  /** Opens the field for a reply to a thread and puts the cursor into it. */
  reply: (threadId: string) => void
  /** To be called once the cursor is there. */
  replyBegun: () => void
  startOn: (place: Place) => void
  endNew: (place: Place) => void
  setText: (text: MarkedText | null) => void
  setPlaces: (places: PassagePlaces) => void
  /** Puts the cursor into a field of the story; absent where fields are only read. */
  showField?: ((field: CommentField, comments: Comments) => void) | undefined
}

const CommentsContext = createContext<Comments | null>(null)

/** The comments on the story or letter that is open; null where the caller takes no part in them, and for a story that was never saved. */
export function useComments(): Comments | null {
  return useContext(CommentsContext)
}

/** Holds the comments on a story or a letter (`subject` null: none) for the panel, the text and the buttons beside fields. */
export function CommentsProvider({
  subject,
  showField,
  children,
}: {
  subject: Subject | null
  showField?: Comments['showField']
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<string | null>(null)
  const [replyTo, setReplyTo] = useState<string | null>(null)
  const [text, setText] = useState<MarkedText | null>(null)
  const [places, setPlaces] = useState<PassagePlaces>(null)
  const { target, start, end } = useNewThreadDraft(subject?.id ?? null)
  const { thread } = useSearch({ strict: false })
  const comments: Comments | null =
    subject === null
      ? null
      : {
          ...{ subject, isOpen, chosen, replyTo, target, text, places, setText, setPlaces, showField },
          open: () => setOpen(true),
          close: () => {
            setOpen(false)
            choose(null)
          },
          choose: (id) => {
            choose(id)
            if (id !== null) setOpen(true)
          },
          reply: (id) => {
            choose(id)
            setReplyTo(id)
            setOpen(true)
          },
          replyBegun: () => setReplyTo(null),
          startOn: (place) => {
            start(place)
            choose(null)
            setOpen(true)
          },
          endNew: end,
        }
  return (
    <CommentsContext value={comments}>
      {comments !== null && thread !== undefined && <LinkedThread thread={thread} comments={comments} />}
      {children}
    </CommentsContext>
  )
}

/** Whether the signed-in account is in the conversation on a story: roles that write are, and invited viewers. */
export function useIsInConversation(articleId: string): boolean {
  const { id, role } = useProfile()
  const writes = can(role, 'comments.write')
  const { data = [] } = useQuery({ ...guestsQuery(articleId), enabled: !writes })
  return writes || data.some(({ profile_id }) => profile_id === id)
}

/** Somebody who is in the conversation, or can be mentioned in it. */
export interface ConversationPerson extends Person {
  /** The name with what tells it from an equal one, and whether it is confirmed. */
  label: string
  can_be_mentioned: boolean
  is_guest: boolean
}

export interface People {
  nameOf: (id: string | null) => string
  /** The people who can be mentioned, without the signed-in one. */
  mentionable: readonly ConversationPerson[]
  /** The viewers who were invited. */
  guests: readonly ConversationPerson[]
  known: readonly ConversationPerson[]
}

/** The people of a conversation; `people` is null until they are loaded. */
export function useCommentPeople(subject: Subject) {
  const me = useProfile()
  const { data, isLoadingError, error, refetch } = useQuery(commentPeopleQuery(subject))
  return { people: data === undefined ? null : peopleOf(data, me), isLoadingError, error, refetch }
}

function peopleOf(data: readonly CommentPerson[], me: Profile): People {
  const named = data.map((person) => ({ ...person, name: person.full_name?.trim() || 'Without a name' }))
  const known = toldApart(named, ({ hint }) => hint)
    .map((person) => ({
      ...person,
      label: person.name_confirmed ? person.label : person.label + UNCONFIRMED,
    }))
    // They come by name; namesakes in the order of what tells them apart.
    .toSorted((one, other) => (one.name === other.name ? (one.label < other.label ? -1 : 1) : 0))
  return {
    nameOf: (id) => {
      if (id === null) return 'Deleted account'
      if (id === me.id) return me.full_name?.trim() || 'You'
      return known.find((person) => person.id === id)?.label ?? 'A colleague'
    },
    mentionable: known.filter(({ id, can_be_mentioned }) => can_be_mentioned && id !== me.id),
    guests: known.filter(({ is_guest }) => is_guest),
    known,
  }
}
