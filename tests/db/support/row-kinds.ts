import { randomUUID } from 'node:crypto'
import { STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import { type RowKind, type Who, formRows, recorded, rows, single, tagging, workingCopy } from './row-kind.ts'
import { type Backend, addPerson, draft, published, insertRow } from './backend.ts'

const ownDraft = ({ self }: Who) => draft({ author_id: self })
const ownPublished = ({ self }: Who) => published({ author_id: self })
const othersDraft = ({ other }: Who) => draft({ author_id: other })
const othersPublished = ({ other }: Who) => published({ author_id: other })

const ownLetter = ({ self }: Who) => ({ subject: 'A', created_by: self })
const othersLetter = ({ other }: Who) => ({ subject: 'A', created_by: other })

const tag = () => ({ name: `tag ${randomUUID()}`, slug: randomUUID() })
const category = () => ({ name: `category ${randomUUID()}`, slug: randomUUID() })
const page = (status: string) => ({ title: 'Colophon', slug: randomUUID(), status })
/** A file with a value in every column, of which no two are alike. */
async function publishedFile(backend: Backend, owner: string) {
  const file = media(owner)
  const { id } = await insertRow(backend, 'media', {
    ...file,
    thumbnail_path: file.storage_path.replace('.webp', '-thumb.webp'),
    alt_text: 'A hall',
    caption: 'The hall at noon',
    width: 1600,
    height: 1067,
    focus: [30, 70],
    credit: 'Ada Berg',
    source: 'An agency',
    licence: 'CC BY 4.0',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    restriction: 'Not for posters',
    usable_from: '2026-01-05T10:00:00Z',
    usable_until: '2026-02-05T10:00:00Z',
    release_on_file: true,
    made_by: 'photograph',
    rights_override: 'The agency agreed',
    rights_override_at: '2026-03-05T10:00:00Z',
  })
  const featured_image = `${backend.url}/storage/v1/object/public/media/${file.storage_path}`
  await insertRow(backend, 'articles', published({ featured_image }))
  return { id }
}
const media = (uploaded_by: string | null) => ({
  filename: 'hall.webp',
  original_filename: 'IMG_1.webp',
  mime_type: 'image/webp',
  size_bytes: 10,
  storage_path: `${uploaded_by ?? 'demo'}/${randomUUID()}.webp`,
  uploaded_by,
})
async function focusProposal(backend: Backend, owner: string) {
  const { id: media_id } = await insertRow(backend, 'media', media(owner))
  await insertRow(backend, 'media_focus_proposals', { media_id, focus: [30, 70] })
  return { media_id }
}
const template = () => ({ name: `template ${randomUUID()}` })
const letter = () => ({ email: `${randomUUID()}@example.com` })
const message = () => ({ name: 'A reader', message: 'Hello', ...letter() })

const PLANNED = { planned_on: '2026-12-05' }
const RETITLED = { title: 'Changed' }
const RENAMED = { full_name: 'Renamed' }
const DELETED_AT = '2026-02-01T00:00:00Z'
const redirectTo = `insert into public.slug_redirects (kind, old_slug, article_id)
  values ('article', gen_random_uuid()::text, $1::uuid) returning id`
const redirectByHand = () => ({ old_slug: randomUUID(), target: '/browse' })
const newRedirect = { kind: 'article', old_slug: 'x' }

async function templateTag(backend: Backend) {
  const { id: template_id } = await insertRow(backend, 'article_templates', template())
  const { id: tag_id } = await insertRow(backend, 'tags', tag())
  return { template_id, tag_id }
}

/** A task of a plan that somebody writes. */
function planTask(writer: (who: Who) => string | null): RowKind {
  const newTask = async (backend: Backend, who: Who) => {
    const { id: plan_id } = await insertRow(backend, 'plans', { title: 'A house', person_id: writer(who) })
    return { plan_id, kind: 'Photographs' }
  }
  return {
    table: 'plan_tasks',
    async create(backend, who) {
      return { id: (await insertRow(backend, 'plan_tasks', await newTask(backend, who))).id }
    },
    async newRow(backend, who) {
      const row = await newTask(backend, who)
      return { row, key: { plan_id: row.plan_id } }
    },
    patch: { kind: 'Styling' },
  }
}

/** The plan of a letter that somebody began. */
function planOfLetter(letter: (who: Who) => object): RowKind {
  const newPlan = async (backend: Backend, who: Who) => ({
    letter_id: (await insertRow(backend, 'letters', letter(who))).id,
  })
  return {
    table: 'plans',
    async create(backend, who) {
      return { id: (await insertRow(backend, 'plans', await newPlan(backend, who))).id }
    },
    async newRow(backend, who) {
      const row = await newPlan(backend, who)
      return { row, key: row }
    },
    patch: PLANNED,
  }
}

/** A version of a front. */
function frontVersion(live_from: string): RowKind {
  const newVersion = () => ({ page: `/${randomUUID()}`, live_from })
  return {
    table: 'front_versions',
    create: async (backend) => ({ id: (await insertRow(backend, 'front_versions', newVersion())).id }),
    async newRow() {
      const row = newVersion()
      return { row, key: { page: row.page } }
    },
    patch: { note: 'Changed' },
  }
}

const sentLetter = () => ({
  ...{ subject: 'A', status: 'sent', slug: randomUUID(), frozen_at: '2026-01-05T10:00:00Z', content: {} },
  ...{ html: '', plain_text: '', candidates: 1, ended_at: '2026-01-05T10:00:00Z' },
})

/** A letter; a new one has a subject of its own. */
function letterRow(row: (who: Who) => object): RowKind {
  return {
    table: 'letters',
    create: async (backend, who) => ({ id: (await insertRow(backend, 'letters', row(who))).id }),
    async newRow() {
      const subject = randomUUID()
      return { row: { subject }, key: { subject } }
    },
    patch: { subject: 'Changed' },
  }
}

const recipientOf = (letter_id: string) => ({
  letter_id,
  email: `${randomUUID()}@example.com`,
  state: 'accepted',
})
const suppressed = () => ({ digest: `\\x${randomUUID().replaceAll('-', '')}`, reason: 'manual' })

/** Makes the caller a guest in the comments on a story, as an editor does. */
async function inviteCaller(backend: Backend, { self }: Who, article_id: string): Promise<void> {
  if (self !== null) await insertRow(backend, 'comment_guests', { article_id, profile_id: self })
}

/** Stores what a thread of a kind is about, a story or a letter; returns the columns of the thread. */
async function threadOn(backend: Backend, kind: string, row: object): Promise<Record<string, string>> {
  const [table, column] = kind === 'letter' ? ['letters', 'letter_id'] : ['articles', 'article_id']
  return { [column]: (await insertRow(backend, table, row)).id, kind }
}

/** A thread on a story, or (kind `letter`) on a letter. `isGuest`: the caller was invited to the comments, and the story was out when the thread was begun. */
function commentThread(about: (who: Who) => object, kind = 'story', isGuest = false): RowKind {
  const newThread = async (backend: Backend, who: Who) => {
    const thread = await threadOn(backend, kind, about(who))
    if (isGuest) await inviteCaller(backend, who, thread.article_id ?? '')
    return { id: randomUUID(), ...thread }
  }
  return {
    table: 'comment_threads',
    async create(backend, who) {
      const row = { ...(await newThread(backend, who)), is_internal: !isGuest }
      return { id: (await insertRow(backend, 'comment_threads', row)).id }
    },
    async newRow(backend, who) {
      const row = await newThread(backend, who)
      return { row, key: { id: row.id } }
    },
    patch: { resolved_at: '2026-02-01T00:00:00Z' },
  }
}

/** A comment in a thread, by the caller unless `author` says otherwise. `kind` and `isGuest`: as of a thread. */
function comment(
  about: (who: Who) => object,
  author: (who: Who) => string | null = ({ self }) => self,
  isGuest = false,
  kind = 'story',
): RowKind {
  const newComment = async (backend: Backend, who: Who) => {
    const thread = await threadOn(backend, kind, about(who))
    if (isGuest) await inviteCaller(backend, who, thread.article_id ?? '')
    const { id: thread_id } = await insertRow(backend, 'comment_threads', {
      ...thread,
      is_internal: !isGuest,
    })
    return { id: randomUUID(), thread_id, body: 'Which street is it?' }
  }
  return {
    table: 'comments',
    async create(backend, who) {
      const row = { ...(await newComment(backend, who)), author_id: author(who) }
      return { id: (await insertRow(backend, 'comments', row)).id }
    },
    async newRow(backend, who) {
      const row = await newComment(backend, who)
      return { row, key: { id: row.id } }
    },
    patch: { body: 'Changed' },
  }
}

/** A guest in the comments on a story. */
function commentGuest(guest: (backend: Backend, who: Who) => Promise<string>): RowKind {
  const newGuest = async (backend: Backend, who: Who) => ({
    article_id: (await insertRow(backend, 'articles', othersPublished(who))).id,
    profile_id: await guest(backend, who),
  })
  return {
    table: 'comment_guests',
    async create(backend, who) {
      const row = await newGuest(backend, who)
      await insertRow(backend, 'comment_guests', row)
      return row
    },
    async newRow(backend, who) {
      const row = await newGuest(backend, who)
      return { row, key: row }
    },
    patch: { invited_at: '2026-02-01T00:00:00Z' },
  }
}

/** A link to a preview of a story. */
function previewLink(story: (who: Who) => object): RowKind {
  const newLink = async (backend: Backend, who: Who) => ({
    id: randomUUID(),
    article_id: (await insertRow(backend, 'articles', story(who))).id,
    until: '2099-01-01T00:00:00Z',
  })
  return {
    table: 'preview_links',
    async create(backend, who) {
      const token_hash = `\\x${randomUUID().replaceAll('-', '')}`
      const link = { ...(await newLink(backend, who)), token_hash }
      return { id: (await insertRow(backend, 'preview_links', link)).id }
    },
    async newRow(backend, who) {
      const row = await newLink(backend, who)
      return { row, key: { id: row.id } }
    },
    patch: { until: '2099-02-01T00:00:00Z' },
  }
}

/** A notification of a comment on a story, for the caller unless `recipient` says otherwise. */
function notification(
  story: (who: Who) => object,
  recipient: (who: Who) => string | null = ({ self, other }) => self ?? other,
): RowKind {
  const newNotification = async (backend: Backend, who: Who) => {
    const { id: article_id } = await insertRow(backend, 'articles', story(who))
    return { recipient_id: recipient(who), kind: 'published', article_id, by_mail: false }
  }
  return {
    table: 'notifications',
    async create(backend, who) {
      return { id: (await insertRow(backend, 'notifications', await newNotification(backend, who))).id }
    },
    async newRow(backend, who) {
      const row = await newNotification(backend, who)
      return { row, key: { article_id: row.article_id } }
    },
    patch: { read_at: '2026-02-01T00:00:00Z' },
  }
}

/** What somebody has chosen to be told, one choice for each kind. */
function notificationChoice(of: (who: Who) => string): RowKind {
  const clear = (backend: Backend) => backend.sql('delete from public.notification_choices')
  const choice = (who: Who) => ({ profile_id: of(who), kind: 'due', choice: 'mail' })
  return {
    table: 'notification_choices',
    async create(backend, who) {
      await clear(backend)
      await insertRow(backend, 'notification_choices', choice(who))
      return { profile_id: of(who) }
    },
    async newRow(backend, who) {
      await clear(backend)
      return { row: choice(who), key: { profile_id: of(who) } }
    },
    patch: { choice: 'none' },
  }
}

/** A request for a new public name; each account has one at most. */
function nameRequest(of: (who: Who) => string): RowKind {
  const clear = (backend: Backend) => backend.sql('delete from public.name_requests')
  return {
    table: 'name_requests',
    async create(backend, who) {
      await clear(backend)
      await backend.service.from('name_requests').insert({ profile_id: of(who), name: 'A New Name' })
      return { profile_id: of(who) }
    },
    async newRow(backend, who) {
      await clear(backend)
      return { row: { profile_id: of(who), name: 'A New Name' }, key: { profile_id: of(who) } }
    },
    patch: { name: 'Another Name' },
  }
}

/** Each kind of row by its name in the table of permissions. */
export const ROW_KINDS: Readonly<Record<string, RowKind>> = {
  'own profile': {
    table: 'profiles',
    create: async (_, { self }) => ({ id: self ?? '' }),
    newRow: async (_, { self }) => ({ row: { id: self }, key: { id: self ?? '' } }),
    patch: RENAMED,
  },
  'profile of someone who has published nothing': {
    table: 'profiles',
    create: async (backend) => ({ id: await addPerson(backend) }),
    async newRow() {
      const id = randomUUID()
      return { row: { id, full_name: 'Nobody' }, key: { id } }
    },
    patch: RENAMED,
  },
  'profile of a published author': {
    table: 'profiles',
    async create(backend) {
      const id = await addPerson(backend)
      await insertRow(backend, 'articles', published({ author_id: id }))
      return { id }
    },
    patch: RENAMED,
  },
  'role of someone else': {
    table: 'profiles',
    create: async (backend) => ({ id: await addPerson(backend, 'viewer') }),
    patch: { role: 'editor' },
  },
  // Of people without published stories, who change their name themselves.
  'own request for a name': nameRequest(({ self }) => self ?? ''),
  "someone's request for a name": nameRequest(({ other }) => other),
  'author profile': rows('author_profiles', () => ({ name: 'Ines Abril', slug: randomUUID() }), {
    name: 'Renamed',
  }),

  'proposed person': {
    table: 'proposed_people',
    create: async (backend) => ({
      id: (await insertRow(backend, 'proposed_people', { name: 'Ana Ferro' })).id,
    }),
    async newRow() {
      const name = randomUUID()
      return { row: { name }, key: { name } }
    },
    patch: { name: 'Renamed' },
  },

  'role of credits': rows('credit_roles', () => ({ name: randomUUID(), byline: 'garden by' }), {
    position: 9,
  }),

  category: rows('categories', category, { description: 'Changed' }),
  menu: {
    table: 'menus',
    async create(backend) {
      await backend.sql(`insert into public.menus (id, items) values ('header', '[]') on conflict do nothing`)
      return { id: 'header' }
    },
    async newRow(backend) {
      await backend.sql(`delete from public.menus where id = 'footer'`)
      return { row: { id: 'footer', items: [] }, key: { id: 'footer' } }
    },
    patch: { items: ['changed'] },
  },
  section: {
    table: 'sections',
    create: async (backend) => ({
      id: (await insertRow(backend, 'sections', { title: 'Rooms', slug: randomUUID() })).id,
    }),
    async newRow() {
      const slug = randomUUID()
      return { row: { title: 'Rooms', slug }, key: { slug } }
    },
    patch: { description: 'Changed' },
  },
  tag: rows('tags', tag, { created_at: '2020-01-01T00:00:00Z' }),

  'article that is published': rows('articles', othersPublished, RETITLED),
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
  'own article that is published': rows('articles', ownPublished, RETITLED),
  'own draft, to be published': rows('articles', ownDraft, { status: 'published' }),
  'own draft, to be featured': rows('articles', ownDraft, { featured: true }),
  'own draft, to be given to another author': rows('articles', ownDraft, { author_id: null }),
  'own draft that is featured': rows(
    'articles',
    ({ self }) => draft({ author_id: self, featured: true }),
    RETITLED,
  ),
  'article in the trash': rows('articles', () => published({ deleted_at: DELETED_AT }), RETITLED),
  'article, to be moved to the trash': rows('articles', othersPublished, { deleted_at: DELETED_AT }),

  'tag of an article that is published': tagging(othersPublished, tag),
  'tag of own draft': tagging(ownDraft, tag),
  "tag of someone's draft": tagging(othersDraft, tag),

  'working copy of own draft': workingCopy(ownDraft),
  'working copy of own article that is published': workingCopy(ownPublished),
  "working copy of someone's draft": workingCopy(othersDraft),

  template: rows('article_templates', template, { description: 'Changed' }),
  'tag of a template': {
    table: 'article_template_tags',
    async create(backend) {
      const key = await templateTag(backend)
      await backend.service.from('article_template_tags').insert(key)
      return key
    },
    async newRow(backend) {
      const key = await templateTag(backend)
      return { row: key, key }
    },
    patch: { tag_id: randomUUID() },
  },

  'plan of own story': rows('plans', ({ self }) => ({ title: 'A house', person_id: self }), PLANNED),
  "plan of someone's story": rows('plans', ({ other }) => ({ title: 'A house', person_id: other }), PLANNED),
  'own plan, to be given to someone': rows('plans', ({ self }) => ({ title: 'A house', person_id: self }), {
    person_id: null,
  }),
  'plan of own letter': planOfLetter(ownLetter),
  "plan of someone's letter": planOfLetter(othersLetter),
  'task of own plan': planTask(({ self }) => self),
  "task of someone's plan": planTask(({ other }) => other),

  'front that is live': frontVersion('2026-01-05T10:00:00Z'),
  'front that is prepared': frontVersion('2099-01-01T00:00:00Z'),

  'own draft of a letter': letterRow(ownLetter),
  "someone's draft of a letter": letterRow(othersLetter),
  'letter that went out': letterRow(({ self }) => ({ ...sentLetter(), created_by: self })),
  'recipient of a letter': {
    table: 'letter_recipients',
    async create(backend) {
      const { id } = await insertRow(backend, 'letters', sentLetter())
      return { id: (await insertRow(backend, 'letter_recipients', recipientOf(id))).id }
    },
    async newRow(backend) {
      const row = recipientOf((await insertRow(backend, 'letters', sentLetter())).id)
      return { row, key: { email: row.email } }
    },
    patch: { state: 'failed' },
  },
  'how letters are sent': {
    table: 'letter_sender',
    async create(backend) {
      await backend.sql('delete from public.letter_sender')
      await backend.sql('insert into public.letter_sender default values')
      return { version: 1 }
    },
    newRow: async () => ({ row: { from_name: 'A' }, key: { from_name: 'A' } }),
    patch: { from_name: 'Changed' },
  },
  'address that gets no letters': {
    table: 'suppressions',
    create: async (backend) => ({ id: (await insertRow(backend, 'suppressions', suppressed())).id }),
    newRow: async () => ({
      row: { email: 'a@example.com', reason: 'manual' },
      key: { email: 'a@example.com' },
    }),
    patch: { reason: 'hard' },
  },

  'thread on a story that is published': commentThread(othersPublished),
  "thread on someone's draft": commentThread(othersDraft),
  'thread on a story in the trash': commentThread(() => published({ deleted_at: DELETED_AT })),
  'note on sending back': commentThread(ownDraft, 'sent-back'),
  "thread on someone's draft of a letter": commentThread(othersLetter, 'letter'),
  'thread on a letter that went out': commentThread(sentLetter, 'letter'),
  'own comment on a letter that went out': comment(sentLetter, undefined, false, 'letter'),
  "someone's comment on a draft of a letter": comment(othersLetter, ({ other }) => other, false, 'letter'),
  'own comment on a story that is published': comment(othersPublished),
  'own comment on a draft': comment(othersDraft),
  "someone's comment on a story that is published": comment(othersPublished, ({ other }) => other),
  "someone's comment on a draft": comment(othersDraft, ({ other }) => other),
  'thread that guests read': commentThread(othersPublished, 'story', true),
  'thread that guests of a draft would read': commentThread(othersDraft, 'story', true),
  'own comment in a thread that guests read': comment(othersPublished, ({ self }) => self, true),
  "someone's comment in a thread that guests read": comment(othersPublished, ({ other }) => other, true),
  'viewer who is a guest': commentGuest((backend) => addPerson(backend, 'viewer')),
  'contributor as a guest': commentGuest((backend) => addPerson(backend)),
  'oneself as a guest': commentGuest(async (_, { self, other }) => self ?? other),
  'comment on a story in the trash': comment(() => published({ deleted_at: DELETED_AT })),
  'link to a preview of an own draft': previewLink(ownDraft),
  "link to a preview of someone's draft": previewLink(othersDraft),
  'link to a preview of a published story': previewLink(ownPublished),

  'own notification of a story that is published': notification(othersPublished),
  "own notification of someone's draft": notification(othersDraft),
  'own notification of a story in the trash': notification(() => published({ deleted_at: DELETED_AT })),
  "someone's notification": notification(othersPublished, ({ other }) => other),
  'own choice of notifications': notificationChoice(({ self, other }) => self ?? other),
  "someone's choice of notifications": notificationChoice(({ other }) => other),

  revision: recorded(
    'article_revisions',
    'select id from public.article_revisions where article_id = $1::uuid',
    { version: 9, data: {} },
    { version: 9 },
  ),
  'revision of an article in the trash': recorded(
    'article_revisions',
    'select id from public.article_revisions where article_id = $1::uuid',
    { version: 9, data: {} },
    { version: 9 },
    () => published({ deleted_at: DELETED_AT }),
  ),
  'discarded changes to an article that is published': recorded(
    'article_revisions',
    `insert into public.article_revisions (article_id, version, kind, data)
     values ($1::uuid, 1, 'working-copy', '{}') returning id`,
    { version: 9, data: {} },
    { version: 9 },
    published,
  ),
  'redirect to an article that is published': recorded(
    'slug_redirects',
    redirectTo,
    newRedirect,
    { old_slug: 'y' },
    published,
  ),
  'redirect to a draft': recorded('slug_redirects', redirectTo, newRedirect, { old_slug: 'y' }),

  'redirect added by hand': {
    table: 'slug_redirects',
    create: async (backend) => {
      const { id } = await insertRow(backend, 'slug_redirects', redirectByHand())
      return { id }
    },
    async newRow() {
      const row = redirectByHand()
      return { row, key: { old_slug: row.old_slug } }
    },
    patch: { target: '/authors' },
  },

  'own upload': rows('media', ({ self }) => media(self), { alt_text: 'A hall' }),
  "someone's upload": rows('media', ({ other }) => media(other), { alt_text: 'A hall' }),

  'file that a published story names': {
    table: 'media',
    create: async (backend, { self, other }) => publishedFile(backend, self ?? other),
    patch: { alt_text: 'Another hall' },
  },

  'proposed focus of an upload': {
    table: 'media_focus_proposals',
    create: async (backend, { other }) => focusProposal(backend, other),
    newRow: async (backend, { other }) => {
      const { id: media_id } = await insertRow(backend, 'media', media(other))
      return { row: { media_id, focus: [30, 70] }, key: { media_id } }
    },
    patch: { media_id: randomUUID() },
  },

  'page that is published': rows('pages', () => page('published'), RETITLED),
  'page that is a draft': rows('pages', () => page('draft'), RETITLED),
  font: rows('fonts', () => ({ font_name: 'Serif', font_file_path: '/serif.woff2' }), { font_name: 'Sans' }),
  'global styles': single('global_styles', { accent_font_id: null }),
  theme: single('theme', { dark: { ...STANDARD_THEME.dark, rule: '#445566' } }, STANDARD_THEME),
  branding: single('branding', { logo: '<svg viewBox="0 0 4 1"><path d="M0 0h4"/></svg>' }),
  'site settings': single('site_settings', { tagline: 'Changed' }),
  'deploy settings': single('deploy_settings', { deploy_hook_url: 'https://host.example/hook' }),

  subscriber: formRows('subscribers', letter, { status: 'unsubscribed' }),
  'contact message': formRows('contact_messages', message, { status: 'read' }),

  build: recorded(
    'builds',
    'insert into public.builds default values returning id',
    { kind: 'full' },
    { status: 'live' },
  ),
  import: recorded(
    'imports',
    `insert into public.imports (id, source, format, file_name)
      values (gen_random_uuid(), 'https://old.example', 'Ghost', 'old.json') returning id`,
    { id: randomUUID(), source: 'https://old.example', format: 'Ghost', file_name: 'old.json' },
    { status: 'undone' },
  ),
  'run of a backup': recorded(
    'backup_runs',
    `insert into public.backup_runs (kind) values ('backup') returning id`,
    { kind: 'drill' },
    { what: 'Changed' },
  ),
  'entry of the audit log': recorded(
    'audit_log',
    `insert into public.audit_log (kind, actor_name) values ('sign-in', 'A person') returning id`,
    { kind: 'sign-in', actor_name: 'A person' },
    { note: 'Changed' },
  ),
  'publish problem': {
    table: 'publish_problems',
    create: async (backend) => {
      const entity_id = randomUUID()
      await backend.sql(
        `insert into public.publish_problems (entity, entity_id, reason) values ('articles', $1, 'too deep')`,
        [entity_id],
      )
      return { entity_id }
    },
    newRow: async () => {
      const key = { entity: 'articles', entity_id: randomUUID() }
      return { row: { ...key, reason: 'too deep' }, key }
    },
    patch: { reason: 'none' },
  },
  'event in the outbox': recorded(
    'publish_outbox',
    `insert into public.publish_outbox (entity, entity_id) values ('tags', 'x') returning id`,
    { entity: 'tags', entity_id: 'x' },
    { entity_id: 'y' },
  ),
}
