import * as z from 'zod/mini'
import type { Calendar } from '../text/calendar.ts'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { isEmail } from '../readers/email.ts'
import { optionalText, orEmpty, plain, reference, slug, text, textField } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { fitsFileName, isSlug, slugify } from '../sections/slug.ts'
import { visibleName } from './person-name.ts'

export const SOCIAL_NETWORKS = ['instagram', 'twitter', 'linkedin'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = {
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
}

const handleSchema = z.optional(z.catch(z.nullable(z.string()), null))

const socialLinksSchema = z.object({
  instagram: handleSchema,
  twitter: handleSchema,
  linkedin: handleSchema,
})
export type SocialLinks = z.infer<typeof socialLinksSchema>

const HOSTS: Readonly<Record<SocialNetwork, { base: string; names: readonly string[] }>> = {
  instagram: { base: 'https://www.instagram.com/', names: ['instagram.com'] },
  twitter: { base: 'https://x.com/', names: ['twitter.com', 'x.com'] },
  linkedin: { base: 'https://www.linkedin.com/', names: ['linkedin.com'] },
}

/**
 * URL of a profile. Instagram and Twitter handles lose a leading @; a LinkedIn value is a path ('in/name'). A full URL
 * is accepted only if it is https and of that network. Null otherwise.
 */
export function socialUrl(network: SocialNetwork, handle: string | null | undefined): string | null {
  const value = handle?.trim() ?? ''
  const { base, names } = HOSTS[network]
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) {
    const url = URL.canParse(value) ? new URL(value) : null
    const host = url?.hostname.replace(/^(www|m|mobile)\./, '') ?? ''
    const trusted =
      url?.protocol === 'https:' && names.includes(host) && url.username === '' && url.port === ''
    return trusted ? url.href : null
  }
  const bare = network === 'linkedin' ? value : value.replace(/^@+/, '')
  const path = bare
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map(encodeURIComponent)
    .join('/')
  return path === '' ? null : base + path
}

/** Whether a text is a path of the site or an http(s) URL. */
function isPictureUrl(text: string): boolean {
  return /^\/(?!\/)/.test(text) || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}

/** The field for a profile on a network; the column `social_links` holds all of them. */
function socialLink(network: SocialNetwork, label: string) {
  return textField({
    label,
    max: 500,
    checks: [
      orEmpty(
        (value) => socialUrl(network, value) !== null,
        `Use a name on ${label} or an https address there`,
      ),
    ],
  })
}

/**
 * An author profile. `slug` may stay empty, the database then makes one from the name; `profile_id` is the account that
 * the stories belong to.
 */
export const authorType = new ContentType({
  fields: {
    name: text({ label: 'Name', max: 200, required: true, checks: [visibleName] }),
    email: optionalText({
      label: 'Email',
      max: 320,
      checks: [orEmpty(isEmail, 'Invalid email address')],
    }),
    role: optionalText({ label: 'Role/Title', max: 120 }),
    slug: {
      ...slug({ label: 'Slug', max: 200 }),
      column: z.nullable(z.string()),
      fromColumn: (stored: string | null) => stored ?? '',
    },
    image_url: optionalText({
      label: 'Headshot URL',
      max: 2000,
      checks: [orEmpty(isPictureUrl, 'Use a whole web address (https://…)')],
    }),
    bio: optionalText({ label: 'Bio', max: 4000 }),
    twitter: socialLink('twitter', 'Twitter'),
    linkedin: socialLink('linkedin', 'LinkedIn'),
    instagram: socialLink('instagram', 'Instagram'),
    profile_id: reference('Account'),
    /** The place in the editorial team; null: not in the team. Who gets the place 0 becomes the last. */
    team_position: plain<number | null>('Editorial team', null, z.nullable(z.int())),
  },
  columns: { id: idSchema, created_at: timestampSchema, social_links: z.catch(socialLinksSchema, {}) },
})

/** Public columns, as `get_public_author_profiles` returns them. */
export const authorSchema = authorType.row
export type Author = z.infer<typeof authorSchema>
export type AuthorForm = FormOf<typeof authorType.fields>

type Named = Pick<Author, 'id' | 'slug' | 'name'>

/** Text that needs no escaping in a URL path; it does not begin with a dot. */
const PLAIN_KEY = /^[\p{L}\p{M}\p{N}'’_-][\p{L}\p{M}\p{N}'’_.,-]*$/u

/**
 * All last segments of `/author/…` that lead to this author, the canonical one first. A segment is also the name of the
 * page's file: one with too many bytes for that is left out.
 */
export function authorKeys(author: Named): string[] {
  const typed = author.name.toLowerCase().trim().replace(/\s+/g, '-')
  const keys = [canonicalAuthorSlug(author), author.slug ?? '', author.id, slugify(author.name), typed]
  return [...new Set(keys)].filter((key) => PLAIN_KEY.test(key) && fitsFileName(key))
}

/** Canonical segment of an author: the slug, else the id. */
export function canonicalAuthorSlug({ id, slug }: Pick<Named, 'id' | 'slug'>): string {
  return slug && isSlug(slug) ? slug : id
}

/** The first sentence of a text; empty for none. */
export function firstSentence(text: string): string {
  const [first] = sentences.segment(text.trim())
  return first?.segment.trim() ?? ''
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** 'Joined {month year}', or null for members of the editorial team. */
export function joinedMonth(
  { team_position, created_at }: Pick<Author, 'team_position' | 'created_at'>,
  calendar: Calendar,
): string | null {
  return team_position === null ? calendar.format(created_at, 'monthAndYear') : null
}
