import fc from 'fast-check'
import { LANGUAGES } from '../../src/domain/text/language.ts'
import type { BlockKind } from '../../src/domain/sections/front.ts'
import { OPENINGS } from '../../src/domain/story/opening.ts'
import { sectionRows } from '../../supabase/seed/categories.ts'
import type { Changes, Entity, Row, Rows } from '../../src/content/rows.ts'
import { legibleTheme } from './random-theme.ts'
import { article, author, category, emptyRows, media, page, redirect } from './database/content-rows.ts'

/** Random changes over few ids, so that rows meet, replace and lose each other. */

const ids = (prefix: string, count: number) =>
  fc.integer({ min: 1, max: count }).map((index) => `${prefix}${index}`)

const articleId = ids('a', 6)
const pictureUrl = fc.constantFrom(
  '/uploads/one.jpg',
  '/uploads/two.jpg',
  'https://elsewhere.example/three.jpg',
)
/** In one of two months, both among the times of `longListRows` and after them. */
const instant = fc
  .integer({ min: 1, max: 20 })
  .map((day) => new Date(Date.UTC(2026, 0, 2 * day)).toISOString())
const text = fc.constantFrom(
  'Small rooms',
  'A kitchen with light',
  'Kitchens and lamps',
  'The lamp',
  // With a stop word of German, which these have in common in English.
  'Unter dem Dach',
  'Unter der Lampe',
)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 })
const personName = fc.constantFrom('Ines Abril', 'Ann Berg', 'ann berg', 'Priya Rao', 'Zoë Ünal')
const sections = sectionRows()
const sectionSlugs = [...sections.map(({ slug }) => slug), 'another-section']

