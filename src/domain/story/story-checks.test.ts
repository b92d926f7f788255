import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CHECK_CASES, COMPLETE, FILES } from '../../../tests/fixtures/story-checks.ts'
import type { Thread } from '../newsroom/comment.ts'
import { articleType } from './article.ts'
import { CHECK_NAMES, REQUIRABLE_CHECKS } from './checks.ts'
import {
  type CheckedFile,
  type CheckedStory,
  notesIn,
  readBody,
  storyLinks,
  unmetChecks,
} from './story-checks.ts'

const NOW = Date.parse('2026-11-27T10:00:00Z')
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString()
const [WORDS, PHOTOGRAPHS] = [randomUUID(), randomUUID()]

const file = (more: Partial<CheckedFile> = {}): CheckedFile => ({
  id: randomUUID(),
  original_filename: 'bench.webp',
  alt_text: 'A bench',
  credit: null,
  made_by: null,
  usable_from: null,
  usable_until: null,
  rights_override_at: null,
  ...more,
})

function story({
  content = COMPLETE.content,
  ...more
}: Partial<CheckedStory> & { content?: unknown } = {}): CheckedStory {
  return {
    ...articleType.blank(),
    ...COMPLETE,
    category_id: randomUUID(),
    authorName: 'Ada Berg',
    wordsRoleId: WORDS,
    creditedNames: [],
    proposedNames: [],
    files: new Map(Object.entries(FILES).map(([url, of]) => [url, file(of)])),
    goesOutAt: NOW,
    links: new Map(),
    threads: [],
    body: readBody(content),
    ...more,
  }
}

const thread = (body: string, resolved_at: string | null = null): Thread => ({
  ...{ id: randomUUID(), created_at: inDays(-1), resolved_at, resolved_by: null, place: { kind: 'story' } },
  comments: [{ id: randomUUID(), author_id: null, body, created_at: inDays(-1), edited_at: null }],
})

const namesOf = (checked: CheckedStory) => unmetChecks(checked).map(({ name }) => name)

test.for(Object.entries(CHECK_CASES))(
  'of a story: %s',
  ([, { row = {}, credited, has = {}, goesOut, unmet }]) => {
    const roles = { writer: [WORDS], photographer: [PHOTOGRAPHS], both: [PHOTOGRAPHS, WORDS] }
    const checked = story({
      // A column that is null is an empty field.
      ...Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value ?? (name === 'featured_image' ? null : '')]),
      ),
      ...(has.category === false ? { category_id: null } : {}),
      ...(has.owner === false ? { authorName: null } : {}),
      ...(has.openComment ? { threads: [thread('Which year?')] } : {}),
      ...(goesOut === undefined ? {} : { goesOutAt: Date.parse(goesOut) }),
      creditedNames: credited === undefined ? [] : ['Maria Sol'],
      credits: (credited === undefined ? [] : roles[credited]).map((role_id) => ({
        person_id: randomUUID(),
        role_id,
      })),
    })
    const requirable: readonly string[] = REQUIRABLE_CHECKS
    expect(namesOf(checked).filter((name) => requirable.includes(name))).toEqual(unmet)
  },
)

test('each check that a story can be refused for has a case in which it alone is not met', () => {
  const alone = Object.values(CHECK_CASES).flatMap(({ unmet }) => (unmet.length === 1 ? unmet : []))
  expect(new Set(alone)).toEqual(new Set(REQUIRABLE_CHECKS))
})

test('what is not met is listed in the order of the checks', () => {
  const checked = story({
    content: {
      html: '<p>“No.” “Yes.” ‘Yes.’</p><p>TK <a href="https://gone.example/">x</a></p><h3>A</h3><img src="/a.webp">',
    },
    ...{ title: 'x'.repeat(101), excerpt: '', category_id: null, featured_image: null, authorName: null },
    gallery: ['/b.webp'],
    files: new Map([['/b.webp', file({ credit: 'Maria Sol', usable_until: inDays(1) })]]),
    links: new Map([['https://gone.example/', 'dead']]),
    threads: [thread('Which street?')],
    proposedNames: ['Ana Ferro'],
  })
  expect(namesOf(checked)).toEqual(CHECK_NAMES)
})

test.each([
  ['double ones', '“A ‘b’ c.” “D’s.”', []],
  ['single ones', '‘A “b” c.’ ‘It’s.’', []],
  ['both, mostly double ones', '“A.” “B.” ‘C d.’', ['‘C d.’']],
  ['both, mostly single ones', '‘A.’ ‘It’s so.’ “C.”', ['“C.”']],
  ['German ones', '„A.“ „B ‚c‘.“ ‚D.‘', ['‚D.‘']],
])('a story keeps to one kind of quotation marks: %s', (_, text, expected) => {
  const found = unmetChecks(story({ content: { html: `<p>${text}</p>` } }))
  const places = found.find(({ name }) => name === 'quotation_marks')?.places ?? []
  expect(places.map(({ label }) => label)).toEqual(expected)
})

test('comments have to be looked at until they are resolved, each by its first words', () => {
  const open = thread(`<@${randomUUID()}> which street? ${'word '.repeat(30)}`)
  const [found] = unmetChecks(story({ threads: [open, thread('Done', inDays(0))] }))
  expect(found).toMatchObject({ name: 'comments', places: [{ thread: open.id }] })
  expect(found?.places[0]?.label).toMatch(/^@… which street\? word .*…$/)
  expect(unmetChecks(story({ threads: [thread('Done', inDays(0))] }))).toEqual([])
})

