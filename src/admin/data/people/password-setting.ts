import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { visitorClient } from '../../../backend/admin-client.ts'
import { MIN_PASSWORD_LENGTH } from '../../../domain/people/password.ts'
import { optionalRowQuery } from '../requests/queries.ts'

const passwordSettingQuery = optionalRowQuery(
  ['settings', 'password'],
  z.object({ min_password_length: z.int() }),
  () => visitorClient().from('site_settings').select('min_password_length'),
  { staleTime: 0 },
)

/** The minimum length of a new password; the product's default until the setting is loaded. */
export function useMinPasswordLength(): number {
  const { data } = useQuery(passwordSettingQuery)
  return data?.min_password_length ?? MIN_PASSWORD_LENGTH
}