/** The blocks of fronts, each with an id of its own. */
const frontBlocks = fc
  .array(
    fc.record({
      kind: fc.constantFrom<BlockKind>('hero', 'featured', 'stories', 'letter'),
      by_rule: fc.boolean(),
      count: fc.integer({ min: 1, max: 3 }),
      section: orNull(fc.constantFrom(...sectionSlugs)),
      title: orNull(text),
      items: fc.array(
        fc.record({
          article_id: articleId,
          title: orNull(text),
          image: orNull(pictureUrl),
          from: fc.constant(null),
          until: fc.constant(null),
        }),
        { maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((blocks) => blocks.map((block, index) => ({ ...block, id: `${index}` })))

const menuTarget = fc.oneof(
  fc.constantFrom(...sections.map(({ id }) => ({ kind: 'section' as const, id }))),
  ids('c', 3).map((id) => ({ kind: 'category' as const, id })),
  ids('t', 3).map((id) => ({ kind: 'tag' as const, id })),
  ids('g', 4).map((id) => ({ kind: 'page' as const, id })),
  ids('w', 4).map((id) => ({ kind: 'author' as const, id })),
  articleId.map((id) => ({ kind: 'story' as const, id })),
  fc.constantFrom(
    { kind: 'site' as const, page: 'newsletter' as const },
    { kind: 'address' as const, url: '/shop' },
  ),
)

/** The blocks of a letter as it was frozen. */
const shownStory = fc.record({
  id: articleId,
  title: text,
  excerpt: text,
  path: fc.constant('/article/a1'),
  category: fc.constant('Rooms'),
  byline: fc.constant('By Ines Abril'),
  image: orNull(pictureUrl),
  alt: text,
})
const letterBlocks = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('text' as const),
      html: pictureUrl.map((src) => `<p>Text.</p><img src="${src}" alt="">`),
    }),
    fc.record({ kind: fc.constant('hero' as const), story: shownStory }),
    fc.record({
      kind: fc.constant('stories' as const),
      heading: text,
      stories: fc.array(shownStory, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('picture' as const),
      image: pictureUrl,
      alt: text,
      caption: text,
      href: fc.constantFrom('', '/about'),
    }),
    fc.constant({ kind: 'button' as const, label: 'Read', href: '/article/a1' }),
  ),
  { maxLength: 3 },
)

const arbitraryRow: { [E in Entity]: fc.Arbitrary<Row<E>> } = {
  articles: fc
    .record({
      id: articleId,
      title: text,
      content: fc.oneof(
        text,
        pictureUrl.map((src) => ({ html: `<p>Text.</p><img src="${src}" alt="">` })),
      ),
      excerpt: orNull(text),
      featured: fc.boolean(),
      hero: fc.boolean(),
      featured_image: orNull(pictureUrl),
      opening: orNull(fc.constantFrom(...OPENINGS)),
      colour: orNull(fc.constantFrom('#408080', '#e26e5a')),
      facts: fc.array(
        fc.record({ label: fc.constantFrom('Year', 'What was kept'), value: fc.constantFrom('', '1971') }),
        {
          maxLength: 1,
        },
      ),
      gallery: fc.array(pictureUrl, { maxLength: 2 }),
      captions: fc.dictionary(pictureUrl, fc.constantFrom('', 'In May'), { maxKeys: 1 }),
      read_time: orNull(fc.integer({ min: 1, max: 12 })),
      category_id: orNull(ids('c', 4)),
      author_id: orNull(ids('p', 4)),
      credits: orNull(
        fc.uniqueArray(fc.record({ person_id: ids('w', 4), role_id: ids('o', 3) }), {
          minLength: 1,
          maxLength: 3,
          selector: ({ person_id, role_id }) => person_id + role_id,
        }),
      ),
      published_at: instant,
      modified_at: instant,
      updated_at: instant,
      tag_ids: fc.uniqueArray(ids('t', 3), { maxLength: 2 }).map((list) => list.sort()),
    })
    // Slugs are unique in the database, so each article has one of its own, and may change it.
    .chain((row) => fc.boolean().map((moved) => article({ ...row, slug: moved ? `${row.id}-new` : row.id }))),
  categories: fc
    .tuple(ids('c', 4), fc.constantFrom('Rooms', 'Attics'), fc.subarray(sectionSlugs, { maxLength: 2 }))
    // Names and slugs are unique, too.
    .map(([id, name, sections]) => category(id, `${name} ${id}`, { slug: `category-${id}`, sections })),
  tags: fc.tuple(ids('t', 3), fc.boolean()).map(([id, moved]) => ({
    id,
    name: `Wellness Spaces`.slice(0, 14 + Number(id.slice(1))),
    slug: moved ? `${id}-new` : id,
  })),
  profiles: fc.record({ id: ids('p', 4), full_name: orNull(personName), name_confirmed: fc.boolean() }),
  author_profiles: fc
    .record({
      ...{ id: ids('w', 4), name: personName, profile_id: orNull(ids('p', 4)), role: orNull(text) },
      team_position: orNull(fc.nat(3)),
    })
    .map((row) => author({ ...row, slug: `${row.id}-slug` })),
  credit_roles: fc
    .record({ id: ids('o', 3), position: fc.nat(3), byline: fc.constantFrom('pictures by', 'thanks to') })
    // Always the same role is the writers'.
    .map((row) => ({ ...row, name: `Role ${row.id}`, is_words: row.id === 'o1' })),
  media: fc
    .record({ id: ids('m', 2), alt_text: orNull(text), caption: orNull(text) })
    .map((row) => media({ ...row, storage_path: row.id === 'm1' ? 'uploads/one.jpg' : 'uploads/two.jpg' })),
  pages: fc
    .record({
      id: ids('g', 4),
      title: text,
      parent_id: orNull(ids('g', 4)),
      content: pictureUrl.map((src) => ({ html: `<img src="${src}">` })),
      modified_at: instant,
    })
    .map((row) => page({ ...row, slug: row.id === 'g1' ? 'about' : `page-${row.id}` })),
  menus: fc
    .record({ position: fc.boolean(), label: orNull(text), title: text, to: menuTarget })
    .map((row): Row<'menus'> => {
      const link = { id: 'l', label: row.label, to: row.to }
      return row.position
        ? { id: 'header', items: [link] }
        : { id: 'footer', items: [{ id: 'g', title: row.title, links: [link] }] }
    }),
  sections: fc
    .record({
      place: fc.nat(sections.length - 1),
      moved: fc.boolean(),
      position: fc.integer({ min: 1, max: 6 }),
      home_position: orNull(fc.integer({ min: 1, max: 4 })),
      in_navigation: fc.boolean(),
      buttons: fc.constantFrom('categories' as const, 'tags' as const),
      button_order: fc.constantFrom('added' as const, 'alphabetical' as const),
      accent: orNull(fc.constantFrom('#2f6b3c', '#ffe600')),
    })
    .map(({ place, moved, ...row }) => {
      const section = sections[place] as Row<'sections'>
      // Slugs are unique.
      return { ...section, ...row, slug: moved && place === 1 ? 'another-section' : section.slug }
    }),
  fonts: fc
    .record({ id: ids('f', 2), font_name: fc.constantFrom('Oak', 'Elm') })
    .map((row): Row<'fonts'> => ({
      ...row,
      font_file_path: '/fonts/oak.woff2',
      font_weight: 'Bold',
      font_style: 'Regular',
      font_usage: ['Header'],
      mime_type: null,
      file_size: null,
      created_at: '2026-01-01T00:00:00Z',
    })),
  global_styles: fc.record({
    id: fc.constant('s1'),
    primary_font_id: orNull(ids('f', 2)),
    secondary_font_id: orNull(ids('f', 2)),
    accent_font_id: fc.constant(null),
  }),
  theme: legibleTheme.map((theme) => ({ id: 'h1', ...theme })),
  branding: fc
    .record({
      logo: orNull(
        fc.constantFrom({ svg: '<svg viewBox="0 0 4 1"><path d="M0 0h4"/></svg>', width: 4, height: 1 }),
      ),
      logo_dark: orNull(pictureUrl.map((picture) => ({ picture }))),
      icon: orNull(pictureUrl.map((picture) => ({ picture }))),
      share_picture: orNull(pictureUrl),
    })
    .map((row) => ({ id: 'b1', ...row })),
  slug_redirects: fc
    .record({
      id: ids('r', 3),
      leadsTo: fc.oneof(
        articleId.map((article_id) => ({ kind: 'article' as const, article_id })),
        ids('g', 4).map((page_id) => ({ kind: 'page' as const, page_id })),
        ids('t', 3).map((entity_id) => ({ kind: 'tag' as const, entity_id })),
        ids('c', 3).map((entity_id) => ({ kind: 'category' as const, entity_id })),
        fc.constant({ kind: 'section' as const, entity_id: sections[1]?.id ?? '' }),
        ids('w', 4).map((entity_id) => ({ kind: 'author' as const, entity_id })),
      ),
    })
    .map(({ id, leadsTo }) => redirect({ id, old_slug: id === 'r1' ? 'a1-new' : `old-${id}`, ...leadsTo })),
  site_settings: fc
    .record({
      site_name: fc.constantFrom('Mantel', 'Hearth'),
      social_url: fc.constant(null),
      time_zone: fc.constantFrom(null, 'America/Los_Angeles', 'Pacific/Auckland'),
      date_language: fc.constantFrom(null, 'de'),
      language: fc.constantFrom(...LANGUAGES),
      index_now: fc.boolean(),
      texts: fc.constantFrom({}, { copyright: '© {name}, our own', letter_text: 'A letter.' }),
    })
    .map((row) => ({
      id: 'e1',
      tagline: 'love where you live.',
      social_label: 'Instagram',
      newsletter_enabled: true,
      newsletter_confirm: true,
      contact_enabled: true,
      contact_email: null,
      ...row,
    })),
  front_versions: fc
    .record({
      id: ids('v', 3),
      page: fc.constantFrom('/', '/living-spaces', '/guides-tips', '/another-section'),
      blocks: orNull(frontBlocks),
    })
    .map((row) => ({ ...row, live_from: `2026-01-0${row.id.slice(1)}T00:00:00.000Z` })),
  letters: fc
    .record({
      id: ids('l', 3),
      frozen_at: instant,
      content: fc.record({ subject: text, preview_text: text, blocks: letterBlocks }),
      withdrawn_files: fc.constantFrom<string[]>([], ['uploads/one.jpg']),
    })
    .map((row) => ({ ...row, slug: `letter-${row.id}` })),
}

function changeOf<E extends Entity>(entity: E): fc.Arbitrary<Changes> {
  const put = fc.uniqueArray(arbitraryRow[entity], { maxLength: 2, selector: ({ id }) => id })
  const gone = arbitraryRow[entity].map(({ id }) => id)
  return fc.oneof({ arbitrary: put, weight: 3 }, { arbitrary: gone, weight: 1 }).map((change) => ({
    [entity]: typeof change === 'string' ? { put: [], gone: [change] } : { put: change, gone: [] },
  }))
}

/** Rows whose lists are longer than their pages, with all the ids that the changes are of. */
export function longListRows(): Rows {
  const stories = Array.from({ length: 150 }, (_, index) =>
    article({
      id: `a${index + 1}`,
      slug: `a${index + 1}`,
      title: index % 3 ? 'Small rooms' : 'The lamp',
      category_id: index < 6 ? `c${1 + (index % 4)}` : `c${1 + (index % 2)}`,
      author_id: `p${1 + (index % 2)}`,
      published_at: new Date(Date.UTC(2026, 0, 1, 3 * index)).toISOString(),
      tag_ids: index % 30 ? [] : ['t1'],
      credits: index % 3 ? null : [{ person_id: 'w1', role_id: index % 2 ? 'o1' : 'o2' }],
    }),
  )
  return {
    ...emptyRows(),
    articles: stories,
    categories: ['c1', 'c2', 'c3', 'c4'].map((id) =>
      category(id, `Rooms ${id}`, { sections: ['guides-tips'] }),
    ),
    tags: [{ id: 't1', name: 'Wellness Spaces', slug: 't1' }],
    profiles: ['Ines Abril', 'Ann Berg'].map((full_name, index) => ({
      ...{ id: `p${index + 1}`, full_name, name_confirmed: true },
    })),
    credit_roles: ['o1', 'o2', 'o3'].map((id, position) => ({
      ...{ id, position, name: `Role ${id}`, byline: 'by', is_words: id === 'o1' },
    })),
    author_profiles: [author({ id: 'w1', name: 'Ines Abril', profile_id: 'p1', slug: 'w1-slug' })],
  }
}

/** A change of one table or of two. Most changes are of articles, as in life. */
export const changesArbitrary: fc.Arbitrary<Changes> = (() => {
  const others = (Object.keys(arbitraryRow) as Entity[]).map(changeOf)
  const one = fc.oneof({ arbitrary: changeOf('articles'), weight: 6 }, ...others)
  return fc.tuple(one, one).map(([first, second]) => ({ ...first, ...second }))
})()

/** A new date of an article that stays otherwise as it is; nothing when there is no such article. */
export const redatedArbitrary = fc.record({ id: articleId, published_at: instant })

export function redate(rows: Rows, { id, published_at }: { id: string; published_at: string }): Changes {
  const put = rows.articles.filter((row) => row.id === id).map((row) => ({ ...row, published_at }))
  return { articles: { put, gone: [] } }
}

/** The rows after the changes, in an order of their own. */
export function changeRows(rows: Rows, changes: Changes): Rows {
  const next = { ...rows }
  const change = <E extends Entity>(entity: E, { put, gone }: { put: Row<E>[]; gone: string[] }) => {
    const old: Row<E>[] = rows[entity]
    const leaving = new Set([...gone, ...put.map(({ id }) => id)])
    next[entity] = [...put, ...old.filter(({ id }) => !leaving.has(id))] as Rows[E]
  }
  for (const entity of Object.keys(changes) as Entity[]) {
    const made = changes[entity]
    if (made) change(entity, made as { put: Row<typeof entity>[]; gone: string[] })
  }
  return next
}
