import { basename } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { slugify } from '../../src/domain/sections/slug.ts'
import { MAGAZINE } from '../../src/magazine/magazine.ts'
import { TEAM } from '../../src/magazine/team.ts'
import { TEXTS } from '../../src/magazine/texts.ts'
import { categoryRows, sectionRows } from './categories.ts'
import { monthsBefore } from './dates.ts'
import { wholeImage } from './pictures/drawing.ts'
import { uploadFonts } from './fonts.ts'
import { menuRows } from './menus.ts'
import { messageRows } from './messages.ts'
import { needsDemoContent } from './needs-demo.ts'
import { pageRows } from './pages.ts'
import { createAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD, GUESTS, personId, WRITERS } from './people.ts'
import { type PlannedPicture, planPictures, readAltTexts, uploadPictures } from './pictures/pictures.ts'
import { planRows } from './plans.ts'
import { expectData, insertMissing, serviceClient } from './service.ts'
import { stableId } from './stable.ts'
import { articleRows, articleTagRows, readStories, tagRows } from './stories.ts'
import { subscriberRows } from './subscribers.ts'
import { templateRows, templateTagRows } from './templates.ts'

export interface SeedOptions {
  supabaseUrl: string
  secretKey: string
  /** Password of the four demo accounts; set another one for a project that others can reach. */
  demoPassword?: string
  onProgress: (line: string) => void
}

/**
 * Fills an empty database with the demo content through the API, or completes an interrupted run. Does nothing and
 * returns false for any other database. The changes stay in the publish outbox.
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { supabaseUrl, secretKey, demoPassword = DEMO_PASSWORD, onProgress } = options
  const service = serviceClient(supabaseUrl, secretKey)
  if (!(await needsDemoContent(service))) return false

  const now = new Date()
  const stories = await readStories()
  const altTexts = await readAltTexts()
  const pictures = planPictures(stories, altTexts)

  onProgress(`Demo content: ${DEMO_ACCOUNTS.length + WRITERS.length} accounts`)
  const accountIds = await createAccounts(service, demoPassword)
  const idOf = (name: string) => required(accountIds.get(name), name)

  const portraits = planPortraits(altTexts)
  onProgress(`Demo content: ${pictures.length + portraits.length} pictures`)
  const urls = await uploadPictures(service, [...portraits, ...pictures], idOf, now, onProgress)
  const urlOf = (picture: string) => required(urls.get(picture), picture)

  onProgress(`Demo content: ${stories.length} stories`)
  await insertMissing(service, 'sections', sectionRows())
  await insertMissing(service, 'categories', categoryRows(now))
  await insertMissing(service, 'menus', menuRows())
  await insertMissing(service, 'tags', tagRows(stories))
  await insertMissing(service, 'author_profiles', [...authorRows(idOf, urlOf, now), ...guestRows(urlOf, now)])
  const roleIds = await readRoleIds(service)
  const roleIdOf = (name: string) => required(roleIds.get(name), name)
  await insertMissing(service, 'articles', articleRows(stories, { idOf, urlOf, roleIdOf }, now))
  await insertMissing(service, 'article_tags', articleTagRows(stories), 'article_id,tag_id')
  const { plans, tasks } = planRows(stories, idOf, now)
  await insertMissing(service, 'plans', plans)
  await insertMissing(service, 'plan_tasks', tasks)

  onProgress('Demo content: pages, fonts, subscribers and messages')
  const adminId = idOf(DEMO_ACCOUNTS[0].name)
  await insertMissing(service, 'pages', pageRows(adminId))
  await insertMissing(service, 'article_templates', templateRows(adminId))
  await insertMissing(service, 'article_template_tags', templateTagRows(), 'template_id,tag_id')
  await uploadFonts(service, adminId)
  await insertMissing(service, 'global_styles', [{ id: stableId('global-styles', 'site') }])
  await insertMissing(service, 'branding', [{ id: stableId('branding', 'site'), icon: MAGAZINE.icon }])
  const published = stories.filter(({ status }) => status === 'published').map(({ slug }) => slug)
  await insertMissing(service, 'subscribers', subscriberRows(now, published))
  await insertMissing(service, 'contact_messages', messageRows(now))

  const noted = await service.rpc('note_demo_settings', {
    p_settings: {
      ...TEXTS,
      social_url: MAGAZINE.socialUrl,
      contact_email: MAGAZINE.contactEmail,
      icon: MAGAZINE.icon,
    },
  })
  if (noted.error !== null)
    throw new Error(`Noting the settings: ${noted.error.message}`, { cause: noted.error })

  // Last: this row marks the demo content as complete (see needsDemoContent).
  await insertMissing(service, 'site_settings', [
    {
      id: stableId('site-settings', 'site'),
      site_name: MAGAZINE.name,
      tagline: MAGAZINE.tagline,
      social_label: MAGAZINE.socialLabel,
      social_url: MAGAZINE.socialUrl,
      contact_email: MAGAZINE.contactEmail,
      texts: TEXTS,
    },
  ])
  return true
}

function planPortraits(altTexts: ReadonlyMap<string, string>): PlannedPicture[] {
  const writers = WRITERS.map(({ name, slug, portrait, months }) => ({ name, slug, portrait, months }))
  const guests = GUESTS.map(({ name, portrait }) => {
    return { name: DEMO_ACCOUNTS[0].name, slug: slugify(name), portrait, months: GUEST_MONTHS }
  })
  return [...writers, ...guests].map(({ name, slug, portrait, months }) => ({
    name: `portrait-${slug}`,
    source: wholeImage(portrait),
    caption: null,
    // None for the portraits of another team.
    alt: altTexts.get(basename(portrait)) ?? '',
    uploader: name,
    daysAgo: months * 30,
  }))
}

function authorRows(idOf: (writer: string) => string, urlOf: (picture: string) => string, now: Date) {
  return WRITERS.map(({ name, slug, email, role, bio, social, months }, place) => {
    const joined = monthsBefore(now, months, slug).toISOString()
    return {
      id: personId(name),
      profile_id: idOf(name),
      name,
      email,
      role,
      slug,
      bio,
      image_url: urlOf(`portrait-${slug}`),
      social_links: social,
      team_position: place < TEAM.length ? place + 1 : null,
      created_at: joined,
      updated_at: joined,
    }
  })
}

/** Months since the people without account joined. */
const GUEST_MONTHS = 12

/** Of people without account. */
function guestRows(urlOf: (picture: string) => string, now: Date) {
  return GUESTS.map(({ name, role, bio }) => {
    const slug = slugify(name)
    const joined = monthsBefore(now, GUEST_MONTHS, slug).toISOString()
    return {
      ...{ id: personId(name), profile_id: null, name, email: null, role, slug, bio },
      image_url: urlOf(`portrait-${slug}`),
      ...{ social_links: {}, team_position: null, created_at: joined, updated_at: joined },
    }
  })
}

async function readRoleIds(service: SupabaseClient): Promise<Map<string, string>> {
  const answer = await service
    .from('credit_roles')
    .select('id, name')
    .overrideTypes<{ id: string; name: string }[]>()
  return new Map(expectData('Reading the roles', answer).map(({ id, name }) => [name, id]))
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo content has no ${name}`)
  return value
}
