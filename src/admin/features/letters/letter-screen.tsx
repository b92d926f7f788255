import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Letter } from '../../../domain/letters/letter.ts'
import { canEditLetter } from '../../../domain/people/role.ts'
import { BackendError } from '../../../backend/errors.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/layout/button.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { letterQuery } from './data/letters.ts'
import { LetterComments } from './letter-comments.tsx'
import { LetterEditor } from './letter-editor.tsx'
import { LetterReport } from './letter-report.tsx'
import { LetterView } from './letter-view.tsx'

const route = getRouteApi('/admin/letters/$letterId')

/** A letter: its editor before it goes out, and afterwards what became of it. */
export function LetterScreen() {
  const { letterId } = route.useParams()
  const { data: letter, isLoadingError, error, refetch } = useQuery(letterQuery(letterId))
  const isGone = letter === null || (error instanceof BackendError && error.kind === 'invalid')
  if (isGone) {
    return (
      <ScreenBox>
        <EmptyState
          title="This letter does not exist (any more)."
          action={
            <Link to="/admin/letters" className={buttonClass()}>
              All Letters
            </Link>
          }
        />
      </ScreenBox>
    )
  }
  if (isLoadingError) return <QueryError title="Failed to load the letter" error={error} refetch={refetch} />
  if (letter === undefined) {
    return (
      <ScreenBox className="max-w-none!">
        <ScreenTitle isInTopBar={false}>Letter</ScreenTitle>
        <div aria-busy="true" className="grid gap-4 xl:grid-cols-2">
          <span className="sr-only">Loading the letter</span>
          <Skeleton className="h-160" />
          <Skeleton className="h-160" />
        </div>
      </ScreenBox>
    )
  }
  return (
    <LetterComments letterId={letter.id}>
      <LetterIn letter={letter} />
    </LetterComments>
  )
}

function LetterIn({ letter }: { letter: Letter }) {
  const profile = useProfile()
  if (canEditLetter(profile, letter)) return <LetterEditor letter={letter} />
  if (letter.frozen_at !== null) return <LetterReport letter={letter} />
  return <LetterView letter={letter} />
}
