import { type Prediction, PREDICTION_PATH, predictionSchema } from '../../domain/prediction.ts'
import { askPublisher } from './publisher.ts'

/** What a publish of the changes in `body` would do; null when it cannot be told. */
export function fetchPrediction(body: string, signal: AbortSignal): Promise<Prediction | null> {
  return askPublisher(PREDICTION_PATH, body, predictionSchema, signal)
}
