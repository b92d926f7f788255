import { randomUUID } from 'node:crypto'
import { addPerson, draft, published, put } from './world.ts'
import type { Caller, World } from './world.ts'

type Key = Record<string, string | number>

/** A kind of row that the law speaks of. */
export interface Subject {
  table: string
  /** Puts a fresh row there and gives its key. `self` is the caller's id, '' for a stranger. */
  make(world: World, self: string): Promise<Key>
  /** A row that a caller tries to insert, with its key. */
  offer(world: World, self: string): Promise<{ row: object; key: Key }>
  /** What a caller tries to change it to. */
  patch: Record<string, string | number | boolean | null>
}

const FUTURE = '2099-01-01T00:00:00Z'

function simple(table: string, row: () => object, patch: Subject['patch']): Subject {
  return owned(table, () => row(), patch)
}

/** Rows keyed by `id`; `row` may depend on who asks and on a person who is someone else. */
function owned(
  table: string,
  row: (self: string, other: string) => object,
  patch: Subject['patch'],
): Subject {
  return {
    table,
    async make(world, self) {
      const { id } = await put(world, table, row(self, await addPerson(world)))
      return { id }
    },
    async offer(world, self) {
      const id = randomUUID()
      return { row: { ...row(self, await addPerson(world)), id }, key: { id } }
    },
    patch,
  }
}

/** Tables that hold one row at most. */
function single(table: string, patch: Subject['patch']): Subject {
  const clear = (world: World) => world.sql(`delete from public.${table}`)
  return {
    table,
    async make(world) {
      await clear(world)
      const { id } = await put(world, table, { id: randomUUID() })
      return { id }
    },
    async offer(world) {
      await clear(world)
      const id = randomUUID()
      return { row: { id }, key: { id } }
    },
    patch,
  }
}

function ofArticle(article: (self: string, other: string) => object) {
  return async (world: World, self: string): Promise<string> =>
    (await put(world, 'articles', article(self, await addPerson(world)))).id
}

function tagging(article: ReturnType<typeof ofArticle>): Subject {
  const fresh = async (world: World, self: string) => {
    const tag = await put(world, 'tags', tag_())
    return { article_id: await article(world, self), tag_id: tag.id }
  }
  return {
    table: 'article_tags',
    async make(world, self) {
      const key = await fresh(world, self)
      await put(world, 'article_tags', key)
      return key
    },
    async offer(world, self) {
      const key = await fresh(world, self)
      return { row: key, key }
    },
    patch: { tag_id: randomUUID() },
  }
}

function workingCopy(article: ReturnType<typeof ofArticle>): Subject {
  const fresh = async (world: World, self: string) => ({
    article_id: await article(world, self),
    data: { title: 'Later' },
    base_version: 1,
  })
  return {
    table: 'article_working_copies',
    async make(world, self) {
      const row = await fresh(world, self)
      await put(world, 'article_working_copies', row)
      return { article_id: row.article_id }
    },
    async offer(world, self) {
      const row = await fresh(world, self)
      return { row, key: { article_id: row.article_id } }
    },
    patch: { base_version: 7 },
  }
}

/** Rows that only triggers and the publisher write; `make` finds the one that its cause leaves. */
function recorded(table: string, make: Subject['make'], row: object, patch: Subject['patch']): Subject {
  return { table, make, offer: async () => ({ row, key: { id: -1 } }), patch }
}

async function revision(world: World): Promise<Key> {
  const { id } = await put(world, 'articles', draft())
  return firstId(world, 'select id from public.article_revisions where article_id = $1::uuid', [id])
}

async function firstId(world: World, query: string, params: unknown[]): Promise<Key> {
  const [row] = await world.sql<{ id: number }>(query, params)
  if (row === undefined) throw new Error(`Nothing came of ${query}`)
  return { id: row.id }
}

function redirect(article: () => object): Subject['make'] {
  return async (world) => {
    const { id } = await put(world, 'articles', article())
    return firstId(
      world,
      `insert into public.slug_redirects (kind, old_slug, article_id) values ('article', $1, $2::uuid) returning id`,
      [randomUUID(), id],
    )
  }
}

const tag_ = () => ({ name: `tag ${randomUUID()}`, slug: randomUUID() })
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
const ownDraft = (self: string) => draft({ author_id: self || null })
const othersDraft = (_: string, other: string) => draft({ author_id: other })
const othersPublished = (_: string, other: string) => published({ author_id: other })

/** For a stranger's insert: no more than the form sends. */
function form(table: string, row: () => { email: string }, patch: Subject['patch']): Subject {
  return {
    table,
    make: async (world) => ({ id: (await put(world, table, row())).id }),
    offer: async () => {
      const filled = row()
      return { row: filled, key: { email: filled.email } }
    },
    patch,
  }
}

const letter = () => ({ email: `${randomUUID()}@example.com` })

