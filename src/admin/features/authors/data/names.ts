import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { ContentType } from '../../../../domain/rows/content-type.ts'
import { text } from '../../../../domain/rows/field.ts'
import { visibleName } from '../../../../domain/people/person-name.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { parseRow, unwrap } from '../../../data/requests/postgrest.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'

/** The form of one's own public name. */
export const publicNameType = new ContentType({
  fields: { name: text({ label: 'Public name', max: 200, required: true, checks: [visibleName] }) },
  columns: {},
})

const requestSchema = z.object({
  name: z.string(),
  created_at: timestampSchema,
  /** Null as long as no editor has decided. */
  declined_at: z.nullable(timestampSchema),
})
export type NameRequest = z.infer<typeof requestSchema>

/** Whether the signed-in person must ask an editor for a new public name, and the name already asked for. */
export function ownNameQuery(profileId: string) {
  return queryOptions({
    queryKey: ['name_requests', 'own', profileId],
    queryFn: async ({ signal }) => {
      const client = adminClient()
      const [mustAsk, request] = await Promise.all([
        client.rpc('must_ask_for_name').abortSignal(signal),
        client
          .from('name_requests')
          .select('name, created_at, declined_at')
          .eq('profile_id', profileId)
          .abortSignal(signal)
          .maybeSingle(),
      ])
      return {
        mustAsk: parseRow(z.boolean(), mustAsk),
        request: parseRow(z.nullable(requestSchema), request),
      }
    },
    staleTime: 0,
  })
}

export async function saveOwnName(profileId: string, full_name: string): Promise<void> {
  unwrap(await adminClient().from('profiles').update({ full_name }).eq('id', profileId))
}

/** Asks the editors for a new public name, in place of the one asked for before. */
export async function requestName(profile_id: string, name: string): Promise<void> {
  unwrap(await adminClient().from('name_requests').upsert({ profile_id, name }))
}

const questionSchema = z.object({
  profile_id: idSchema,
  email: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  asked_name: z.string(),
  is_request: z.boolean(),
  author_name: z.nullable(z.string()),
  is_name_of_another: z.nullable(z.boolean()),
  stories: z.number(),
})
export type NameQuestion = z.infer<typeof questionSchema>

/** What editors have to decide about names: requests, and accounts with the name of an author. */
export const nameQuestionsQuery = rowsQuery(['name_requests', 'questions'], questionSchema, () =>
  adminClient().rpc('get_name_questions'),
)

export async function setPublicName({ profile_id, asked_name }: NameQuestion): Promise<void> {
  unwrap(await adminClient().rpc('set_public_name', { p_profile: profile_id, p_name: asked_name }))
}

/** The person sees it in their form, and may ask for another name. */
export async function declineName({ profile_id, asked_name }: NameQuestion): Promise<void> {
  unwrap(await adminClient().rpc('decline_name', { p_profile: profile_id, p_name: asked_name }))
}
