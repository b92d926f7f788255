import { letterTitle } from '../../../domain/letters/letter-states.ts'
import type { Letter } from '../../../domain/letters/letter.ts'
import { PlanCard } from '../../story/plan/plan-card.tsx'

/** The plan of a letter, on the screen of the letter; a letter that is on its way is not planned anew. */
export function LetterPlan({ letter, className = '' }: { letter: Letter; className?: string }) {
  const { id, created_by: owner, status } = letter
  return (
    <PlanCard
      subject={{ kind: 'letter', id, title: letterTitle(letter), owner }}
      isInEditor
      mayBegin={status === 'draft' || status === 'scheduled'}
      className={className}
    />
  )
}
