import { useState } from 'react'
import { BackendError } from '../../backend/errors.ts'

/** What is done when somebody else has saved the row since it was opened: `later`, the edit goes on. */
export type ConflictChoice = 'theirs' | 'mine' | 'later'

interface SaveOnto<Base, Changes> {
  /** Rejects with a BackendError, 'conflict' when the stored row is not `base` any more. */
  save: (base: Base, changes: Changes) => Promise<unknown>
  /** Loads the row as it is stored now. */
  load: (base: Base) => Promise<Base>
  /** Drops what was changed here. */
  onTakeTheirs: (theirs: Base) => void
  /** A save has failed: not by a conflict, or the row of the conflict cannot be loaded. */
  onFailed: (error: unknown, changes: Changes) => void
}

/**
 * Saves changes onto the row that they were made on. When somebody else has saved it since, `ask` has one of the two chosen,
 * and only the row that was shown there is overwritten. Resolves with whether nothing is left to save: it was saved, or
 * dropped.
 */
export async function saveOnto<Base, Changes>(
  base: Base,
  changes: Changes,
  options: SaveOnto<Base, Changes> & { ask: (theirs: Base) => Promise<ConflictChoice> },
): Promise<boolean> {
  const { save, load, ask, onTakeTheirs, onFailed } = options
  try {
    await save(base, changes)
    return true
  } catch (error) {
    const isConflict = error instanceof BackendError && error.kind === 'conflict'
    const theirs = isConflict ? await load(base).catch(() => undefined) : undefined
    if (theirs === undefined) {
      onFailed(error, changes)
      return false
    }
    const choice = await ask(theirs)
    if (choice === 'mine') return saveOnto(theirs, changes, options)
    if (choice === 'theirs') onTakeTheirs(theirs)
    return choice === 'theirs'
  }
}

/** `saveOnto`, and the conflict that a ConflictDialog shows; null without one. */
export function useSaveOnto<Base, Changes>(options: SaveOnto<Base, Changes>) {
  const [conflict, setConflict] = useState<{
    theirs: Base
    onChoose: (choice: ConflictChoice) => void
  } | null>(null)
  const ask = async (theirs: Base) => {
    const choice = await new Promise<ConflictChoice>((onChoose) => setConflict({ theirs, onChoose }))
    setConflict(null)
    return choice
  }
  return {
    saveOnto: (base: Base, changes: Changes) => saveOnto(base, changes, { ...options, ask }),
    conflict,
  }
}
