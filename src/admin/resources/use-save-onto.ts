import { useState } from 'react'
import { BackendError } from '../../backend/errors.ts'

interface SaveOnto<Base, Changes> {
  /** The row as it is known now. */
  newest: Base
  /** Rejects with a BackendError, 'conflict' when the stored row is not `base` any more. */
  save: (base: Base, changes: Changes) => Promise<unknown>
  /** Drops what was changed here. */
  onTakeTheirs: () => void
  /** A save has failed, other than by a conflict. */
  onFailed: (error: unknown) => void
}

/**
 * The save of a row of which there is one, onto the row that was opened; and, when somebody else has saved it since, the
 * choice that a ConflictDialog shows: null without one.
 */
export function useSaveOnto<Base, Changes>({
  newest,
  save,
  onTakeTheirs,
  onFailed,
}: SaveOnto<Base, Changes>) {
  /** What was to be saved when somebody else had saved. */
  const [preceded, setPreceded] = useState<{ changes: Changes } | null>(null)
  /** Resolves with whether it was saved. */
  const saveOnto = async (base: Base, changes: Changes): Promise<boolean> => {
    try {
      await save(base, changes)
      return true
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'conflict') setPreceded({ changes })
      else onFailed(error)
      return false
    }
  }
  const close = () => setPreceded(null)
  const choice = preceded && {
    onTakeTheirs: () => {
      close()
      onTakeTheirs()
    },
    onOverwrite: () => {
      close()
      void saveOnto(newest, preceded.changes)
    },
    onLater: close,
  }
  return { saveOnto, choice }
}
