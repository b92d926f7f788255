import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { LANGUAGES } from '../../../../domain/text/language.ts'
import { optionalRowQuery } from '../../../data/requests/queries.ts'

/** The magazine's language; null while nobody has saved settings. */
export const magazineLanguageQuery = optionalRowQuery(
  ['settings', 'language'],
  z.object({ language: z.enum(LANGUAGES) }),
  () => adminClient().from('site_settings').select('language'),
)
