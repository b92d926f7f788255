import { useQueryClient } from '@tanstack/react-query'
import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { cut } from '../../../domain/text/cut.ts'
import {
  type Comment,
  type Thread,
  COMMENT_FIELDS,
  commentParts,
  isCommentField,
} from '../../../domain/newsroom/comment.ts'
import { can } from '../../../domain/people/role.ts'
import { CroppedPicture } from '../../components/cropped-picture.tsx'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatWhen } from '../../ui/dates/format.ts'
import { useActs } from '../../resources/acts.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { DELETE, EDIT, RowMenu } from '../../resources/row-menu.tsx'
import { addComment, deleteComment, deleteThread, editComment, setResolved } from './comments.ts'
import { CommentBox } from './comment-box.tsx'
import { useHasDraft } from './comment-draft.ts'
import type { Comments, People } from './comments-context.tsx'
import { threadId } from './layout.ts'

/** The name of the field for a reply. */
const REPLY = 'Reply'

interface ThreadCardProps {
  thread: Thread
  /** Its passage is not in the text that is on the screen. */
  isLost: boolean
  comments: Comments
  people: People
  /** The thread leaves the list: the focus has to go elsewhere. */
  onDone: () => void
}

/** A thread: what it is about, its comments, and what can be done with it. */
export function ThreadCard({ thread, isLost, comments, people, onDone }: ThreadCardProps) {
  const me = useProfile()
  const client = useQueryClient()
  const [isReplying, setReplying] = useState(useHasDraft(`reply.${thread.id}`))
  const isChosen = comments.chosen === thread.id
  const isAnswered = comments.replyTo === thread.id
  if (isAnswered && !isReplying) setReplying(true)
  const focusReply = useEffectEvent(() => {
    document.getElementById(threadId(thread.id))?.querySelector<HTMLElement>(`[aria-label=${REPLY}]`)?.focus()
    comments.replyBegun()
  })
  useEffect(() => {
    if (isAnswered) focusReply()
  }, [isAnswered])
  const count = thread.comments.length
  const { begin, dialog } = useActs([
    {
      ...DELETE,
      ask: (close) => (
        <DeleteDialog
          noun="thread"
          changes={['comment_threads']}
          onDelete={() => deleteThread(thread.id)}
          done={{ title: 'Thread deleted' }}
          onClose={close}
          onDeleted={onDone}
        >
          <p>
            {count === 1
              ? 'Its comment is deleted.'
              : `Its ${count} comments are deleted, whoever wrote them.`}{' '}
            This cannot be undone. A thread that you resolve can still be read.
          </p>
        </DeleteDialog>
      ),
    },
  ])
  const isResolved = thread.resolved_at !== null
  const { isPending, resolve } = useResolve(thread, () => {
    comments.choose(null)
    onDone()
  })
  const endReply = () => {
    flushSync(() => setReplying(false))
    document.getElementById(threadId(thread.id))?.focus({ preventScroll: true })
  }
  const first = thread.comments[0]
  return (
    <li
      id={threadId(thread.id)}
      tabIndex={-1}
      className={`rounded-lg border bg-card p-3 outline-none focus-visible:ring-2 focus-visible:ring-focus ${isChosen ? 'border-prussian ring-1 ring-prussian' : 'border-rule'}`}
    >
      <article
        aria-label={`Comment by ${people.nameOf(first?.author_id ?? null)}`}
        className="flex flex-col gap-2.5"
      >
        <Subject thread={thread} isLost={isLost} comments={comments} />
        <ol className="flex flex-col gap-3">
          {thread.comments.map((comment) => (
            <CommentItem key={comment.id} thread={thread} comment={comment} people={people} />
          ))}
        </ol>
        {isResolved && (
          <p className="text-xs text-soft">
            Resolved by {people.nameOf(thread.resolved_by)}, {formatWhen(thread.resolved_at ?? '')}
          </p>
        )}
        {isReplying ? (
          <CommentBox
            name={`reply.${thread.id}`}
            label={REPLY}
            sendLabel="Reply"
            people={people}
            onCancel={endReply}
            onSend={async (body) => {
              await addComment(thread.id, body)
              await invalidate(client, 'comment_threads')
              endReply()
            }}
          />
        ) : (
          <ThreadButtons
            isResolved={isResolved}
            isPending={isPending}
            onDelete={can(me.role, 'comments.delete') ? () => begin(DELETE.id) : null}
            onReply={() => setReplying(true)}
            onResolve={() => void resolve()}
          />
        )}
      </article>
      {dialog}
    </li>
  )
}

/** Resolves a thread, or opens it again; `onDone` when that is done. */
function useResolve(thread: Thread, onDone: () => void) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const isResolved = thread.resolved_at !== null
  const resolve = async () => {
    setPending(true)
    const isDone = await attempt(
      `The thread could not be ${isResolved ? 'opened again' : 'resolved'}`,
      async () => {
        await setResolved(thread.id, !isResolved)
        await invalidate(client, 'comment_threads')
      },
    )
    setPending(false)
    if (isDone) onDone()
  }
  return { isPending, resolve }
}

