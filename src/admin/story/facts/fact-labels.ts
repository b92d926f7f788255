import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { FACT_LABELS } from '../../../magazine/fact-labels.ts'
import { parseRow } from '../../data/requests/postgrest.ts'

/** The labels of facts to propose: labels in use, the most frequent first, then the ones a new magazine begins with. */
export const factLabelsQuery = queryOptions({
  queryKey: ['articles', 'fact-labels'],
  queryFn: async ({ signal }): Promise<string[]> => {
    const answer = await adminClient().rpc('get_fact_labels').abortSignal(signal)
    const used = parseRow(z.array(z.object({ label: z.string() })), answer)
    return [...new Set([...used.map(({ label }) => label), ...FACT_LABELS])]
  },
  staleTime: 60_000,
})
