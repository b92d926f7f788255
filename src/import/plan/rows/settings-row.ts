import { isDateLanguage } from '../../../domain/text/calendar.ts'
import { LANGUAGES } from '../../../domain/text/language.ts'
import type { SourceMagazine } from '../../description.ts'
import type { PlannedNote, PlannedRow } from '../planned.ts'
import { cutNotes, shortened } from '../texts.ts'

/** The name, tagline and language of a file; of what it does not say, those of the magazine stay. */
export function settingsRow({ name, tagline, language, place }: SourceMagazine): PlannedRow {
  const own = LANGUAGES.find((one) => one === language?.split('-')[0])
  const dates = language !== null && language !== own && isDateLanguage(language) ? language : undefined
  return {
    ...{ table: 'site_settings', key: 'magazine', title: name, place },
    notes: [
      ...(language === null || own !== undefined ? [] : [otherLanguage(language)]),
      ...cutNotes([
        ['Name', name, 120],
        ['Tagline', tagline, 200],
      ]),
    ],
    values: {
      ...(name === '' ? {} : { site_name: shortened(name, 120) }),
      ...(tagline === '' ? {} : { tagline: shortened(tagline, 200) }),
      ...(own === undefined ? {} : { language: own }),
      ...(dates === undefined ? {} : { date_language: dates }),
    },
  }
}

function otherLanguage(language: string): PlannedNote {
  return {
    kind: 'changed',
    text: `The magazine has no texts in its language, ${language}: only its dates are in it`,
  }
}
