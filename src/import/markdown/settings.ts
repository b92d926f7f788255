import type { JsonObject } from '../../domain/body/json.ts'
import { isDateLanguage, isTimeZone } from '../../domain/text/calendar.ts'
import { ImportError, type SourceMagazine } from '../description.ts'
import type { SourceFiles } from '../source-files.ts'
import type { Fields } from './fields.ts'
import { Unreadable, dataOf } from './front-matter.ts'

/** A file of settings is no book. */
const MAX_BYTES = 1024 * 1024

/** The object in a file of settings; an empty one where there is none. An ImportError for what cannot be read: it may make texts private. */
export async function settingsIn(files: SourceFiles, path: string | undefined): Promise<JsonObject> {
  if (path === undefined) return {}
  try {
    return dataOf(await files.text(path, MAX_BYTES), path) ?? {}
  } catch (error) {
    if (error instanceof Unreadable) throw new ImportError(`${path} cannot be read`, { cause: error })
    throw error
  }
}

/** The magazine that the settings of a site tell of. */
export function magazineOf(settings: Fields, place: string, address: string | null): SourceMagazine {
  const language = settings
    .text('lang', 'locale', 'languageCode', 'language', 'defaultContentLanguage')
    .replace('_', '-')
  return {
    ...{ kind: 'magazine', key: 'site', place, notes: [] },
    name: settings.text('title', 'name'),
    tagline: settings.text('tagline', 'subtitle', 'slogan', 'description'),
    language: language !== '' && isDateLanguage(language) ? language : null,
    address,
  }
}

/** The zone that a site says its dates are in, else the one that is chosen. */
export function zoneOf(settings: Fields, chosen: string): string {
  const zone = settings.text('timeZone', 'timezone')
  return zone !== '' && isTimeZone(zone) ? zone : chosen
}

/** An address without a slash at its end; null for what is no address of the web, such as '/'. */
export function webAddress(text: string): string | null {
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text)
  if (url === null || !/^https?:$/.test(url.protocol) || /^(?:localhost|127\.|0\.0)/.test(url.hostname))
    return null
  return (url.origin + url.pathname).replace(/\/+$/, '')
}
