import { lazyPart } from '../../../ui/layout/lazy-part.tsx'
import { useSaveState } from '../use-editing-session.ts'

export const ConflictChoice = lazyPart(async () => (await import('./conflict-choice.tsx')).ConflictChoice)

/** Dialog of a conflict: which of the two texts stays. */
export function ConflictDialog() {
  const conflict = useSaveState(({ save }) => (save.kind === 'conflict' && save.isPrompting ? save : null))
  return conflict && <ConflictChoice conflict={conflict} />
}
