import { useEffect, useEffectEvent } from 'react'
import type { SaveState } from './saving/state.ts'
import { useEditingSession } from './use-editing-session.ts'

/** From the end of a save to the call. */
const AFTER_SAVE_MS = 300
/** From the last change of a text that is not saved by itself: longer than until the automatic save. */
const AFTER_CHANGE_MS = 2_500

/** Calls `onPause` once at first, and then whenever the text was saved or the writer pauses; never at a key. */
export function usePause(onPause: (state: SaveState) => void): void {
  const { session } = useEditingSession()
  const pause = useEffectEvent(() => onPause(session.state))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let seen: SaveState | null = null
    const look = () => {
      const { state } = session
      if (seen?.form === state.form && seen.save === state.save && seen.saved === state.saved) return
      seen = state
      clearTimeout(timer)
      const { kind } = state.save
      if (kind === 'saving' || kind === 'loading-remote') return
      timer = setTimeout(pause, state.isDirty ? AFTER_CHANGE_MS : AFTER_SAVE_MS)
    }
    look()
    const stop = session.subscribe(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session])
}
