import type { SupabaseClient } from '@supabase/supabase-js'
import { hashSync } from 'bcryptjs'
import type { SocialLinks } from '../../src/domain/people/author.ts'
import { TEAM } from '../../src/magazine/team.ts'
import { type Role, ROLES } from '../../src/domain/people/role.ts'
import { slugify } from '../../src/domain/sections/slug.ts'
import { forEachLimit } from '../../src/node/for-each-limit.ts'
import { expectData } from './service.ts'
import { stableId } from './stable.ts'

interface Writer {
  name: string
  /** Slug of the author page, e.g. `priya-lindqvist`. */
  slug: string
  email: string
  role: string
  bio: string
  social: SocialLinks
  /** Portrait (in the demo a picture of their chair): a file, its path from supabase/seed/media. */
  portrait: string
  /** Months since they joined. */
  months: number
}

/** Placeholder names in the demo content, for the first member of the editorial team, the second and so on. */
const TEAM_AUTHORS: readonly { author: string; months: number; mailbox?: string }[] = [
  { author: 'Mantel Editorial', months: 61, mailbox: 'editorial' },
  { author: 'Ines Abril', months: 61 },
  { author: 'Tomas Reyne', months: 58 },
  { author: 'Odile Marsh', months: 55 },
]

/** The addresses of the demo accounts: of a name its first word, or all of it where another has that. */
const mailboxes = new Set(['admin', 'editor', 'contributor', 'viewer'])
function emailOf(mailbox: string, whole = mailbox): string {
  const free = mailboxes.has(mailbox) ? whole : mailbox
  mailboxes.add(free)
  return `${free}@mantel.example`
}

const team = TEAM.map(({ id, image, ...member }, place): Writer => {
  const { mailbox = firstWord(id), months = 48 } = TEAM_AUTHORS[place] ?? {}
  return { ...member, slug: id, email: emailOf(mailbox, id), portrait: `../../../public${image}`, months }
})

const contributors: readonly Omit<Writer, 'slug' | 'email'>[] = [
  {
    name: 'Priya Lindqvist',
    role: 'Writer, light and water',
    bio: 'Priya grew up in a house with eleven lamps and one socket. She writes about bathrooms, bedrooms and the hours before seven, from a clay-coloured pouffe that was meant to be temporary.',
    social: { instagram: '@priya.at.home', linkedin: 'in/priya-lindqvist' },
    portrait: 'portrait-11.webp',
    months: 41,
  },
  {
    name: 'Samir Haddad',
    role: 'Writer, food and customs',
    bio: 'Samir cooked in other people’s restaurants until his knees objected. Now he asks to see their tables instead, and is usually still there when the coffee comes.',
    social: { instagram: '@samir.sits.down', twitter: '@samirsitsdown' },
    portrait: 'portrait-1.webp',
    months: 38,
  },
  {
    name: 'Greta Holloway',
    role: 'Writer, small homes',
    bio: 'Greta has lived in nine flats and one boat, none above forty-five square metres. She keeps her receipts, and in these pages so must everyone she visits.',
    social: { instagram: '@greta.holloway', twitter: '@gretaholloway', linkedin: 'in/greta-holloway' },
    portrait: 'portrait-3.webp',
    months: 33,
  },
  {
    name: 'Kwame Asante',
    role: 'Writer, family and games',
    bio: 'Kwame teaches mathematics four days a week and loses at board games on the others. He writes about houses with too many people in them, his own being the first he studied.',
    social: { twitter: '@kwame_asante' },
    portrait: 'portrait-8.webp',
    months: 29,
  },
  {
    name: 'Marguerite Oyelaran',
    role: 'Essayist',
    bio: 'Marguerite was a translator for thirty years and still reads rooms for what they decline to say. Her essays are written by hand, in an armchair, and typed by someone with better eyes.',
    social: { linkedin: 'in/marguerite-oyelaran' },
    portrait: 'portrait-0.webp',
    months: 46,
  },
  {
    name: 'Teodor Valk',
    role: 'Writer, materials',
    bio: 'Teodor plasters in the summer and writes in the winter. He knows what is behind most walls, and believes that a house should be handed on with its instructions.',
    social: { instagram: '@valk.plaster' },
    portrait: 'portrait-4.webp',
    months: 24,
  },
  {
    name: 'Nell Carrow',
    role: 'Writer, daily life',
    bio: 'Nell is a district nurse in a valley with one bus. She has sat down in more strangers’ kitchens than she can count, and has learned to write up what was not on the form.',
    social: { instagram: '@nell.carrow', twitter: '@nellcarrow' },
    portrait: 'portrait-5.webp',
    months: 19,
  },
  {
    name: 'Hana Mizuno',
    role: 'Writer, making and quiet',
    bio: 'Hana binds books on Wednesdays and listens on the other days. She looks for the one thing in a room that was not bought, and asks about that.',
    social: { instagram: '@hana.mizuno.binds', linkedin: 'in/hana-mizuno' },
    portrait: 'portrait-7.webp',
    months: 15,
  },
]

