import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { typedComment } from '../../../../domain/newsroom/comment.ts'
import { threadsQuery } from '../../../story/comments/comments.ts'
import { type Comments, useCommentPeople, useComments } from '../../../story/comments/comments-context.tsx'
import { useProfile } from '../../../session/use-profile.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Notice } from '../notices/notice.tsx'
import { useSaveState } from '../use-editing-session.ts'
import { statusOf } from '../saving/state.ts'
import { CommentsPanel } from './editor-comments.tsx'

/** The note with which the story was sent back, as long as its thread is open and the story was not submitted again. */
export function SentBackNotice() {
  const comments = useComments()
  const isDraft = useSaveState(statusOf) === 'draft'
  return comments !== null && isDraft ? <LastNote comments={comments} /> : null
}

function LastNote({ comments }: { comments: Comments }) {
  const { data = [] } = useQuery(threadsQuery(comments.subject))
  const me = useProfile()
  useEffect(() => CommentsPanel.preload(), [])
  const { people } = useCommentPeople(comments.subject)
  const thread = data.findLast(({ place, resolved_at }) => place.kind === 'sent-back' && resolved_at === null)
  const note = thread?.comments[0]
  if (thread === undefined || note === undefined || people === null) return null
  return (
    <Notice
      tone="attention"
      actions={
        // Whoever sent it back waits for the answer.
        note.author_id === me.id ? undefined : (
          <Button size="sm" onPress={() => comments.reply(thread.id)}>
            Answer
          </Button>
        )
      }
    >
      <span className="font-semibold">Sent back by {people.nameOf(note.author_id)}:</span>{' '}
      <span className="line-clamp-6 [overflow-wrap:anywhere] whitespace-pre-line">
        {typedComment(note.body, people.known).text}
      </span>
    </Notice>
  )
}
