import * as z from 'zod/mini'
import { Calendar, DEFAULT_CALENDAR, isDateLanguage, ownTimeZone } from '../domain/text/calendar.ts'
import { timestampSchema } from '../domain/rows/row.ts'
import { type Language, LANGUAGES, MAIN_LANGUAGE, storyLanguage } from '../domain/text/language.ts'
import { adminClient } from './admin-client.ts'
import { toBackendError } from './errors.ts'

const answerSchema = z.object({
  now: timestampSchema,
  time_zone: z.nullable(z.string()),
  date_language: z.nullable(z.string()),
  language: z._default(z.enum(LANGUAGES), MAIN_LANGUAGE),
})

/**
 * The time of the server, the zone and the language of the magazine's dates, and the language of its stories. The clock of this browser may be wrong and
 * is used only until the server has answered.
 */
class ServerClock {
  readonly #listeners = new Set<() => void>()
  /** Milliseconds that the server is ahead of this browser. */
  #ahead = 0
  #calendar = DEFAULT_CALENDAR
  #language: Language = MAIN_LANGUAGE

  readonly now = (): Date => new Date(Date.now() + this.#ahead)

  /**
   * The time by this browser's own clock, for what this browser alone keeps: all its tabs have the same one, while each
   * tab estimates the server's for itself.
   */
  readonly deviceNow = (): string => new Date().toISOString()

  /** The server's time at a time of this browser's clock. */
  readonly fromDevice = (iso: string): string => new Date(Date.parse(iso) + this.#ahead).toISOString()

  get calendar(): Calendar {
    return this.#calendar
  }

  /** The tag of the language that stories are written in. */
  readonly storyLanguage = (): string => storyLanguage(this.#calendar.language, this.#language)

  /** Calls `listener` when the calendar is another one. Returns how to stop that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks the server. Returns whether the magazine has a time zone. Throws a BackendError. */
  async ask(): Promise<{ hasTimeZone: boolean }> {
    const asked = Date.now()
    // By GET: a server with a full disk refuses what may write.
    const { data, error, status } = await adminClient().rpc('get_clock', {}, { get: true })
    const answered = Date.now()
    if (error !== null) throw toBackendError(error, status)
    const { now, time_zone, date_language, language } = answerSchema.parse(data)
    this.#language = language
    this.#ahead = Date.parse(now) - (asked + answered) / 2
    this.setCalendar(new Calendar(time_zone, date_language))
    return { hasTimeZone: time_zone !== null }
  }

  /** Call it with a past time of the server, such as the time of a save: the clock is never behind it. */
  hasReached(iso: string): void {
    this.#ahead = Math.max(this.#ahead, Date.parse(iso) - Date.now())
  }

  setCalendar(calendar: Calendar): void {
    const { timeZone, language } = this.#calendar
    if (calendar.timeZone === timeZone && calendar.language === language) return
    this.#calendar = calendar
    for (const listener of this.#listeners) listener()
  }

  /**
   * Gives the zone of this browser to a magazine without one, and its language where that is a variety of the magazine's; of
   * English the default stays. For super admins. Throws a BackendError.
   */
  async setFirstCalendar(): Promise<void> {
    const { language } = navigator
    const isDefault = !isDateLanguage(language) || new Intl.Locale(language).language === 'en'
    const { error, status } = await adminClient().rpc('set_first_calendar', {
      p_time_zone: ownTimeZone(),
      p_date_language: isDefault ? null : language,
    })
    if (error !== null) throw toBackendError(error, status)
    await this.ask()
  }
}

/** The only one of the page. */
export const serverClock = new ServerClock()
