import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { timestampSchema } from '../../../../domain/rows/row.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { fetchTitles } from './fetch-titles.ts'

const problemSchema = z.object({
  entity: z.string(),
  entity_id: z.string(),
  reason: z.string(),
  since: timestampSchema,
})

export type PublishProblem = z.infer<typeof problemSchema> & {
  /** A title, an address or a file name. */
  subject: string
}

const MAX_PROBLEMS = 20
const REFRESH_MS = 30_000

/** What could not be published, newest first. */
export const publishProblemsQuery = queryOptions({
  queryKey: ['builds', 'problems'],
  queryFn: async ({ signal }): Promise<PublishProblem[]> => {
    const problems = parseRows(
      problemSchema,
      await adminClient()
        .from('publish_problems')
        .select('entity, entity_id, reason, since')
        .order('since', { ascending: false })
        .limit(MAX_PROBLEMS)
        .abortSignal(signal),
    )
    const titles = await fetchTitles(problems, signal)
    return problems.map((problem) => ({ ...problem, subject: subjectOf(problem, titles) }))
  },
  refetchInterval: REFRESH_MS,
})

const KINDS: Readonly<Record<string, string>> = {
  articles: 'An article',
  author_profiles: 'An author',
  categories: 'A category',
  front_versions: 'The home page or a section',
  letters: 'A letter',
  media: 'A file',
  pages: 'A page',
  tags: 'A tag',
}

/** What a problem is about: the title of the row, the path of a page, the name of a picture's file, or its kind. */
export function subjectOf(
  { entity, entity_id }: Pick<PublishProblem, 'entity' | 'entity_id'>,
  titles: ReadonlyMap<string, string>,
): string {
  if (entity === 'address') return entity_id
  if (entity === 'picture') return entity_id.slice(entity_id.lastIndexOf('/') + 1)
  return titles.get(entity_id) ?? KINDS[entity] ?? entity
}
