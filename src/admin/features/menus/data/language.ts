import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type Language, LANGUAGES, MAIN_LANGUAGE } from '../../../../domain/text/language.ts'
import { optionalRowQuery } from '../../../data/requests/queries.ts'

/** Null while nobody has saved settings. */
const magazineLanguageQuery = optionalRowQuery(
  ['settings', 'language'],
  z.object({ language: z.enum(LANGUAGES) }),
  () => adminClient().from('site_settings').select('language'),
)

/** The magazine's language, in which readers get the titles of the pages of the site itself. */
export function useMagazineLanguage(): Language {
  return useQuery(magazineLanguageQuery).data?.language ?? MAIN_LANGUAGE
}
