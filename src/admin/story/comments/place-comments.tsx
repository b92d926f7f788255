import { useQuery } from '@tanstack/react-query'
import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import { type Place, isSamePlace } from '../../../domain/newsroom/comment.ts'
import { Button } from '../../ui/layout/button.tsx'
import { threadsQuery } from './comments.ts'
import { type Comments, useComments } from './comments-context.tsx'

/**
 * The comments on a field or a picture: shows the open threads, or begins one. Where there are none it is seen only while
 * the pointer or the focus is in its section, but always where nothing hovers.
 */
export function PlaceComments({ place, name }: { place: Place; name?: string | undefined }) {
  const comments = useComments()
  return comments === null ? null : <OpenComments comments={comments} place={place} name={name} />
}

function OpenComments({
  comments,
  place,
  name,
}: {
  comments: Comments
  place: Place
  /** Of one of several in a section: 'picture 3'. */
  name: string | undefined
}) {
  const { data = [] } = useQuery(threadsQuery(comments.subject))
  const threads = data.filter((thread) => thread.resolved_at === null && isSamePlace(thread.place, place))
  const first = threads[0]
  // Without the name of the field, or it would be taken for the field itself: its section has the name.
  const label =
    first === undefined
      ? 'Add Comment'
      : `${threads.length} open ${threads.length === 1 ? 'comment' : 'comments'}`
  const Icon = first === undefined ? MessageSquarePlus : MessageSquare
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={name === undefined ? label : `${label}: ${name}`}
      onPress={() => (first === undefined ? comments.startOn(place) : comments.choose(first.id))}
      className={`-my-2 h-8! w-auto! min-w-8 gap-1! self-center px-1.5! text-xs text-soft ${first === undefined ? 'focus-visible:opacity-100 pointer-fine:opacity-0 [section:focus-within_&]:opacity-100 [section:hover_&]:opacity-100' : ''}`}
    >
      <Icon aria-hidden className="size-4" />
      {first !== undefined && <span aria-hidden>{threads.length}</span>}
    </Button>
  )
}

/** The comments on a field of the story; `name` where its section has several. */
export function FieldComments({ field, name }: { field: string; name?: string | undefined }) {
  return <PlaceComments place={{ kind: 'field', field }} name={name} />
}
