import { Calendar } from '../../../domain/text/calendar.ts'
import type { LiveWords } from '../../../words/words.ts'

/** Where a page that is not built yet is drawn from live data: in place of the 404 page, into `main`. */
export interface LivePage {
  main: HTMLElement
  calendar: Calendar
  words: LiveWords
}

/** The zone and the language of the magazine's dates, and the words, are in the 404 page. */
export function livePageOf(main: HTMLElement): LivePage {
  const { timeZone, dateLanguage, liveWords } =
    main.querySelector<HTMLElement>('[data-live-words]')?.dataset ?? {}
  return {
    main,
    calendar: new Calendar(timeZone ?? null, dateLanguage ?? null),
    words: JSON.parse(liveWords ?? '{}') as LiveWords,
  }
}
