import { useEffect, useState } from 'react'
import { isAhead } from '../../../domain/article-state.ts'
import type { PlannedChange } from '../../../domain/prediction.ts'
import { PredictionLine } from '../../components/prediction-line.tsx'
import { useNow } from '../../ui/use-now.ts'
import { plannedPublish } from './data/planned-save.ts'
import type { SaveState } from './saving/state.ts'
import { useEditingSession, useSaveState } from './use-editing-session.ts'

/** From the end of a save to the question. */
const AFTER_SAVE_MS = 300
/** From the last change of a text that is not saved by itself: longer than until the automatic save. */
const AFTER_CHANGE_MS = 2_500

/** What Publish or Update would change, asked when the text was saved or the writer pauses; never at a key. */
export function PublishPrediction() {
  const { session } = useEditingSession()
  const [changes, setChanges] = useState<PlannedChange[] | null>(null)
  const date = useSaveState(({ form }) => form.published_at)
  const isScheduled = isAhead(date, useNow([date]))
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
      const pause = state.isDirty ? AFTER_CHANGE_MS : AFTER_SAVE_MS
      timer = setTimeout(() => setChanges(plannedPublish(session.state)), pause)
    }
    look()
    const stop = session.subscribe(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session])
  return (
    <PredictionLine
      changes={changes}
      noneText={isScheduled ? 'Changes no pages before its date' : 'Changes no pages'}
      className="justify-end md:@max-[60rem]:min-h-4! md:@max-[60rem]:text-xs"
    />
  )
}
