import { expect, test } from 'vitest'
import { articleType } from '../../../../domain/story/article.ts'
import { emptyStory } from '../../../../domain/body/story-parts.ts'
import type { ArticleRecord, SavedArticle } from './article-record.ts'
import { type EditorForm, type Field, blankForm, formState, serializeForm } from './form.ts'
import { reduce } from './machine.ts'
import { type Event, type SaveState, openingState } from './state.ts'

const AT = '2026-11-14T09:41:27.000Z'
const OUT = '2026-11-01T08:00:00.000Z'
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const credit = (person: number) => ({ person_id: id(person), role_id: id(9) })

const BASE: EditorForm = {
  ...blankForm(id(1)),
  ...{ title: 'A bath of oak', title_emphasis: 'bath', slug: 'a-bath', html: '<p>Tub.</p>' },
  ...{ published_at: OUT, featured_image: '/a.webp', gallery: ['/b.webp', '/c.webp'], tag_ids: [id(1)] },
  ...{ credits: [credit(1)], captions: { '/c.webp': 'A tub' } },
}

/** Two other values of each field. A field that is new needs them, too. */
const CHANGES: Readonly<{ [F in Field]: [mine: Partial<EditorForm>, theirs: Partial<EditorForm>] }> = {
  title: [{ title: 'My bath' }, { title: 'Their bath' }],
  title_emphasis: [{ title_emphasis: 'oak' }, { title_emphasis: 'A' }],
  slug: [{ slug: 'mine' }, { slug: 'theirs' }],
  standfirst: [{ standfirst: 'Mine' }, { standfirst: 'Theirs' }],
  html: [{ html: '<p>Mine.</p>' }, { html: '<p>Theirs.</p>' }],
  parts: [
    { html: null, parts: emptyStory('interactive') },
    { html: null, parts: emptyStory('mixed-media') },
  ],
  excerpt: [{ excerpt: 'Mine' }, { excerpt: 'Theirs' }],
  meta_title: [{ meta_title: 'Mine' }, { meta_title: 'Theirs' }],
  meta_description: [{ meta_description: 'Mine' }, { meta_description: 'Theirs' }],
  meta_keywords: [{ meta_keywords: 'mine' }, { meta_keywords: 'theirs' }],
  featured: [{ featured: true }, { featured: true }],
  published_at: [{ published_at: '2026-11-02T08:00:00.000Z' }, { published_at: '2026-11-03T08:00:00.000Z' }],
  author_id: [{ author_id: id(2) }, { author_id: id(3) }],
  credits: [{ credits: [credit(1), credit(2)] }, { credits: [credit(1), credit(3)] }],
  category_id: [{ category_id: id(2) }, { category_id: id(3) }],
  tag_ids: [{ tag_ids: [id(1), id(2)] }, { tag_ids: [id(3)] }],
  featured_image: [{ featured_image: '/mine.webp' }, { featured_image: '/theirs.webp' }],
  opening: [{ opening: 'above' }, { opening: 'below' }],
  colour: [{ colour: '#408080' }, { colour: '#e26e5a' }],
  gallery: [{ gallery: ['/b.webp', '/c.webp', '/mine.webp'] }, { gallery: ['/c.webp', '/theirs.webp'] }],
  captions: [
    { captions: { '/b.webp': 'Mine', '/c.webp': 'A tub' } },
    { captions: { '/a.webp': 'Theirs', '/c.webp': 'A tub' } },
  ],
  facts: [{ facts: [{ label: 'Rooms', value: '2' }] }, { facts: [{ label: 'Rooms', value: '3' }] }],
}

function article(form: EditorForm, version: number, status: SavedArticle['status']): SavedArticle {
  const published_at = status === 'published' ? form.published_at : null
  return {
    ...{ id: 'a1', version, status, hero: false, published_at, created_at: AT, updated_at: AT },
    ...{ content: '', form },
  }
}

const run = (state: SaveState, ...events: Event[]) =>
  events.reduce((result, event) => reduce(result.state, event), { state, effects: [] as object[] })

function edited(state: SaveState, patch: Partial<EditorForm>): SaveState {
  const { body, ...fields } = formState({ ...serializeForm(state.form), ...patch })
  return run(state, { type: 'edit', patch: { ...fields, body } }).state
}

/** Each way in which a change from outside meets one of the editor: the state once it has learnt of it. */
const MEETINGS: Readonly<Record<string, (mine: EditorForm, theirs: EditorForm) => SaveState>> = {
  'an open draft with unsaved changes': (mine, theirs) => {
    const record: ArticleRecord = { article: article(BASE, 3, 'draft'), workingCopy: null }
    return learn(edited(openingState(record, id(1)), mine), {
      article: article(theirs, 4, 'draft'),
      workingCopy: null,
    })
  },
  'an open published article with unsaved changes': (mine, theirs) => {
    const record: ArticleRecord = { article: article(BASE, 3, 'published'), workingCopy: null }
    return learn(edited(openingState(record, id(1)), mine), {
      article: article(theirs, 4, 'published'),
      workingCopy: null,
    })
  },
  'an open working copy': (mine, theirs) =>
    learn(openingState(withCopy(BASE, mine, 3), id(1)), withCopy(theirs, mine, 4)),
  'a working copy that is opened later': (mine, theirs) => openingState(withCopy(theirs, mine, 4), id(1)),
}