/** The editorial team, then the eight other writers. */
export const WRITERS: readonly Writer[] = [
  ...team,
  ...contributors.map((writer): Writer => {
    const slug = slugify(writer.name)
    return { ...writer, slug, email: emailOf(firstWord(slug), slug) }
  }),
]

/** The id of the author profile of a demo person. */
export function personId(name: string): string {
  return stableId('author', slugify(name) || name)
}

export const WRITER_NAMES: readonly string[] = WRITERS.map(({ name }) => name)

/** People without an account: stylists, a surveyor, architects. Each has a picture of what they stand or sit on. */
export const GUESTS = [
  {
    name: 'Joana Prates',
    role: 'Stylist',
    bio: 'Joana goes through rooms at the hour their owners like best. She brings one lamp and a broom.',
    portrait: 'portrait-stepladder.webp',
  },
  {
    name: 'Emil Sand',
    role: 'Surveyor',
    bio: 'Emil measures the rooms that we write about, and his horizons are level. He stays until it is dark.',
    portrait: 'portrait-tripod.webp',
  },
  {
    name: 'Wren Halloran',
    role: 'Stylist',
    bio: 'Wren takes one thing out of each room before its picture is drawn, and puts it back afterwards.',
    portrait: 'portrait-iron.webp',
  },
  {
    name: 'Estúdio Casal',
    role: 'Architects',
    bio: 'Two people and a dog in Porto, who would rather mend a house than draw one.',
    portrait: 'portrait-drawing-stool.webp',
  },
] as const

/** The person for a placeholder name in the demo content. Where the team has fewer members, one has several names. */
export function personOf(name: string): string {
  const place = TEAM_AUTHORS.findIndex(({ author }) => author === name)
  if (place === -1) return name
  const people = team.length === 0 ? WRITERS : team
  return people[place % people.length]?.name ?? name
}

/** The names that the texts of the demo content must not have: the team may be another. */
export const TEAM_NAMES: readonly string[] = TEAM_AUTHORS.map(({ author }) => author)

function firstWord(slug: string): string {
  return slug.split('-', 1).join('')
}

interface Account {
  name: string
  email: string
  role: Role
  /** Empty for an account without a password. */
  credentials: { password?: string } | { password_hash: string }
}

export const DEMO_PASSWORD = 'love-where-you-live'
const QUICK_HASH_ROUNDS = 4

/** One account per role, the super admin first. */
export const DEMO_ACCOUNTS = [
  { name: 'Judith Amsel', email: 'admin@mantel.example', role: 'super_admin' },
  { name: 'Rafael Quist', email: 'editor@mantel.example', role: 'editor' },
  { name: 'Mina Okonedo', email: 'contributor@mantel.example', role: 'contributor' },
  { name: 'Leo Brandt', email: 'viewer@mantel.example', role: 'viewer' },
] as const satisfies readonly Omit<Account, 'credentials'>[]

/**
 * Creates the missing accounts of the writers (without passwords) and the four demo accounts, which get the password also
 * when they are there. Returns account ids by name.
 */
export async function createAccounts(
  service: SupabaseClient,
  demoPassword: string,
): Promise<Map<string, string>> {
  // Known from the README, the usual one protects nothing: with a quick hash each sign-in takes a fifth of a second less.
  const credentials =
    demoPassword === DEMO_PASSWORD
      ? { password_hash: hashSync(demoPassword, QUICK_HASH_ROUNDS) }
      : { password: demoPassword }
  const accounts: Account[] = [
    ...DEMO_ACCOUNTS.map((account) => ({ ...account, credentials })),
    ...WRITERS.map(({ name, email }) => ({ name, email, role: 'contributor' as const, credentials: {} })),
  ]
  const ids = new Map<string, string>()
  await forEachLimit(accounts, 4, async (account) => {
    ids.set(account.name, await createAccount(service, account))
  })
  for (const role of ROLES) {
    const members = accounts.filter((account) => account.role === role).map(({ name }) => ids.get(name))
    // Nobody but the magazine has chosen these names.
    const columns = { role, name_confirmed: true }
    expectData('Setting roles', await service.from('profiles').update(columns).in('id', members).select('id'))
  }
  return ids
}

async function createAccount(
  service: SupabaseClient,
  { name, email, credentials }: Account,
): Promise<string> {
  const { data, error } = await service.auth.admin.createUser({
    email,
    ...credentials,
    email_confirm: true,
    user_metadata: { full_name: name },
  })
  if (data.user !== null) return data.user.id
  if (error?.code !== 'email_exists')
    throw new Error(`Creating ${email}: ${error?.message ?? 'no answer'}`, { cause: error })
  const profile = await service.from('profiles').select('id').eq('email', email).single<{ id: string }>()
  const { id } = expectData(`Finding ${email}`, profile)
  // The random password of a run that was cut off is known to nobody.
  if ('password' in credentials) {
    const changed = await service.auth.admin.updateUserById(id, credentials)
    if (changed.error !== null)
      throw new Error(`Changing ${email}: ${changed.error.message}`, { cause: changed.error })
  }
  return id
}