function ThreadButtons({
  isResolved,
  isPending,
  onDelete,
  onReply,
  onResolve,
}: {
  isResolved: boolean
  isPending: boolean
  /** Null: this person may not delete it. */
  onDelete: (() => void) | null
  onReply: () => void
  /** Resolves the thread, or opens it again. */
  onResolve: () => void
}) {
  const Icon = isResolved ? RotateCcw : Check
  return (
    <div className="flex justify-end gap-1">
      {onDelete !== null && (
        <Button
          size="icon"
          variant="ghost"
          aria-label="Delete Thread"
          onPress={onDelete}
          className="mr-auto -ml-1 size-8!"
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      )}
      {!isResolved && (
        <Button size="sm" variant="ghost" onPress={onReply}>
          <Reply aria-hidden className="size-4" />
          Reply
        </Button>
      )}
      <Button size="sm" variant="ghost" isPending={isPending} onPress={onResolve}>
        <Icon aria-hidden className="size-4" />
        {isResolved ? 'Reopen' : 'Resolve'}
      </Button>
    </div>
  )
}

const SUBJECT = 'w-full min-w-0 border-l-2 pl-2.5 text-left text-sm'
const SUBJECT_BUTTON = `${SUBJECT} cursor-pointer border-dot-waiting/70 hover:border-dot-waiting rounded-r-sm hover:bg-tint`

/** What the thread is about; a button that shows it, where it can be shown. */
function Subject({
  thread: { id, place },
  isLost,
  comments,
}: {
  thread: Thread
  isLost: boolean
  comments: Comments
}) {
  switch (place.kind) {
    case 'passage': {
      const words = (
        <span className="line-clamp-3 font-serif [overflow-wrap:anywhere]">{place.passage.quote}</span>
      )
      if (isLost || comments.text === null)
        return (
          <div className={`${SUBJECT} border-rule text-soft`}>
            {isLost && <p className="text-xs font-semibold">No longer in the text</p>}
            {words}
          </div>
        )
      return (
        <button
          type="button"
          aria-label={`Show in the text: ${cut(place.passage.quote, 80)}`}
          onClick={() => {
            comments.choose(id)
            comments.text?.show(id)
          }}
          className={SUBJECT_BUTTON}
        >
          {words}
        </button>
      )
    }
    case 'picture':
      return (
        <div className="flex items-center gap-2.5 text-sm text-soft">
          <CroppedPicture url={place.url} className="h-12 w-18 shrink-0 rounded-sm" />
          {isLost ? 'No longer in the story' : 'Picture'}
        </div>
      )
    case 'field': {
      const { field } = place
      if (!isCommentField(field)) return null
      const { showField } = comments
      if (showField === undefined) return <p className="text-sm font-semibold">{COMMENT_FIELDS[field]}</p>
      return (
        <button
          type="button"
          onClick={() => showField(field, comments)}
          className={`${SUBJECT_BUTTON} font-semibold`}
        >
          {COMMENT_FIELDS[field]}
        </button>
      )
    }
    case 'sent-back':
      return <p className="text-sm font-semibold text-madder">Sent back</p>
    case 'story':
    case 'letter':
      return null
  }
}

function CommentItem({ thread, comment, people }: { thread: Thread; comment: Comment; people: People }) {
  const me = useProfile()
  const client = useQueryClient()
  const draft = `edit.${comment.id}`
  const [isEditing, setEditing] = useState(useHasDraft(draft))
  const endEdit = () => {
    flushSync(() => setEditing(false))
    document.getElementById(threadId(thread.id))?.focus({ preventScroll: true })
  }
  const isOwn = comment.author_id === me.id
  const author = people.nameOf(comment.author_id)
  const { actions, dialog } = useActs([
    { ...EDIT, isOffered: isOwn, run: () => setEditing(true) },
    {
      ...DELETE,
      isOffered: isOwn || can(me.role, 'comments.delete'),
      ask: (close) => (
        <DeleteDialog
          noun="comment"
          changes={['comment_threads']}
          onDelete={() => deleteComment(comment.id)}
          done={{ title: 'Comment deleted' }}
          onClose={close}
        >
          <p>
            {isOwn ? 'Your comment' : `The comment by ${author}`} is deleted. A thread without comments goes
            with its last one.
          </p>
        </DeleteDialog>
      ),
    },
  ])
  return (
    <li className="flex flex-col gap-1">
      <div className="flex min-h-8 items-center gap-2">
        <p className="min-w-0 flex-1 text-sm">
          <span className="font-semibold [overflow-wrap:anywhere]">{author}</span>{' '}
          <span className="text-xs text-soft">
            <time dateTime={comment.created_at}>{formatWhen(comment.created_at)}</time>
            {comment.edited_at !== null && ' · edited'}
          </span>
        </p>
        {actions.length > 0 && !isEditing && (
          <RowMenu name={`the comment by ${author}`} actions={actions} className="-my-1 size-8!" />
        )}
      </div>
      {isEditing ? (
        <CommentBox
          name={draft}
          label="Edit comment"
          sendLabel="Save"
          people={people}
          stored={comment.body}
          onCancel={endEdit}
          onSend={async (body) => {
            await editComment(comment.id, body)
            await invalidate(client, 'comment_threads')
            endEdit()
          }}
        />
      ) : (
        <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-line">
          {commentParts(comment.body).map((part, at) => (
            <Fragment key={at}>
              {'text' in part ? (
                part.text
              ) : (
                <span className="font-semibold text-prussian">@{people.nameOf(part.mention)}</span>
              )}
            </Fragment>
          ))}
        </p>
      )}
      {dialog}
    </li>
  )
}
