import { useState } from 'react'
import { isAhead } from '../../../../domain/story/article-state.ts'
import type { PlannedChange } from '../../../../domain/newsroom/prediction.ts'
import { PredictionLine } from '../../../resources/prediction/prediction-line.tsx'
import { useNow } from '../../../ui/keys/use-now.ts'
import { plannedPublish } from '../data/planned-save.ts'
import { useSaveState } from '../use-editing-session.ts'
import { usePause } from '../use-pause.ts'

/** What Publish or Update would change, asked when the text was saved or the writer pauses. */
export function PublishPrediction() {
  const [changes, setChanges] = useState<PlannedChange[] | null>(null)
  const date = useSaveState(({ form }) => form.published_at)
  const isScheduled = isAhead(date, useNow([date]))
  usePause((state) => setChanges(plannedPublish(state)))
  return (
    <PredictionLine
      changes={changes}
      noneText={isScheduled ? 'Changes no pages before its date' : 'Changes no pages'}
      className="justify-end md:@max-[60rem]:min-h-4! md:@max-[60rem]:text-xs"
    />
  )
}