function withCopy(published: EditorForm, copy: EditorForm, version: number): ArticleRecord {
  const workingCopy = {
    version: 2,
    base_version: 3,
    base: BASE,
    updated_at: AT,
    updated_by: id(1),
    form: copy,
  }
  return { article: article(published, version, 'published'), workingCopy }
}

function learn(state: SaveState, remote: ArticleRecord): SaveState {
  const { version } = remote.article
  const copyVersion = remote.workingCopy?.version ?? null
  return run(
    state,
    { type: 'remote-versions', versions: { version, copyVersion } },
    { type: 'remote-loaded', remote },
  ).state
}

const FIELDS = articleType.names
const has = (form: EditorForm, wanted: EditorForm, field: Field) =>
  articleType.fields[field].equals(form[field] as never, wanted[field] as never)

test.each(Object.entries(MEETINGS))(
  '%s and a change from outside of whatever field: both stay, or the editor asks',
  (_, meet) => {
    const lost: string[] = []
    for (const mineField of FIELDS)
      for (const theirField of FIELDS) {
        const mine = { ...BASE, ...CHANGES[mineField][0] }
        const theirs = { ...BASE, ...CHANGES[theirField][1] }
        const state = meet(mine, theirs)
        if (state.save.kind === 'conflict') {
          // A question only where the same was changed, or a rule between fields cannot keep both.
          const related = [mineField, theirField].every((field) => RELATED.some((set) => set.includes(field)))
          if (mineField !== theirField && !related) lost.push(`${mineField} × ${theirField}: asks`)
          continue
        }
        const form = serializeForm(state.form)
        const keepsMine = mineField === theirField || has(form, mine, mineField)
        const keepsTheirs = mineField === theirField || has(form, theirs, theirField)
        if (!keepsMine || !keepsTheirs) lost.push(`${mineField} × ${theirField}: lost`)
        if (mineField === theirField && !LISTS.has(mineField) && !has(mine, theirs, mineField))
          lost.push(`${mineField}: not asked`)
      }
    expect(lost).toEqual([])
  },
)

/** Fields of one rule: see `tidy` of articleType. */
const RELATED: readonly (readonly Field[])[] = [
  ['title', 'title_emphasis'],
  ['html', 'parts'],
  ['featured_image', 'gallery', 'captions'],
]
const LISTS: ReadonlySet<Field> = new Set(['tag_ids', 'credits', 'gallery', 'meta_keywords', 'captions'])

test('Update of a working copy writes what it changed, and what a bulk act changed meanwhile stays', () => {
  const mine = { ...BASE, ...CHANGES.title[0], ...CHANGES.tag_ids[0], ...CHANGES.credits[0] }
  const acted = { ...BASE, category_id: id(3), tag_ids: [id(1), id(3)], credits: [credit(1), credit(3)] }
  const opened = openingState(withCopy(acted, mine, 4), id(1))
  const { effects } = run(opened, { type: 'save', intent: 'publish' })
  expect(effects).toMatchObject([
    {
      type: 'update',
      version: 4,
      copyVersion: 2,
      tags: [id(1), id(2), id(3)],
      article: { title: 'My bath', credits: [credit(1), credit(2), credit(3)] },
    },
  ])
  expect(effects[0]).not.toHaveProperty('article.category_id')
})

test.each([
  ['both', id(2)],
  ['both-with-theirs', id(3)],
] as const)(
  'where the category was changed in both, Update asks; the other changes stay: %s',
  (choice, category) => {
    const mine = { ...BASE, ...CHANGES.category_id[0], ...CHANGES.title[0] }
    const opened = openingState(
      withCopy({ ...BASE, ...CHANGES.category_id[1], featured: true }, mine, 4),
      id(1),
    )
    expect(run(opened, { type: 'auto-save' }).effects).toEqual([])
    const asked = run(opened, { type: 'save', intent: 'publish' })
    expect([asked.effects, asked.state.save]).toMatchObject([[], { kind: 'conflict', isPrompting: true }])
    const { state, effects } = run(asked.state, { type: 'resolve', choice })
    expect(serializeForm(state.form)).toMatchObject({
      title: 'My bath',
      category_id: category,
      featured: true,
    })
    expect(effects).toContainEqual(expect.objectContaining({ type: 'update', version: 4, copyVersion: 2 }))
  },
)

test('discarding the changes ends the question, and shows the article as it was changed', () => {
  const mine = { ...BASE, ...CHANGES.category_id[0] }
  const opened = openingState(withCopy({ ...BASE, ...CHANGES.category_id[1] }, mine, 4), id(1))
  const { state } = run(opened, { type: 'copy-dropped' })
  expect([state.save.kind, state.saved?.version, serializeForm(state.form).category_id]).toEqual([
    'idle',
    4,
    id(3),
  ])
})
