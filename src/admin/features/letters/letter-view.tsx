import type { Letter } from '../../../domain/letters/letter.ts'
import { can } from '../../../domain/people/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { LetterHeading } from './letter-heading.tsx'
import { LetterPlan } from './letter-plan.tsx'
import { LetterPreview, useDrawnLetter } from './letter-preview.tsx'
import { formOf } from './use-letter-edit.ts'

/** A letter that has not gone out, for who may not change it. */
export function LetterView({ letter }: { letter: Letter }) {
  const { role } = useProfile()
  const drawn = useDrawnLetter(formOf(letter))
  return (
    <ScreenBox>
      <LetterHeading letter={letter} />
      <LetterPlan letter={letter} />
      <LetterPreview letterId={letter.id} drawn={drawn} canDrawPage={can(role, 'letters.write')} />
    </ScreenBox>
  )
}
