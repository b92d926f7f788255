import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { Field } from './saving/editor-form.ts'
import type { EditorSession } from './saving/editor-session.ts'
import type { EditorState } from './saving/editor-state.ts'
import type { Snapshot } from './saving/session-options.ts'
import { beginSitting } from './saving/sittings.ts'

/** What every part of the open editor may know. */
export interface Sitting {
  session: EditorSession
  sittingId: string
  /** May publish, feature and name other authors. */
  isEditor: boolean
}

const SittingContext = createContext<Sitting | null>(null)

export function SittingProvider({ sitting, children }: { sitting: Sitting; children: ReactNode }) {
  return <SittingContext value={sitting}>{children}</SittingContext>
}

export function useSitting(): Sitting {
  const sitting = useContext(SittingContext)
  if (sitting === null) throw new Error('useSitting must be used within a SittingProvider')
  return sitting
}

/** A part of what the sitting shows; the component renders again only when that part changes. */
export function useSnapshot<T extends string | number | boolean | object | null>(
  select: (snapshot: Snapshot) => T,
): T {
  const { session } = useSitting()
  return useSyncExternalStore(session.subscribe, () => select(session.snapshot()))
}

export function useEditorState<T extends string | number | boolean | object | null>(
  select: (state: EditorState) => T,
): T {
  return useSnapshot(({ state }) => select(state))
}

/** The value and error of one field, and the way to change it. */
export function useField<F extends Field>(field: F) {
  const { session } = useSitting()
  const value = useEditorState((state) => state.form[field])
  const error = useEditorState((state) => state.errors[field] ?? null) ?? undefined
  const set = (next: EditorState['form'][F]) => session.dispatch({ type: 'edit', patch: { [field]: next } })
  return { value, error, set }
}

/** The id of the element that takes the focus for a field with an error. */
export function fieldId(field: Field): string {
  return `article-${field.replaceAll('_', '-')}`
}

/** Runs the sitting as long as the screen is open, and keeps its text whatever becomes of the page. */
export function useSittingLife({ session, sittingId }: Sitting): void {
  useEffect(() => {
    const release = beginSitting(sittingId)
    session.start()
    const keep = () => void session.flush()
    const online = () => session.dispatch({ type: 'online' })
    const beforeUnload = (event: BeforeUnloadEvent) => {
      // Only what this device refuses to keep would be lost.
      if (!session.flush()) event.preventDefault()
    }
    // A file that misses its place would otherwise open in this tab.
    const refuseFiles = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !event.defaultPrevented) event.preventDefault()
    }
    addEventListener('dragover', refuseFiles)
    addEventListener('drop', refuseFiles)
    addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    addEventListener('online', online)
    addEventListener('beforeunload', beforeUnload)
    return () => {
      removeEventListener('dragover', refuseFiles)
      removeEventListener('drop', refuseFiles)
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
      removeEventListener('online', online)
      removeEventListener('beforeunload', beforeUnload)
      release(session.end())
    }
  }, [session, sittingId])
}