/** The subjects of the law by the names it gives them. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  'own profile': {
    table: 'profiles',
    make: async (_, self) => ({ id: self }),
    offer: async (_, self) => ({ row: { id: self }, key: { id: self } }),
    patch: { full_name: 'Renamed' },
  },
  'profile of someone who has published nothing': {
    table: 'profiles',
    make: async (world) => ({ id: await addPerson(world) }),
    offer: async () => {
      const id = randomUUID()
      return { row: { id, full_name: 'Nobody' }, key: { id } }
    },
    patch: { full_name: 'Renamed' },
  },
  'profile of a published author': {
    table: 'profiles',
    async make(world) {
      const id = await addPerson(world)
      await put(world, 'articles', published({ author_id: id }))
      return { id }
    },
    offer: async () => ({ row: {}, key: { id: randomUUID() } }),
    patch: { full_name: 'Renamed' },
  },
  'role of someone else': {
    table: 'profiles',
    make: async (world) => ({ id: await addPerson(world, 'viewer') }),
    offer: async () => ({ row: {}, key: { id: randomUUID() } }),
    patch: { role: 'editor' },
  },
  'author profile': simple('author_profiles', () => ({ name: 'Ines Abril', slug: randomUUID() }), {
    name: 'Renamed',
  }),
  category: simple('categories', category, { description: 'Changed' }),
  tag: simple('tags', tag_, { created_at: '2020-01-01T00:00:00Z' }),
  'article that is out': owned('articles', othersPublished, { title: 'Changed' }),
  'article scheduled for later': owned('articles', () => published({ published_at: FUTURE }), {
    title: 'Changed',
  }),
  'own draft': owned('articles', ownDraft, { title: 'Changed' }),
  "someone's draft": owned('articles', othersDraft, { title: 'Changed' }),
  'own article in review': owned('articles', (self) => draft({ author_id: self || null, status: 'review' }), {
    title: 'Changed',
  }),
  'own article that is out': owned('articles', (self) => published({ author_id: self || null }), {
    title: 'Changed',
  }),
  'own draft, to be published': owned('articles', ownDraft, { status: 'published' }),
  'own draft, to be featured': owned('articles', ownDraft, { featured: true }),
  'own draft, to be given away': owned('articles', ownDraft, { author_id: null }),
  'own draft that is featured': owned(
    'articles',
    (self) => draft({ author_id: self || null, featured: true }),
    {
      title: 'Changed',
    },
  ),
  'article in the bin': owned('articles', () => published({ deleted_at: '2026-02-01T00:00:00Z' }), {
    title: 'Changed',
  }),
  'article, to be put in the bin': owned('articles', othersPublished, { deleted_at: '2026-02-01T00:00:00Z' }),
  'tag of an article that is out': tagging(ofArticle(othersPublished)),
  'tag of own draft': tagging(ofArticle(ownDraft)),
  "tag of someone's draft": tagging(ofArticle(othersDraft)),
  'working copy of own draft': workingCopy(ofArticle(ownDraft)),
  'working copy of own article that is out': workingCopy(
    ofArticle((self) => published({ author_id: self || null })),
  ),
  "working copy of someone's draft": workingCopy(ofArticle(othersDraft)),
  revision: recorded('article_revisions', revision, { version: 9, data: {} }, { version: 9 }),
  'redirect to an article that is out': recorded(
    'slug_redirects',
    redirect(published),
    { kind: 'article', old_slug: 'x' },
    { old_slug: 'elsewhere' },
  ),
  'redirect to a draft': recorded(
    'slug_redirects',
    redirect(draft),
    { kind: 'article', old_slug: 'x' },
    { old_slug: 'elsewhere' },
  ),
  'own upload': owned('media', (self) => media(self || null), { alt_text: 'A hall' }),
  "someone's upload": owned('media', (_, other) => media(other), { alt_text: 'A hall' }),
  'page that is out': simple('pages', () => page('published'), { title: 'Changed' }),
  'page that is a draft': simple('pages', () => page('draft'), { title: 'Changed' }),
  font: simple('fonts', () => ({ font_name: 'Serif', font_file_path: '/fonts/serif.woff2' }), {
    font_name: 'Sans',
  }),
  'global styles': single('global_styles', { accent_font_id: null }),
  'site settings': single('site_settings', { tagline: 'Changed' }),
  'deploy settings': single('deploy_settings', { deploy_hook_url: 'https://host.example/hook' }),
  subscriber: form('subscribers', letter, { status: 'unsubscribed' }),
  'contact message': form('contact_messages', () => ({ name: 'A reader', message: 'Hello', ...letter() }), {
    status: 'read',
  }),
  build: recorded(
    'builds',
    (world) => firstId(world, 'insert into public.builds default values returning id', []),
    { kind: 'full' },
    { status: 'live' },
  ),
  'event in the outbox': recorded(
    'publish_outbox',
    (world) =>
      firstId(
        world,
        `insert into public.publish_outbox (entity, entity_id) values ('tags', 'x') returning id`,
        [],
      ),
    { entity: 'tags', entity_id: 'x' },
    { entity_id: 'y' },
  ),
}

/** The id of a caller, '' for a stranger. */
export function selfOf(world: World, caller: Caller): string {
  return caller === 'anon' ? '' : world.id[caller]
}
