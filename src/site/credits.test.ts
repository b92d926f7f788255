import { describe, expect, test } from 'vitest'
import { standardTexts } from '../words/standard-texts.ts'
import { changedPaths, viewOf } from '../../tests/support/publisher/page-view.ts'
import { article, author, category, siteOf } from '../../tests/support/database/content-rows.ts'
import { articlePage } from '../content/pages/article.ts'
import { authorPage } from '../content/pages/author.ts'
import { authorsPage } from '../content/pages/authors.ts'
import { browsePage } from '../content/pages/browse.ts'
import { siteFeedPage } from '../content/pages/feed.ts'
import { homePage } from '../content/pages/home.ts'
import type { SiteView } from '../content/types.ts'
import { STANDARD_THEME } from '../domain/theme/theme.ts'
import { storyData } from './structured-data.ts'
import { rss } from './xml.ts'

const role = (id: string, position: number, byline: string) => ({
  ...{ id, position, byline, name: id, is_words: id === 'Words' },
})
const ROLES = [
  role('Words', 0, 'words by'),
  role('Photographs', 1, 'photographs by'),
  role('Architect', 2, 'architect'),
]
const credit = (person_id: string, role_id: string) => ({ person_id, role_id })

const SITE: SiteView = {
  siteName: 'Mantel',
  tagline: '',
  socialLabel: '',
  socialUrl: null,
  newsletterEnabled: true,
  newsletterConfirm: true,
  contactEnabled: true,
  contactEmail: null,
  texts: standardTexts('en'),
  menus: { header: [], footer: [], searches: [] },
  language: 'en',
  dates: { timeZone: 'UTC', language: null },
  typographyCss: '',
  theme: STANDARD_THEME,
  logo: null,
  sharePicture: null,
}

/** Ada has an account and writes; Nuno is a guest who photographs; the house is by Casal, who also took pictures. */
const ADA = author({ id: 'ada', name: 'Ada Berg', profile_id: 'p', bio: 'Ada sits. Then she writes.' })
const NUNO = author({ id: 'nuno', name: 'Nuno Reis' })
const CASAL = author({ id: 'casal', name: 'Studio Casal' })

const stories: ReturnType<typeof article>[] = [
  article({
    id: 'credited',
    author_id: 'p',
    category_id: 'c',
    credits: [
      credit('ada', 'Words'),
      credit('nuno', 'Photographs'),
      credit('casal', 'Photographs'),
      credit('casal', 'Architect'),
    ],
  }),
  article({ id: 'owned', author_id: 'p', category_id: 'c', published_at: '2026-02-01T00:00:00.000Z' }),
  ...Array.from({ length: 40 }, (_, day) =>
    article({
      id: `other-${day}`,
      published_at: new Date(Date.UTC(2026, 0, 1, day % 24, day)).toISOString(),
    }),
  ),
]

const ROWS = {
  profiles: [{ id: 'p', full_name: 'ada@mantel', name_confirmed: true }],
  author_profiles: [ADA, NUNO, CASAL],
  credit_roles: ROLES,
  categories: [category('c', 'Rooms', { sections: ['living-spaces'] })],
  articles: stories,
}

const story = (site: ReturnType<typeof siteOf>, id: string) =>
  viewOf(site, articlePage, `/article/story-${id}`)
const person = (name: string) => ({ name, path: `/author/${name.toLowerCase().replace(' ', '-')}` })
const CREDITS = [
  { role: 'Words', byline: 'words by', isWords: true, people: [person('Ada Berg')] },
  {
    ...{ role: 'Photographs', byline: 'photographs by', isWords: false },
    people: [person('Nuno Reis'), person('Studio Casal')],
  },
  { role: 'Architect', byline: 'architect', isWords: false, people: [person('Studio Casal')] },
]

