import * as z from 'zod/mini'
import { toBackendError } from '../../backend/errors.ts'
import { type Prediction, PREDICTION_PATH } from '../../domain/newsroom/prediction.ts'
import type { TriedChange } from '../rendering/render-process.ts'
import { UNKNOWN } from './senders.ts'
import { type StaffRequestOptions, StaffRequests } from './staff-requests.ts'
import { tryChanges } from './tried-change.ts'

interface Predictor {
  /** What a publish of the changes that `read` resolves with would write. */
  predict(read: () => Promise<TriedChange>): Promise<Prediction>
}

interface PredictionOptions extends Pick<StaffRequestOptions, 'supabaseUrl' | 'publishableKey' | 'siteUrl'> {
  /** Null while it starts. */
  publisher: () => Predictor | null
}

const bodySchema = z.object({ changes: z.unknown() })

/**
 * Answers `POST /publish/predict`: what a publish of the `changes` in the body would write. Which rows would change, the
 * database says (predict_change in supabase/schemas/publishing/prediction.sql).
 */
export function predictionRequests({ publisher, ...options }: PredictionOptions): StaffRequests {
  return new StaffRequests({
    ...options,
    path: PREDICTION_PATH,
    action: 'articles.publish',
    isReady: () => publisher() !== null,
    async answer(body, sender) {
      const { changes } = bodySchema.parse(body)
      const asked = publisher()
      if (asked === null) return [UNKNOWN]
      try {
        return [200, await asked.predict(() => tryChanges(sender, changes))]
      } catch (error) {
        return [toBackendError(error).kind === 'denied' ? 403 : UNKNOWN]
      }
    },
  })
}
