import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { storedTextsSchema } from '../../../domain/site/texts.ts'
import { LANGUAGES, MAIN_LANGUAGE } from '../../../domain/text/language.ts'
import { linesOf } from '../../../domain/text/text-parts.ts'
import { standardTexts } from '../../../words/standard-texts.ts'
import { parseRow, parseRows } from '../../data/requests/postgrest.ts'

const settingsSchema = z.object({ language: z.enum(LANGUAGES), texts: storedTextsSchema })

/** The labels of facts to propose: labels in use, the most frequent first, then the ones of the magazine's texts. */
export const factLabelsQuery = queryOptions({
  queryKey: ['articles', 'fact-labels'],
  queryFn: async ({ signal }): Promise<string[]> => {
    const client = adminClient()
    const [labels, settings] = await Promise.all([
      client.rpc('get_fact_labels').abortSignal(signal),
      client.from('site_settings').select('language, texts').abortSignal(signal),
    ])
    const used = parseRow(z.array(z.object({ label: z.string() })), labels)
    const [{ language, texts } = { language: MAIN_LANGUAGE, texts: {} }] = parseRows(settingsSchema, settings)
    const proposed = linesOf(texts['fact_labels'] ?? standardTexts(language).fact_labels)
    return [...new Set([...used.map(({ label }) => label), ...proposed])]
  },
  staleTime: 60_000,
})
