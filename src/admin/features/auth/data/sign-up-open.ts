import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRow } from '../../../data/postgrest.ts'

/** Whether sign-up is open; it is when there are no settings yet. */
export const signUpOpenQuery = queryOptions({
  queryKey: ['settings', 'sign-up'],
  queryFn: async ({ signal }): Promise<boolean> => {
    const settings = parseRow(
      z.nullable(z.object({ sign_up_open: z.boolean() })),
      await adminClient().from('site_settings').select('sign_up_open').abortSignal(signal).maybeSingle(),
    )
    return settings?.sign_up_open ?? true
  },
})