describe('the people of a story are named', () => {
  const site = siteOf(ROWS)

  test('in its byline by role, in their order, and who wrote it on its card', () => {
    expect(story(site, 'credited')?.credits).toEqual(CREDITS)
    expect(viewOf(site, homePage, '/')?.hero?.writers).toEqual(['Ada Berg'])
  })

  test('on its card by its writers alone, not by an architect without a writer', () => {
    const built = article({
      id: 'built',
      category_id: 'c',
      credits: [credit('casal', 'Architect')],
      hero: true,
    })
    const hero = viewOf(siteOf({ ...ROWS, articles: [built] }), homePage, '/')?.hero
    expect([hero?.id, hero?.writers]).toEqual(['built', []])
  })

  test('as its writers with a sentence each at its end', () => {
    const signature = { ...person('Ada Berg'), image: null, sentence: 'Ada sits.', others: [] }
    expect(story(site, 'credited')?.signatures).toEqual([signature])
    expect(story(site, 'owned')?.signatures).toEqual([signature])
  })

  test('as its writers with others of their stories, the ones before it first, and none that it names elsewhere', () => {
    const by = (id: string, day: number, person = 'ada') =>
      article({
        id,
        category_id: null,
        credits: [credit(person, 'Words')],
        published_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
      })
    const written = Array.from({ length: 12 }, (_, at) => by(`ada-${at}`, at + 1))
    const mine = siteOf({ ...ROWS, articles: [...written, by('nuno-1', 3, 'nuno')] })
    const others = (id: string) => {
      const view = story(mine, id)
      const shown = [...(view?.related ?? [])].map(({ path }) => path)
      const named = view?.signatures.flatMap((one) => one.others.map(({ path }) => path)) ?? []
      expect(named.filter((path) => shown.includes(path))).toEqual([])
      return named
    }
    expect(others('ada-6')).toHaveLength(3)
    expect(others('nuno-1')).toEqual([])
    const changed = changedPaths(mine, {
      articles: { put: [{ ...by('ada-5', 6), title: 'Another' }], gone: [] },
    })
    expect(changed).toContain('/article/story-ada-6')
  })

  test('by its owner where it names nobody, with the name of the owner’s author profile', () => {
    const own = { role: null, byline: 'by', isWords: true, people: [person('Ada Berg')] }
    expect(story(site, 'owned')?.credits).toEqual([own])
  })

  test('on the pages of each, counted by role', () => {
    const parts = (key: string) =>
      viewOf(site, authorPage, `/author/${key}`)?.parts.map((part) => [
        part.role,
        part.total,
        part.articles.map(({ id }) => id),
      ])
    expect(parts('ada-berg')).toEqual([[null, 2, ['credited', 'owned']]])
    expect(parts('nuno-reis')).toEqual([
      [null, 0, []],
      ['Photographs', 1, ['credited']],
    ])
    expect(parts('studio-casal')).toEqual([
      [null, 0, []],
      ['Photographs', 1, ['credited']],
      ['Architect', 1, ['credited']],
    ])
    const counts = viewOf(site, authorsPage, '/authors')?.map(({ name, articleCount }) => [
      name,
      articleCount,
    ])
    expect(counts).toEqual(
      expect.arrayContaining([
        ['Ada Berg', 2],
        ['Nuno Reis', 1],
        ['Studio Casal', 1],
      ]),
    )
  })

  test('in feeds, and among the names to filter by, once each', () => {
    const feed = viewOf(site, siteFeedPage, '/rss.xml')
    if (feed === null) throw new Error('no feed')
    const xml = rss({ ...feed, items: feed.items.slice(0, 1) }, '')
    expect(Array.from(xml.matchAll(/<dc:creator>(.*?)</g), ([, name]) => name)).toEqual([
      ...['Ada Berg', 'Nuno Reis', 'Studio Casal'],
    ])
    expect(viewOf(site, browsePage, '/browse')?.authors).toEqual(['Ada Berg', 'Nuno Reis', 'Studio Casal'])
  })

  test('with their parts in structured data', () => {
    const view = story(site, 'credited')
    const data = view && storyData(view, SITE, '')
    const of = (roleName: string, name: string) => ({
      ...{ '@type': 'Role', roleName },
      contributor: { '@type': 'Person', name, url: person(name).path },
    })
    expect(data).toMatchObject({
      author: { '@type': 'Person', name: 'Ada Berg', url: '/author/ada-berg' },
      contributor: [
        of('Words', 'Ada Berg'),
        of('Photographs', 'Nuno Reis'),
        of('Photographs', 'Studio Casal'),
        of('Architect', 'Studio Casal'),
      ],
      creditText: 'Words by Ada Berg, photographs by Nuno Reis and Studio Casal, architect Studio Casal',
    })
  })

  test('so that stories with one in common are related', () => {
    const others = ['nuno', 'casal'].map((id) =>
      article({ id: `with-${id}`, credits: [credit(id, 'Photographs')], read_time: 60 }),
    )
    const own = article({ id: 'by-owner', author_id: 'p', read_time: 60 })
    const related = siteOf({ ...ROWS, articles: [...others, own, ...stories.slice(0, 1)] })
    const ids = story(related, 'credited')?.related.map(({ id }) => id)
    expect(ids?.sort()).toEqual(['by-owner', 'with-casal', 'with-nuno'])
  })
})

