import * as z from 'zod/mini'
import { visitorClient } from '../../../../backend/admin-client.ts'
import { optionalRowQuery } from '../../../data/requests/queries.ts'

/** Whether sign-up is open; null when there are no settings yet, and it is open by default. */
export const signUpSettingQuery = optionalRowQuery(
  ['settings', 'sign-up'],
  z.object({ sign_up_open: z.boolean() }),
  () => visitorClient().from('site_settings').select('sign_up_open'),
)
