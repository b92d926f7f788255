import type { ReactNode } from 'react'
import { can } from '../../../domain/people/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { CommentsProvider, useComments } from '../../story/comments/comments-context.tsx'
import { BESIDE_QUERY } from '../../story/comments/layout.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'

const CommentsPanel = lazyPart(
  async () => (await import('../../story/comments/comments-panel.tsx')).CommentsPanel,
)

/** The screen of a letter, and beside it, while they are open, the comments on the letter. */
export function LetterComments({ letterId, children }: { letterId: string; children: ReactNode }) {
  const { role } = useProfile()
  return (
    <CommentsProvider subject={can(role, 'comments.write') ? { kind: 'letter', id: letterId } : null}>
      <Beside>{children}</Beside>
    </CommentsProvider>
  )
}

function Beside({ children }: { children: ReactNode }) {
  const comments = useComments()
  const isBeside = useMediaQuery(BESIDE_QUERY)
  const isOpen = comments !== null && comments.isOpen
  return (
    <div
      className={
        isOpen && isBeside
          ? 'grid grid-cols-[minmax(0,1fr)_20rem] pr-4 [--toolbar-top:4.5rem] md:pr-7'
          : 'contents'
      }
    >
      <div className="min-w-0">{children}</div>
      {isOpen && <CommentsPanel comments={comments} />}
    </div>
  )
}
