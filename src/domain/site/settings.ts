import * as z from 'zod/mini'
import { Calendar, isDateLanguage, isTimeZone } from '../text/calendar.ts'
import { dateLanguage, LANGUAGES, MAIN_LANGUAGE } from '../text/language.ts'
import { type RequirableCheck, REQUIRABLE_CHECKS } from '../story/checks.ts'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { choice, flag, optionalText, orEmpty, plain, sentenceCase, text } from '../rows/field.ts'
import { isEmail } from '../readers/email.ts'
import { MAX_MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../people/password.ts'
import { sameJson } from '../body/json.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { type StoredTexts, storedTextsSchema } from './texts.ts'

/** Whether `text` is a whole https address, without blanks and with a host. */
function isHttpsAddress(text: string): boolean {
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text) && new URL(text).protocol === 'https:'
}

function inOrder(checks: readonly RequirableCheck[]): RequirableCheck[] {
  return REQUIRABLE_CHECKS.filter((check) => checks.includes(check))
}

const HTTPS = 'Enter a whole address that begins with https://'

/**
 * The only row of `site_settings`. Without one, the defaults of the database apply, which the blank form equals.
 * `version` increases with every change.
 */
export const settingsType = new ContentType({
  fields: {
    site_name: { ...text({ label: 'Site Name', max: 120, required: true }), empty: 'New Magazine' },
    tagline: text({ label: 'Tagline', max: 200 }),
    social_label: text({ label: 'Link Name', max: 60 }),
    social_url: optionalText({ label: 'Link Address', max: 500, checks: [orEmpty(isHttpsAddress, HTTPS)] }),
    newsletter_enabled: { ...flag('Newsletter'), empty: true },
    newsletter_confirm: { ...flag('Confirmation by Mail'), empty: true },
    contact_enabled: { ...flag('Contact Form'), empty: true },
    contact_email: optionalText({
      label: 'Contact Email',
      max: 320,
      checks: [orEmpty(isEmail, 'Invalid email address')],
    }),
    sign_up_open: { ...flag('Sign-up'), empty: true },
    require_second_factor: flag('Two-Factor Authentication for Super Admins'),
    min_password_length: plain(
      'Minimum Password Length',
      MIN_PASSWORD_LENGTH,
      z.int().check(z.minimum(MIN_PASSWORD_LENGTH), z.maximum(MAX_MIN_PASSWORD_LENGTH)),
    ),
    /** Of the magazine's interface; its texts are written in it. */
    language: choice('Language', LANGUAGES, MAIN_LANGUAGE),
    /** Empty: not chosen yet, UTC. */
    time_zone: optionalText({
      label: 'Time Zone',
      max: 64,
      checks: [orEmpty(isTimeZone, 'Choose a time zone of the list')],
    }),
    /** Empty: the language of the magazine. */
    date_language: optionalText({
      label: 'Language of Dates',
      max: 35,
      checks: [orEmpty(isDateLanguage, 'Choose a language of the list')],
    }),
    index_now: flag('Tell Search Engines'),
    texts: plain<StoredTexts>('Texts', {}, storedTextsSchema, sameJson),
    /** For which a story is not published, in the order of the checks. */
    required_checks: plain<RequirableCheck[]>(
      'Required Checks',
      ['notes'],
      z.array(z.enum(REQUIRABLE_CHECKS)).check(z.overwrite(inOrder)),
      (a, b) => inOrder(a).join() === inOrder(b).join(),
    ),
  },
  columns: { id: idSchema, updated_at: timestampSchema, version: z.int() },
})

export const siteSettingsSchema = settingsType.row
export type SiteSettings = z.infer<typeof siteSettingsSchema>
export type SettingsForm = FormOf<typeof settingsType.fields>

/** Settings that can be saved. */
export const settingsFormSchema = settingsType.form.check(
  z.refine(({ social_url, social_label }) => social_url === '' || social_label !== '', {
    path: ['social_label'],
    error: 'Say what the link is called',
  }),
)

/** The form of a row; of a magazine without one, the defaults. */
export function settingsForm(row: SiteSettings | null): SettingsForm {
  return row === null ? settingsType.blank() : settingsType.formOf(row, {})
}

export function calendarOf({
  time_zone,
  date_language,
  language,
}: Pick<SiteSettings, 'time_zone' | 'date_language' | 'language'>): Calendar {
  return new Calendar(time_zone, dateLanguage(date_language, language))
}

/** The settings in which two forms differ, by their labels in sentence case. */
export function settingsDifferences(one: SettingsForm, other: SettingsForm): string[] {
  return settingsType.changed(one, other).map((field) => sentenceCase(settingsType.labels[field]))
}

/** URL of a host's build hook. */
export const hookFormSchema = z.object({
  url: z.string().check(
    z.trim(),
    z.minLength(1, 'Paste the address of the hook'),
    z.refine((text) => text === '' || isHttpsAddress(text), HTTPS),
    z.maxLength(1000, 'At most 1000 characters, please'),
  ),
})
export type HookForm = z.infer<typeof hookFormSchema>