describe('exactly the pages that show it are written', () => {
  const put = <T>(row: T) => ({ put: [row], gone: [] })

  test('when a photographer is renamed', () => {
    const renamed = { ...NUNO, name: 'Nuno Reis Alba', slug: 'nuno-reis' }
    expect(changedPaths(siteOf(ROWS), { author_profiles: put(renamed) }).sort()).toEqual(
      [
        ...['/article/story-credited', '/article/story-credited.md', '/authors', '/browse'],
        ...['/rss.xml', '/rss.json', '/rss/rooms.xml', '/rss/rooms.json'],
        ...['/author/nuno', '/author/nuno-reis-alba', '/author/nuno-reis'],
      ].sort(),
    )
  })

  test('when the photographer of an old story is renamed', () => {
    const [first, ...others] = stories
    const old = article({
      id: 'old',
      credits: [credit('nuno', 'Photographs')],
      published_at: '2025-01-01T00:00:00.000Z',
    })
    const site = siteOf({ ...ROWS, articles: [{ ...(first ?? old), credits: null }, ...others, old] })
    const renamed = { ...NUNO, name: 'NUNO REIS' }
    expect(changedPaths(site, { author_profiles: put(renamed) }).sort()).toEqual(
      [
        ...['/article/story-old', '/article/story-old.md', '/author/nuno', '/author/nuno-reis'],
        ...['/authors', '/browse'],
      ].sort(),
    )
  })

  test('when a role is renamed', () => {
    const renamed = { ...role('Architect', 2, 'built by'), name: 'Builder' }
    expect(changedPaths(siteOf(ROWS), { credit_roles: put(renamed) }).sort()).toEqual([
      '/article/story-credited',
      '/article/story-credited.md',
      '/author/casal',
      '/author/studio-casal',
    ])
  })

  test('when a story gets a credit', () => {
    const owned = stories[1]
    if (owned === undefined) throw new Error('no story')
    const changed = { ...owned, credits: [credit('ada', 'Words'), credit('nuno', 'Photographs')] }
    const paths = changedPaths(siteOf(ROWS), { articles: put(changed) })
    expect(paths).toEqual(
      expect.arrayContaining(['/article/story-owned', '/author/nuno-reis', '/author/nuno']),
    )
    expect(
      paths.filter((path) => path.startsWith('/author/ada') || path.startsWith('/author/studio')),
    ).toEqual([])
  })

  test('when an account is removed: none', () => {
    // What is left of it for readers is its profile.
    expect(changedPaths(siteOf(ROWS), { profiles: { put: [...ROWS.profiles], gone: [] } })).toEqual([])
    const credited = { ...ROWS, articles: stories.map((row) => ({ ...row, author_id: null })).slice(0, 1) }
    expect(
      changedPaths(siteOf(credited), {
        profiles: { put: [], gone: ['p'] },
        author_profiles: put({ ...ADA, profile_id: null }),
      }),
    ).toEqual([])
  })
})
