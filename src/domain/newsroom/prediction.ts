import * as z from 'zod/mini'

/** Where a publisher says what a publish would change. */
export const PREDICTION_PATH = '/publish/predict'

/**
 * A change that is not made: a row of a table (`id` null: a new one; `row` null: deleted; otherwise the columns that
 * change), or a call of a function of the database.
 */
export type PlannedChange =
  | { table: string; id: string | null; row: Readonly<Record<string, unknown>> | null }
  | { call: string; args: Readonly<Record<string, unknown>> }

/** What a publish would do: `total` counts the pages that it would write or remove, `pages` are the first of them. */
export const predictionSchema = z.object({
  total: z.int(),
  pages: z.array(
    z.object({
      pathname: z.string(),
      kind: z.enum(['new', 'changed', 'removed']),
      /** In words; '' when there is nothing to say. */
      why: z.string(),
    }),
  ),
})
export type Prediction = z.infer<typeof predictionSchema>
