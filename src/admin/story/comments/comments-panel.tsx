import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import {
  type CommentField,
  type Place,
  COMMENT_FIELDS,
  threadsToShow,
} from '../../../domain/newsroom/comment.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { startThread, threadsQuery } from './comments.ts'
import { CommentBox } from './comment-box.tsx'
import { newThreadDraft } from './comment-draft.ts'
import { type Comments, type People, useCommentPeople } from './comments-context.tsx'
import { BESIDE_QUERY, COMMENTS_BUTTON, threadId } from './layout.ts'
import { Conversation } from './conversation.tsx'
import { ThreadCard } from './thread-card.tsx'
import { inOrder, isLost } from './thread-order.ts'

/**
 * The threads of a story or a letter beside its text; on narrow windows a sheet over it. `hasPicture` tells which pictures a
 * story has.
 */
export function CommentsPanel({
  comments,
  hasPicture = () => true,
}: {
  comments: Comments
  hasPicture?: (url: string) => boolean
}) {
  const isBeside = useMediaQuery(BESIDE_QUERY)
  const aside = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { target, chosen } = comments
  const onOpened = useEffectEvent(() => {
    if (target === null && chosen === null) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => onOpened(), [])
  useEffect(() => {
    if (chosen === null) return
    const card = document.getElementById(threadId(chosen))
    card?.scrollIntoView({ block: 'nearest' })
    // What was sent has taken its field away, and the focus with it.
    if (document.activeElement === document.body) card?.focus({ preventScroll: true })
  }, [chosen])
  const close = () => {
    comments.close()
    if (comments.text === null) document.getElementById(COMMENTS_BUTTON)?.focus()
    else comments.text.focus()
  }
  useKeyDown((event) => {
    const { activeElement } = document
    // The focus is nowhere when what had it was closed.
    const isHere = activeElement === document.body || aside.current?.contains(activeElement) === true
    if (event.key === 'Escape' && !event.defaultPrevented && isHere) close()
  })
  const panel = (
    <aside
      ref={aside}
      aria-label="Comments"
      className={
        isBeside
          ? 'sticky top-[calc(var(--toolbar-top)+1rem)] flex max-h-[calc(100dvh-var(--toolbar-top)-1.5rem)] min-w-0 flex-col self-start'
          : 'fixed inset-x-0 bottom-0 z-30 flex max-h-[75dvh] flex-col rounded-t-lg border-t border-rule bg-page px-4 pt-3 shadow-raised md:left-auto md:w-104 md:border-l'
      }
    >
      <header className="mb-3 flex items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="mr-auto text-lg font-semibold outline-none">
          Comments
        </h2>
        <NewThreadButton comments={comments} />
        <Button size="icon" variant="ghost" aria-label="Close comments" onPress={close}>
          <X aria-hidden className="size-4.5" />
        </Button>
      </header>
      <div className="-mx-1 min-h-0 overflow-y-auto px-1 pb-4">
        <Threads comments={comments} hasPicture={hasPicture} onDone={() => heading.current?.focus()} />
      </div>
    </aside>
  )
  return isBeside ? panel : createPortal(panel, document.body)
}

/** Begins a thread: on a letter as a whole, on a story after a choice. */
function NewThreadButton({ comments }: { comments: Comments }) {
  const start = (place: Place) => () => comments.startOn(place)
  if (comments.subject.kind === 'letter')
    return (
      <Button size="sm" onPress={start({ kind: 'letter' })}>
        <Plus aria-hidden className="size-4" />
        New Comment
      </Button>
    )
  const fields = Object.entries(COMMENT_FIELDS) as [CommentField, string][]
  return (
    <Menu
      label="New comment"
      trigger={
        <Button size="sm">
          <Plus aria-hidden className="size-4" />
          New Comment
        </Button>
      }
      actions={[
        { id: 'story', label: 'The whole story', onAction: start({ kind: 'story' }) },
        ...fields.map(([field, label]) => ({ id: field, label, onAction: start({ kind: 'field', field }) })),
      ]}
    />
  )
}

function Threads({
  comments,
  hasPicture,
  onDone,
}: {
  comments: Comments
  hasPicture: (url: string) => boolean
  onDone: () => void
}) {
  const { subject, chosen } = comments
  const loading = useQuery(threadsQuery(subject))
  const threads = loading.data
  const { people, ...loadingPeople } = useCommentPeople(subject)
  const chosenThread = threads?.find(({ id }) => id === chosen)
  const chosenIn = chosenThread !== undefined && chosenThread.resolved_at !== null ? 'resolved' : 'open'
  const [shown, setShown] = useState<'open' | 'resolved'>(chosenIn)
  const [lastChosen, setLastChosen] = useState(chosen)
  if (chosen !== lastChosen) {
    setLastChosen(chosen)
    if (chosenThread !== undefined) setShown(chosenIn)
  }
  if (threads === undefined || people === null) {
    const failed = [loading, loadingPeople].find(({ isLoadingError }) => isLoadingError)
    if (failed !== undefined)
      return <QueryError title="Failed to load the comments" error={failed.error} refetch={failed.refetch} />
    return (
      <div aria-busy className="flex flex-col gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    )
  }
  const list = (of: 'open' | 'resolved') => {
    const found = inOrder(threadsToShow(threads, of), comments.places, hasPicture)
    if (found.length === 0) {
      if (of === 'resolved') return <EmptyState title="Nothing is resolved yet" />
      return (
        <EmptyState
          title="No open comments"
          detail={
            subject.kind === 'letter'
              ? 'Begin with New Comment. Readers never see comments.'
              : 'Select words in the text and press Comment, or begin with New Comment. The site never shows comments.'
          }
        />
      )
    }
    return (
      <ul className="flex flex-col gap-3">
        {found.map((thread) => (
          <ThreadCard
            key={thread.id}
            thread={thread}
            isLost={isLost(thread, comments.places, hasPicture)}
            comments={comments}
            people={people}
            onDone={onDone}
          />
        ))}
      </ul>
    )
  }
  const count = (of: 'open' | 'resolved') => threadsToShow(threads, of).length
  return (
    <div className="flex flex-col gap-4">
      <Conversation subject={subject} people={people} />
      <NewThread comments={comments} people={people} onDone={onDone} />
      <Tabs
        label="Comments"
        selected={shown}
        onSelect={(id) => setShown(id === 'resolved' ? 'resolved' : 'open')}
        items={[
          { id: 'open', label: `Open (${count('open')})`, content: shown === 'open' && list('open') },
          {
            id: 'resolved',
            label: `Resolved (${count('resolved')})`,
            content: shown === 'resolved' && list('resolved'),
          },
        ]}
      />
    </div>
  )
}

/** The new thread that is being written, with what it is about. */
function NewThread({ comments, people, onDone }: { comments: Comments; people: People; onDone: () => void }) {
  const client = useQueryClient()
  const { subject, target, endNew } = comments
  const writing = useRef(target)
  useEffect(() => {
    writing.current = target
  }, [target])
  if (target === null) return null
  return (
    <section
      aria-label="New comment"
      className="flex flex-col gap-2 rounded-lg border border-prussian bg-card p-3"
    >
      <p className="line-clamp-3 border-l-2 border-dot-waiting pl-2.5 text-sm [overflow-wrap:anywhere]">
        {placeName(target)}
      </p>
      <CommentBox
        key={JSON.stringify(target)}
        name={newThreadDraft(subject.id)}
        label="Comment"
        sendLabel="Comment"
        people={people}
        onCancel={() => {
          flushSync(() => endNew(target))
          onDone()
        }}
        onSend={async (body) => {
          const id = await startThread(subject, target, body)
          await invalidate(client, 'comment_threads')
          endNew(target)
          // Who has begun another one is not led away from it.
          if (writing.current === target) comments.choose(id)
        }}
      />
    </section>
  )
}

function placeName(place: Place): string {
  switch (place.kind) {
    case 'passage':
      return place.passage.quote
    case 'picture':
      return 'A picture'
    case 'field':
      return COMMENT_FIELDS[place.field as CommentField]
    case 'letter':
      return 'The whole letter'
    default:
      return 'The whole story'
  }
}
