import {
  type PlannedChange,
  type Prediction,
  PREDICTION_PATH,
  predictionSchema,
} from '../../../domain/newsroom/prediction.ts'
import { PAGE_PREVIEW_PATH, drawnPageSchema } from '../../../domain/newsroom/preview.ts'
import { askPublisher } from './publisher.ts'

/** What a publish of the changes in `body` would do; null when it cannot be told. */
export function fetchPrediction(body: string, signal: AbortSignal): Promise<Prediction | null> {
  return askPublisher(PREDICTION_PATH, body, predictionSchema, signal)
}

/**
 * The page at an address as it would be after changes; null when no publisher draws it. `dates`: by id, when stories come
 * out that the changes have out now. `at`: the moment (ISO) at which it is shown; null: now.
 */
export async function fetchDrawnPage(
  changes: readonly PlannedChange[],
  pathname: string,
  { dates, at }: { dates: Readonly<Record<string, string>>; at: string | null },
  signal: AbortSignal,
): Promise<string | null> {
  const body = JSON.stringify({ changes, pathname, dates, at })
  return (await askPublisher(PAGE_PREVIEW_PATH, body, drawnPageSchema, signal))?.html ?? null
}
