import { randomUUID } from 'node:crypto'
import { letters, recorded, rows, single, tagging, workingCopy } from './subject.ts'
import type { Subject, Who } from './subject.ts'
import { addPerson, draft, published, put } from './world.ts'
import type { World } from './world.ts'

const ownDraft = ({ self }: Who) => draft({ author_id: self })
const ownPublished = ({ self }: Who) => published({ author_id: self })
const othersDraft = ({ other }: Who) => draft({ author_id: other })
const othersPublished = ({ other }: Who) => published({ author_id: other })

const tag = () => ({ name: `tag ${randomUUID()}`, slug: randomUUID() })
const category = () => ({ name: `category ${randomUUID()}`, slug: randomUUID() })
const page = (status: string) => ({ title: 'Colophon', slug: randomUUID(), status })
const media = (uploaded_by: string | null) => ({
  filename: 'hall.webp',
  original_filename: 'IMG_1.webp',
  mime_type: 'image/webp',
  size_bytes: 10,
  storage_path: `demo/${randomUUID()}.webp`,
  uploaded_by,
})
const template = () => ({ name: `template ${randomUUID()}` })
const letter = () => ({ email: `${randomUUID()}@example.com` })
const message = () => ({ name: 'A reader', message: 'Hello', ...letter() })

const RETITLED = { title: 'Changed' }
const RENAMED = { full_name: 'Renamed' }
const BINNED = '2026-02-01T00:00:00Z'
const redirectTo = `insert into public.slug_redirects (kind, old_slug, article_id)
  values ('article', gen_random_uuid()::text, $1::uuid) returning id`
const newRedirect = { kind: 'article', old_slug: 'x' }

async function templateTag(world: World) {
  const { id: template_id } = await put(world, 'article_templates', template())
  const { id: tag_id } = await put(world, 'tags', tag())
  return { template_id, tag_id }
}

/** The subjects of the law by the names it gives them. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  'own profile': {
    table: 'profiles',
    make: async (_, { self }) => ({ id: self ?? '' }),
    offer: async (_, { self }) => ({ row: { id: self }, key: { id: self ?? '' } }),
    patch: RENAMED,
  },
  'profile of someone who has published nothing': {
    table: 'profiles',
    make: async (world) => ({ id: await addPerson(world) }),
    async offer() {
      const id = randomUUID()
      return { row: { id, full_name: 'Nobody' }, key: { id } }
    },
    patch: RENAMED,
  },
  'profile of a published author': {
    table: 'profiles',
    async make(world) {
      const id = await addPerson(world)
      await put(world, 'articles', published({ author_id: id }))
      return { id }
    },
    patch: RENAMED,
  },
  'role of someone else': {
    table: 'profiles',
    make: async (world) => ({ id: await addPerson(world, 'viewer') }),
    patch: { role: 'editor' },
  },
  'author profile': rows('author_profiles', () => ({ name: 'Ines Abril', slug: randomUUID() }), {
    name: 'Renamed',
  }),

  category: rows('categories', category, { description: 'Changed' }),
  tag: rows('tags', tag, { created_at: '2020-01-01T00:00:00Z' }),

  'article that is out': rows('articles', othersPublished, RETITLED),
  'article scheduled for later': rows(
    'articles',
    () => published({ published_at: '2099-01-01T00:00:00Z' }),
    RETITLED,
  ),
  'own draft': rows('articles', ownDraft, RETITLED),
  "someone's draft": rows('articles', othersDraft, RETITLED),
  'own article in review': rows(
    'articles',
    ({ self }) => draft({ author_id: self, status: 'review' }),
    RETITLED,
  ),
  'own article that is out': rows('articles', ownPublished, RETITLED),
  'own draft, to be published': rows('articles', ownDraft, { status: 'published' }),
  'own draft, to be featured': rows('articles', ownDraft, { featured: true }),
  'own draft, to be given away': rows('articles', ownDraft, { author_id: null }),
  'own draft that is featured': rows(
    'articles',
    ({ self }) => draft({ author_id: self, featured: true }),
    RETITLED,
  ),
  'article in the bin': rows('articles', () => published({ deleted_at: BINNED }), RETITLED),
  'article, to be put in the bin': rows('articles', othersPublished, { deleted_at: BINNED }),

  'tag of an article that is out': tagging(othersPublished, tag),
  'tag of own draft': tagging(ownDraft, tag),
  "tag of someone's draft": tagging(othersDraft, tag),

  'working copy of own draft': workingCopy(ownDraft),
  'working copy of own article that is out': workingCopy(ownPublished),
  "working copy of someone's draft": workingCopy(othersDraft),

  template: rows('article_templates', template, { description: 'Changed' }),
  'tag of a template': {
    table: 'article_template_tags',
    async make(world) {
      const key = await templateTag(world)
      await world.service.from('article_template_tags').insert(key)
      return key
    },
    async offer(world) {
      const key = await templateTag(world)
      return { row: key, key }
    },
    patch: { tag_id: randomUUID() },
  },

  revision: recorded(
    'article_revisions',
    'select id from public.article_revisions where article_id = $1::uuid',
    { version: 9, data: {} },
    { version: 9 },
  ),
  'revision of an article in the bin': recorded(
    'article_revisions',
    'select id from public.article_revisions where article_id = $1::uuid',
    { version: 9, data: {} },
    { version: 9 },
    () => published({ deleted_at: BINNED }),
  ),
  'discarded changes to an article that is out': recorded(
    'article_revisions',
    `insert into public.article_revisions (article_id, version, kind, data)
     values ($1::uuid, 1, 'working-copy', '{}') returning id`,
    { version: 9, data: {} },
    { version: 9 },
    published,
  ),
  'redirect to an article that is out': recorded(
    'slug_redirects',
    redirectTo,
    newRedirect,
    { old_slug: 'y' },
    published,
  ),
  'redirect to a draft': recorded('slug_redirects', redirectTo, newRedirect, { old_slug: 'y' }),

  'own upload': rows('media', ({ self }) => media(self), { alt_text: 'A hall' }),
  "someone's upload": rows('media', ({ other }) => media(other), { alt_text: 'A hall' }),

  'page that is out': rows('pages', () => page('published'), RETITLED),
  'page that is a draft': rows('pages', () => page('draft'), RETITLED),
  font: rows('fonts', () => ({ font_name: 'Serif', font_file_path: '/serif.woff2' }), { font_name: 'Sans' }),
  'global styles': single('global_styles', { accent_font_id: null }),
  'site settings': single('site_settings', { tagline: 'Changed' }),
  'deploy settings': single('deploy_settings', { deploy_hook_url: 'https://host.example/hook' }),

  subscriber: letters('subscribers', letter, { status: 'unsubscribed' }),
  'contact message': letters('contact_messages', message, { status: 'read' }),

  build: recorded(
    'builds',
    'insert into public.builds default values returning id',
    { kind: 'full' },
    { status: 'live' },
  ),
  'event in the outbox': recorded(
    'publish_outbox',
    `insert into public.publish_outbox (entity, entity_id) values ('tags', 'x') returning id`,
    { entity: 'tags', entity_id: 'x' },
    { entity_id: 'y' },
  ),
}
