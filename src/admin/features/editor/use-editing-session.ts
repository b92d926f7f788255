import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { showToast } from '../../ui/overlays/toast.ts'
import { loadVersions } from './data/article-text.ts'
import type { Field, FormState } from './saving/form.ts'
import { watchRemote } from './saving/remote-watch.ts'
import type { EditingSession, EditorView } from './saving/session.ts'
import type { SaveState } from './saving/state.ts'
import { holdTabLock } from './saving/tab-lock.ts'

/** Context of the open editor. */
export interface OpenEditor {
  session: EditingSession
  sessionId: string
  /** May publish, feature and choose the author. */
  isEditor: boolean
}

export const EditorContext = createContext<OpenEditor | null>(null)

export function useEditingSession(): OpenEditor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('useEditingSession must be used within an EditorContext')
  return editor
}

type Selected = string | number | boolean | object | null

/** Selects from the editor's view; re-renders only when the selection changes. */
export function useEditorView<T extends Selected>(select: (view: EditorView) => T): T {
  const { session } = useEditingSession()
  return useSyncExternalStore(session.subscribe, () => select(session.view()))
}

export function useSaveState<T extends Selected>(select: (state: SaveState) => T): T {
  return useEditorView(({ state }) => select(state))
}

/** Value, error and setter of one field; the body has a document of its own. */
export function useField<F extends Exclude<Field, 'html'>>(field: F) {
  const { session } = useEditingSession()
  const value = useSaveState((state) => state.form[field])
  const error = useSaveState((state) => state.errors[field] ?? null) ?? undefined
  const set = (next: FormState[F]) => session.dispatch({ type: 'edit', patch: { [field]: next } })
  return { value, error, set }
}

/** Element id to focus for a field with an error. */
export function fieldId(field: Field): string {
  return `article-${field.replaceAll('_', '-')}`
}

/** Runs the session while the screen is mounted; stores the text when the page is hidden. */
export function useSessionLifetime({ session, sessionId }: OpenEditor): void {
  useEffect(() => {
    const release = holdTabLock(sessionId)
    session.start()
    const stopWatching = watchRemote(session, loadVersions)
    const keep = () => void session.flush()
    const online = () => session.dispatch({ type: 'online' })
    // A file dropped elsewhere would open in this tab.
    const refuseFiles = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !event.defaultPrevented) event.preventDefault()
    }
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('dragover', refuseFiles, { signal })
    addEventListener('drop', refuseFiles, { signal })
    addEventListener('pagehide', keep, { signal })
    document.addEventListener('visibilitychange', keep, { signal })
    addEventListener('online', online, { signal })
    addEventListener('beforeunload', keep, { signal })
    return () => {
      listening.abort()
      const ended = session.end()
      void ended.finally(stopWatching).then(() => {
        if (session.state.isDirty && !session.view().localDraftFailed) {
          showToast({
            title: 'Your text is kept on this device',
            description: 'It is not saved yet. Open the article again to go on.',
          })
        }
      })
      release(ended)
    }
  }, [session, sessionId])
}
