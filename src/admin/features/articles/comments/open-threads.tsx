import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, createContext, useContext } from 'react'
import { openThreadsQuery } from '../../../story/comments/comments.ts'

const Counts = createContext<ReadonlyMap<string, number>>(new Map())

/** Counts the open threads of the listed stories, in one request, for `OpenThreads` below it. */
export function CountThreads({
  articleIds,
  children,
}: {
  articleIds: readonly string[]
  children: ReactNode
}) {
  const { data = [] } = useQuery(openThreadsQuery(articleIds))
  const counts = new Map(data.map(({ article_id, threads }) => [article_id, threads]))
  return <Counts value={counts}>{children}</Counts>
}

/** The number of open threads of a story; nothing where there are none, and until it is known. */
export function OpenThreads({ articleId }: { articleId: string }) {
  const count = useContext(Counts).get(articleId)
  if (count === undefined) return null
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs text-soft">
      <MessageSquare aria-hidden className="size-3.5" />
      {count}
      <span className="sr-only">{count === 1 ? 'open comment' : 'open comments'}</span>
    </span>
  )
}
