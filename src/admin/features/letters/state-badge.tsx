import type { Letter } from '../../../domain/letters/letter.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { stateOf } from './letter-words.ts'

export function StateBadge({ letter }: { letter: Pick<Letter, 'status' | 'hold'> }) {
  const { label, variant } = stateOf(letter)
  return <Badge variant={variant}>{label}</Badge>
}
