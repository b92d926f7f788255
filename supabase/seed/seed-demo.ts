import { MAGAZINE } from '../../src/magazine/magazine.ts'
import { categoryRows } from './categories.ts'
import { monthsBefore } from './dates.ts'
import { wholeImage } from './drawing.ts'
import { uploadFonts } from './fonts.ts'
import { messageRows } from './messages.ts'
import { needsDemoContent } from './needs-demo.ts'
import { pageRows } from './pages.ts'
import { createAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD, WRITERS } from './people.ts'
import { type PlannedPicture, planPictures, readAltTexts, uploadPictures } from './pictures.ts'
import { insertMissing, serviceClient } from './service.ts'
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
  await insertMissing(service, 'categories', categoryRows(now))
  await insertMissing(service, 'tags', tagRows(stories))
  await insertMissing(service, 'author_profiles', authorRows(idOf, urlOf, now))
  await insertMissing(service, 'articles', articleRows(stories, { idOf, urlOf }, now))
  await insertMissing(service, 'article_tags', articleTagRows(stories), 'article_id,tag_id')

  onProgress('Demo content: pages, fonts, subscribers and messages')
  const adminId = idOf(DEMO_ACCOUNTS[0].name)
  await insertMissing(service, 'pages', pageRows(adminId))
  await insertMissing(service, 'article_templates', templateRows(adminId))
  await insertMissing(service, 'article_template_tags', templateTagRows(), 'template_id,tag_id')
  await uploadFonts(service, adminId)
  await insertMissing(service, 'global_styles', [{ id: stableId('global-styles', 'site') }])
  const published = stories.filter(({ status }) => status === 'published').map(({ slug }) => slug)
  await insertMissing(service, 'subscribers', subscriberRows(now, published))
  await insertMissing(service, 'contact_messages', messageRows(now))

  // Last: this row marks the demo content as complete (see needsDemoContent).
  await insertMissing(service, 'site_settings', [
    {
      id: stableId('site-settings', 'site'),
      site_name: MAGAZINE.name,
      tagline: MAGAZINE.tagline,
      social_label: MAGAZINE.socialLabel,
      social_url: MAGAZINE.demo.socialUrl,
      contact_email: MAGAZINE.demo.contactEmail,
    },
  ])
  return true
}

function planPortraits(altTexts: ReadonlyMap<string, string>): PlannedPicture[] {
  return WRITERS.map(({ name, slug, portrait, months }) => ({
    name: `portrait-${slug}`,
    source: wholeImage(portrait),
    caption: null,
    alt: required(altTexts.get(portrait), portrait),
    uploader: name,
    daysAgo: months * 30,
  }))
}

function authorRows(idOf: (writer: string) => string, urlOf: (picture: string) => string, now: Date) {
  return WRITERS.map(({ name, slug, email, role, bio, social, months }) => {
    const joined = monthsBefore(now, months, slug).toISOString()
    return {
      id: stableId('author', slug),
      profile_id: idOf(name),
      name,
      email,
      role,
      slug,
      bio,
      image_url: urlOf(`portrait-${slug}`),
      social_links: social,
      created_at: joined,
      updated_at: joined,
    }
  })
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo content has no ${name}`)
  return value
}
