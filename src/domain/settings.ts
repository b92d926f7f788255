import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './row.ts'

/** The row of `site_settings`, of which there is one at most. `version` moves on with every change. */
export const siteSettingsSchema = z.object({
  id: idSchema,
  site_name: z.string(),
  tagline: z.string(),
  social_label: z.string(),
  social_url: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  newsletter_enabled: z.boolean(),
  contact_enabled: z.boolean(),
  sign_up_open: z.boolean(),
  updated_at: timestampSchema,
  version: z.int(),
})
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** Optional text that must hold `accepts` once it is there. */
const orEmpty = (accepts: (text: string) => boolean, message: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || accepts(text), message),
  )

/** Whether `text` is a whole https address, without blanks and with a host. */
export function isHttpsAddress(text: string): boolean {
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text) && new URL(text).protocol === 'https:'
}

const HTTPS = 'Enter a whole address that begins with https://'

/** What the form of the settings holds; empty text stands for null. */
export const settingsFormSchema = z
  .object({
    site_name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Site name is required'),
        z.maxLength(120, 'At most 120 characters, please'),
      ),
    tagline: z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters, please')),
    social_label: z.string().check(z.trim(), z.maxLength(60, 'At most 60 characters, please')),
    social_url: orEmpty(isHttpsAddress, HTTPS).check(z.maxLength(500, 'At most 500 characters, please')),
    contact_email: orEmpty((text) => z.email().safeParse(text).success, 'Invalid email address').check(
      z.maxLength(320, 'At most 320 characters, please'),
    ),
    newsletter_enabled: z.boolean(),
    contact_enabled: z.boolean(),
    sign_up_open: z.boolean(),
  })
  .check(
    z.refine(({ social_url, social_label }) => social_url === '' || social_label !== '', {
      path: ['social_label'],
      error: 'Say what the link is called',
    }),
  )
export type SettingsForm = z.infer<typeof settingsFormSchema>

/** The address of a build hook, as a host gives it. */
export const hookFormSchema = z.object({
  url: z.string().check(
    z.trim(),
    z.minLength(1, 'Paste the address of the hook'),
    z.refine((text) => text === '' || isHttpsAddress(text), HTTPS),
    z.maxLength(1000, 'At most 1000 characters, please'),
  ),
})
export type HookForm = z.infer<typeof hookFormSchema>

/** The settings in the order of their form, as differences name them. */
export const SETTING_LABELS: Readonly<Record<keyof SettingsForm, string>> = {
  site_name: 'Site name',
  tagline: 'Tagline',
  social_label: 'Link name',
  social_url: 'Link address',
  newsletter_enabled: 'Newsletter',
  contact_enabled: 'Contact form',
  contact_email: 'Contact email',
  sign_up_open: 'Sign-up',
}

export const SETTING_FIELDS = Object.keys(SETTING_LABELS) as (keyof SettingsForm)[]

/** The form of a row; of a magazine without one, the defaults of the database. */
export function settingsForm(row: SiteSettings | null): SettingsForm {
  return {
    site_name: row?.site_name ?? 'Mantel',
    tagline: row?.tagline ?? 'love where you live.',
    social_label: row?.social_label ?? 'Instagram',
    social_url: row?.social_url ?? '',
    contact_email: row?.contact_email ?? '',
    newsletter_enabled: row?.newsletter_enabled ?? true,
    contact_enabled: row?.contact_enabled ?? true,
    sign_up_open: row?.sign_up_open ?? true,
  }
}

/** The columns that a form sets. */
export function settingsColumns(form: SettingsForm) {
  return { ...form, social_url: form.social_url || null, contact_email: form.contact_email || null }
}

/** The labels of the settings in which two forms differ. */
export function settingsDifferences(one: SettingsForm, other: SettingsForm): string[] {
  return SETTING_FIELDS.filter((field) => one[field] !== other[field]).map((field) => SETTING_LABELS[field])
}
