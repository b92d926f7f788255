import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { threadsToShow } from '../../../domain/newsroom/comment.ts'
import { Button } from '../../ui/layout/button.tsx'
import { threadsQuery } from './comments.ts'
import { COMMENTS_BUTTON } from './layout.ts'
import { type Comments, useComments } from './comments-context.tsx'

/** Opens and closes the comments, with the number of open threads; absent for a story that was never saved. */
export function CommentsButton({ className = '' }: { className?: string }) {
  const comments = useComments()
  return comments === null ? null : <ToggleComments comments={comments} className={className} />
}

function ToggleComments({ comments, className }: { comments: Comments; className: string }) {
  const { data = [] } = useQuery(threadsQuery(comments.subject))
  const open = threadsToShow(data, 'open').length
  return (
    <Button
      id={COMMENTS_BUTTON}
      aria-label={open === 0 ? 'Comments' : `Comments, ${open} open`}
      aria-expanded={comments.isOpen}
      onPress={() => (comments.isOpen ? comments.close() : comments.open())}
      className={className}
    >
      <MessageSquare aria-hidden className="size-4" />
      {open > 0 && <span aria-hidden>{open}</span>}
    </Button>
  )
}
