import { useQuery } from '@tanstack/react-query'
import { typedComment } from '../../../../domain/comment.ts'
import { threadsQuery } from '../../../data/comments.ts'
import {
  type Comments,
  useCommentPeople,
  useComments,
} from '../../../resources/comments/comments-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../notices/notice.tsx'
import { useSaveState } from '../use-editing-session.ts'
import { statusOf } from '../saving/state.ts'

/** The note with which the story was sent back, as long as its thread is open and the story was not submitted again. */
export function SentBackNotice() {
  const comments = useComments()
  const isDraft = useSaveState(statusOf) === 'draft'
  return comments !== null && isDraft ? <LastNote comments={comments} /> : null
}

function LastNote({ comments }: { comments: Comments }) {
  const { data = [] } = useQuery(threadsQuery(comments.articleId))
  const { nameOf, known } = useCommentPeople(comments.articleId)
  const thread = data.findLast(({ place, resolved_at }) => place.kind === 'sent-back' && resolved_at === null)
  const note = thread?.comments[0]
  if (thread === undefined || note === undefined) return null
  return (
    <Notice
      tone="attention"
      actions={
        <Button size="sm" onPress={() => comments.choose(thread.id)}>
          Answer
        </Button>
      }
    >
      <span className="font-semibold">Sent back by {nameOf(note.author_id)}:</span>{' '}
      <span className="line-clamp-6 [overflow-wrap:anywhere] whitespace-pre-line">
        {typedComment(note.body, known).text}
      </span>
    </Notice>
  )
}
