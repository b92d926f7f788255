import * as z from 'zod/mini'
import { isEmail } from '../readers/email.ts'
import { ContentType } from '../rows/content-type.ts'
import { orEmpty, textField } from '../rows/field.ts'
import { daySchema } from '../rows/row.ts'

/**
 * The magazine's own texts: what pages and mails say beside the stories, in its voice. A text that is empty is the standard
 * one of the magazine's language (`texts` in src/words). In a text, {name} is the magazine's name; in a heading, *words* between
 * asterisks are emphasised; in a longer text, an empty line begins a paragraph.
 */

const line = (label: string, max = 200) => textField({ label, max })
const paragraph = (label: string, max = 1000) => textField({ label, max })

const fields = {
  home_kind: line('What the Magazine Is'),
  home_description: paragraph('Description of the Home Page', 300),
  letter_heading: line('Heading above the Line'),
  letter_dialog_heading: line('Heading of the Dialog'),
  letter_text: paragraph('What the Newsletter Is', 300),
  letter_welcome: paragraph('After a Sign-up in the Dialog', 300),
  letter_thanks: paragraph('After a Sign-up in the Line', 300),
  letter_weekly: line('Name of the First Letter', 60),
  letter_tips: line('Name of the Second Letter', 60),
  letter_new: line('Name of the Third Letter', 60),
  letter_offers: line('Name of the Fourth Letter', 60),
  welcome_heading: line('Heading for New Subscribers'),
  welcome_stories: line('Heading of Their First Stories'),
  consent_newsletter: paragraph('Consent in the Dialog', 400),
  consent_letter_line: paragraph('Consent below the Line', 400),
  consent_contact: paragraph('Consent in the Contact Form', 400),
  button_confirm: line('Button to Confirm', 60),
  button_preferences: line('Button to Choose', 60),
  button_unsubscribe: line('Button to Unsubscribe', 60),
  button_data: line('Button to Ask for Data', 60),
  button_erasure: line('Button to Delete Data', 60),
  authors_description: paragraph('Description of the Authors Page', 300),
  authors_intro: paragraph('Below the Heading of the Authors Page', 500),
  contact_description: paragraph('Description of the Contact Page', 300),
  contact_intro: paragraph('Below the Heading of the Contact Page', 500),
  about_description: paragraph('Description of the About Page', 300),
  about_heading: line('Heading of the About Page'),
  about_intro: paragraph('Below the Heading of the About Page', 500),
  about_picture: textField({
    label: 'Picture of the About Page',
    max: 2000,
    checks: [orEmpty((url) => /^(\/(?!\/)|https?:\/\/)\S*$/.test(url), 'Choose a picture of the library')],
  }),
  about_picture_alt: line('What the Picture Shows', 300),
  about_first_heading: line('Heading of the First Part'),
  about_first_text: paragraph('First Part', 4000),
  about_second_heading: line('Heading of the Second Part'),
  about_second_text: paragraph('Second Part', 4000),
  about_values_heading: line('Heading of the Values'),
  about_values: paragraph('Values', 4000),
  privacy_description: paragraph('Description of the Privacy Policy', 300),
  privacy_email: textField({
    label: 'Mailbox for Questions about Data',
    max: 320,
    checks: [orEmpty(isEmail, 'Invalid email address')],
  }),
  terms_description: paragraph('Description of the Terms', 300),
  advice_heading: line('Heading about Advice in the Terms'),
  advice_text: paragraph('About Advice in Stories', 1000),
  liability_limit: line('Most That Is Paid for Damages'),
  governing_law: line('Law That Governs the Terms'),
  legal_since: textField({
    label: 'In Effect Since',
    max: 10,
    checks: [orEmpty(isDay, 'Use a day such as 2026-03-31')],
  }),
  copyright: line('Copyright Line'),
  lost_text: line('Where There Is No Page'),
  lost_stories: line('Heading of the Stories There'),
  fact_labels: paragraph('Labels of Facts', 500),
}

/** The texts as a form. They are stored in one column, `texts` of the settings. */
export const textsType = new ContentType({ fields, columns: {} })

export type TextName = keyof typeof fields
export type Texts = Readonly<Record<TextName, string>>

/** Which of them are stored: what is empty is not. A name of an earlier version is left out. */
export const storedTextsSchema = z.record(z.string(), z.string())
export type StoredTexts = z.infer<typeof storedTextsSchema>

/** What a reader agrees to is recorded as it is written, so it has no {name}. */
export const CONSENT_TEXTS = {
  newsletter: 'consent_newsletter',
  'letter-line': 'consent_letter_line',
  contact: 'consent_contact',
} as const satisfies Readonly<Record<string, TextName>>

/** The forms that subscribe a reader. */
export type SignUpForm = keyof typeof CONSENT_TEXTS

/** The form of stored texts. */
export function textsForm(stored: StoredTexts): Texts {
  return { ...textsType.blank(), ...known(stored) }
}

/** The texts of a form as they are stored. */
export function storedTexts(form: Texts): StoredTexts {
  const entries = Object.entries(textsType.tidy(form))
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

/** The texts in which two forms differ, by their labels. */
export function differingTexts(one: Texts, other: Texts): string[] {
  return textsType.changed(one, other).map((name) => textsType.labels[name])
}

/** What readers get: the stored texts, and the standard ones for the others. */
export function shownTexts(stored: StoredTexts, standard: Texts, siteName: string): Texts {
  const asWritten: ReadonlySet<string> = new Set(Object.values(CONSENT_TEXTS))
  const texts = { ...standard, ...known(stored) }
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    asWritten.has(name) ? text : text.replaceAll('{name}', siteName),
  ])
  return Object.fromEntries(entries) as Texts
}

/** Some of the texts, as scripts of a page get them. */
export function pickTexts<Name extends TextName>(texts: Texts, names: readonly Name[]): Pick<Texts, Name> {
  return Object.fromEntries(names.map((name) => [name, texts[name]])) as Pick<Texts, Name>
}

function known(stored: StoredTexts): Partial<Texts> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name in fields))
}

/** Whether a text is a day that exists, as 2026-03-31. */
function isDay(text: string): boolean {
  const day = daySchema.safeParse(text).success ? new Date(text) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