describe('the place', () => {
  const placesOf = (checked: CheckedStory) => unmetChecks(checked).flatMap(({ places }) => places)

  test('of what was written twice is the right one', () => {
    const html = '<h2>A</h2><p>[x y], then [x y]</p><h4>A</h4>'
    expect(placesOf(story({ content: { html } }))).toEqual([
      { label: 'A', part: null, find: { kind: 'heading', value: 'A', nth: 1 } },
      { label: '[x y]', part: null, find: { kind: 'words', value: '[x y]', nth: 0 } },
      { label: '[x y]', part: null, find: { kind: 'words', value: '[x y]', nth: 1 } },
    ])
  })

  test('in a story in parts is the stored part, also behind one that no page shows', () => {
    const sections = [
      { type: 'unknown' },
      { type: 'text', content: '<p>Words</p>' },
      { type: 'media', items: [{ type: 'image', src: '/a.webp' }] },
      { type: 'text', content: '<p>TK</p>' },
    ]
    expect(placesOf(story({ content: { type: 'mixed-media', sections } }))).toMatchObject([
      { label: 'a.webp', part: 2, find: null },
      { label: 'TK', part: 3 },
    ])
  })

  test('of a picture of the gallery is its number, and its file in the library', () => {
    const [described = ''] = Object.keys(FILES)
    const files = new Map([
      [described, file()],
      ['/a.webp', file({ id: 'a', alt_text: null, original_filename: 'IMG_1.jpg' })],
    ])
    expect(placesOf(story({ gallery: [described, '/b%20c.webp?x=1', '/a.webp'], files }))).toEqual([
      { label: 'b c.webp', field: 'gallery', index: 1 },
      { label: 'IMG_1.jpg', field: 'gallery', index: 2, file: 'a' },
    ])
  })
})

describe('the rights of a file', () => {
  const [url = ''] = Object.keys(FILES)
  const problemOf = (more: Partial<CheckedFile>, goesOutAt = NOW) => {
    const found = unmetChecks(story({ files: new Map([[url, file(more)]]), goesOutAt }))
    return found.find(({ name }) => name === 'rights')?.places.map((place) => place.right?.problem)
  }

  test.for<[string, Partial<CheckedFile>, number, string[] | undefined]>([
    ['without an end', {}, 0, undefined],
    ['that ended', { usable_until: inDays(-1) }, 0, ['ended']],
    ['that ends before the publish date', { usable_until: inDays(5) }, 6, ['ended']],
    ['that ends within 30 days', { usable_until: inDays(29) }, 0, ['ends']],
    ['that ends later', { usable_until: inDays(31) }, 0, undefined],
    ['that ends within 30 days of the publish date', { usable_until: inDays(31) }, 5, ['ends']],
    ['that begins after the publish date', { usable_from: inDays(2) }, 1, ['not yet']],
    ['that begins before the publish date', { usable_from: inDays(2) }, 3, undefined],
    [
      'for which an editor gave a reason',
      { usable_until: inDays(-2), rights_override_at: inDays(-1) },
      0,
      undefined,
    ],
  ])('%s', ([, more, days, problems]) => {
    expect(problemOf(more, NOW + days * 86_400_000)).toEqual(problems)
  })
})

describe('a photographer', () => {
  const [url = ''] = Object.keys(FILES)
  const credits = [
    { person_id: randomUUID(), role_id: WORDS },
    { person_id: randomUUID(), role_id: PHOTOGRAPHS },
  ]
  const missing = (more: Partial<CheckedFile>, names?: string[]) => {
    const files = new Map([[url, file(more)]])
    const credited = names === undefined ? {} : { credits, creditedNames: names }
    return unmetChecks(story({ files, ...credited })).find(({ name }) => name === 'picture_credits')?.places
  }

  test('a person named in the media library has to be credited', () => {
    expect(missing({ credit: 'Maria Sol' })).toEqual([{ label: 'Maria Sol', field: 'credits' }])
    expect(missing({ credit: 'Maria Sol' }, ['Ada Berg'])).toHaveLength(1)
    expect(missing({ credit: 'Photograph: María Sol / Agency' }, ['Ada Berg', 'Maria Sol'])).toBeUndefined()
    expect(missing({ credit: 'Ada Berg' })).toBeUndefined()
  })

  test('is none who made a rendering', () => {
    expect(missing({ credit: 'Maria Sol', made_by: 'rendering' })).toBeUndefined()
    expect(missing({ credit: 'Maria Sol', made_by: 'photograph' })).toHaveLength(1)
  })
})

test('the links of a story are those to pages, here and elsewhere', () => {
  const html =
    '<p><a href="/browse">a</a> <a href="https://x.example/?a=1&amp;b=2">b</a> <a href="mailto:a@x.example">c</a> <a href="#x">d</a></p>'
  expect(storyLinks(readBody({ html })).map(({ find }) => find.value)).toEqual([
    '/browse',
    'https://x.example/?a=1&b=2',
  ])
})

test('a link is dead only when it was asked', () => {
  const content = { html: '<p><a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a></p>' }
  const links = new Map([['/a', 'unknown'] as const, ['/b', 'dead'] as const])
  expect(unmetChecks(story({ content, links }))).toMatchObject([{ name: 'links', places: [{ label: '/b' }] }])
})

test('notes are found in the time that reading takes', () => {
  for (const text of [
    '['.repeat(300_000),
    '[a'.repeat(150_000),
    `[${'a'.repeat(300_000)}`,
    '[a]“'.repeat(70_000),
  ])
    expect(notesIn(text)).toBeDefined()
})
