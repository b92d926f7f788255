import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { toBackendError } from '../backend/errors.ts'
import { letterPath } from '../domain/letters/letter.ts'
import { settingsType } from '../domain/site/settings.ts'
import type { Language } from '../domain/text/language.ts'
import { type Theme, themeOf } from '../domain/theme/theme.ts'

/** What a mail shows around the content of its letter. */
export interface LetterFrame {
  /** The site's own address, without a slash at the end. */
  siteUrl: string
  siteName: string
  language: Language
  theme: Theme
  /**
   * The last part of the address of the letter's page, where it can be read in a browser and where its pictures are. Null
   * before it is frozen: there is no such page, and pictures have their addresses in the library.
   */
  slug: string | null
}

const settingsSchema = z.pick(settingsType.row, { site_name: true, language: true })

/** The frame as the magazine's settings have it now. Throws a BackendError. */
export async function loadFrame(
  client: PostgrestClient,
  siteUrl: string,
  slug: string | null = null,
): Promise<LetterFrame> {
  const [settings, theme] = await Promise.all([
    client.from('site_settings').select('site_name, language').limit(1).maybeSingle(),
    client.from('theme').select('light, dark').limit(1).maybeSingle(),
  ])
  for (const { error, status } of [settings, theme]) if (error) throw toBackendError(error, status)
  const { site_name, language } = settingsSchema.parse(
    settings.data ?? settingsType.columnsOf(settingsType.blank()),
  )
  return { siteUrl, siteName: site_name, language, theme: themeOf(theme.data), slug }
}

/** The address of the letter's page; null while there is none. */
export function pageUrlOf({ siteUrl, slug }: LetterFrame): string | null {
  return slug === null ? null : siteUrl + letterPath(slug)
}
