import { describe, expect, test } from 'vitest'
import { type Role, ROLES, can } from '../people/role.ts'
import {
  type ArticleState,
  ARTICLE_STATES,
  articleActions,
  articleState,
  changeText,
  dateColumns,
  draftChange,
  publishDate,
  saveDraftText,
  statusChanges,
} from './article-state.ts'
import { ARTICLE_STATUSES } from './article.ts'

test('a published article is scheduled until its date has come', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const published = (published_at: string | null) => articleState({ status: 'published', published_at }, now)
  expect(published('2026-11-20T12:00:01Z')).toBe('scheduled')
  expect(published('2026-11-20T12:00:00+00:00')).toBe('published')
  expect(published(null)).toBe('published')
  expect(articleState({ status: 'review', published_at: '2027-01-01T00:00:00Z' }, now)).toBe('review')
})

test('a publish date is read back as it was stored, and published_at is null unless published', () => {
  for (const status of ARTICLE_STATUSES) {
    for (const date of ['2027-01-01T00:00:00Z', null]) {
      const columns = dateColumns(status, date)
      expect(publishDate(columns)).toBe(date)
      expect(columns.published_at).toBe(status === 'published' ? date : null)
    }
  }
})

/**
 * The bar by state: buttons and, after the bar, the entries of the menu. Where it depends on the date or on unpublished
 * changes, the cases are named. A star marks the highlighted button.
 */
const EDITOR: Readonly<Record<ArticleState, string[]>> = {
  draft: ['now: Submit Publish* | Archive', 'later: Submit Schedule* | Archive'],
  review: ['now: Send Back Publish* | Archive', 'later: Send Back Schedule* | Archive'],
  scheduled: [
    'now: Publish* | Unschedule? Archive?',
    'later, unchanged: Update | Unschedule? Archive?',
    'later, changed: Update* | Unschedule? Archive?',
  ],
  published: [
    'now, unchanged: Update | View Unpublish? Archive?',
    'now, changed: Update* | View Unpublish? Archive?',
    'later: Schedule* | View Unpublish? Archive?',
  ],
  archived: ['now: Submit Publish* | Unarchive', 'later: Submit Schedule* | Unarchive'],
}
const CONTRIBUTOR: Readonly<Record<ArticleState, string[]>> = {
  draft: ['Submit* |'],
  review: ['Withdraw |'],
  scheduled: ['|'],
  published: ['| View'],
  archived: ['Submit* |'],
}
const VIEWER: Readonly<Record<ArticleState, string[]>> = {
  ...{ draft: ['|'], review: ['|'], scheduled: ['|'], published: ['| View'], archived: ['|'] },
}
const BARS: Readonly<Record<Role, Readonly<Record<ArticleState, string[]>>>> = {
  ...{ super_admin: EDITOR, editor: EDITOR, contributor: CONTRIBUTOR, viewer: VIEWER },
}
/** Whose story a role looks at: editors somebody else's, all others their own. */
const isOwnOf = (role: Role) => !can(role, 'articles.publish')

function barOf(state: ArticleState, role: Role, isDateAhead: boolean, hasChanges: boolean): string {
  const actions = articleActions(state, role, { isOwn: isOwnOf(role), isDateAhead, hasChanges })
  const { isSubmitShown, leaveReview, publish, primary } = actions
  const star = (name: 'submit' | 'publish') => (primary === name ? '*' : '')
  const buttons = [
    ...(isSubmitShown ? [`Submit${star('submit')}`] : []),
    ...(leaveReview ? [leaveReview.label] : []),
    ...(publish === null ? [] : [`${publish}${star('publish')}`]),
  ]
  const entries = actions.changes.map(({ label, isAsked }) => `${label}${isAsked ? '?' : ''}`)
  return [...buttons, '|', ...(actions.isOnSite ? ['View'] : []), ...entries].join(' ')
}

/** The cases of a state by whether the date is ahead and whether there are changes, one line where nothing differs. */
function barsOf(state: ArticleState, role: Role): string[] {
  const cases = [false, true].flatMap((isAhead) =>
    [false, true].map((isChanged) => ({ isAhead, isChanged, bar: barOf(state, role, isAhead, isChanged) })),
  )
  if (new Set(cases.map(({ bar }) => bar)).size === 1) return [cases[0]?.bar ?? '']
  return [false, true].flatMap((ahead) => {
    const day = ahead ? 'later' : 'now'
    const [unchanged, changed] = cases.filter(({ isAhead }) => isAhead === ahead).map(({ bar }) => bar)
    return unchanged === changed
      ? [`${day}: ${changed}`]
      : [`${day}, unchanged: ${unchanged}`, `${day}, changed: ${changed}`]
  })
}

describe.each(ROLES)('what is offered to a %s', (role) => {
  test.each(ARTICLE_STATES)('of what is %s', (state) => {
    expect(barsOf(state, role)).toEqual(BARS[role][state])
  })
})

test('an editor withdraws their own story from review', () => {
  const own = { isOwn: true, isDateAhead: false, hasChanges: false }
  expect(articleActions('review', 'editor', own).leaveReview?.label).toBe('Withdraw')
})

const CASES = ROLES.flatMap((role) => ARTICLE_STATES.map((state): [Role, ArticleState] => [role, state]))

test.each(CASES)('a %s is never offered a change of what is %s that changes nothing', (role, state) => {
  for (const { to } of statusChanges(state, role, false)) expect(to).not.toBe(state)
  if (role === 'viewer') expect(statusChanges(state, role, false)).toEqual([])
})

test('an editor sends back the story of somebody else with a note, and withdraws their own without', () => {
  const toDraft = (role: Role, isOwn: boolean) => {
    const change = draftChange('review', role, isOwn)
    return [change?.label, change?.takesNote]
  }
  expect(toDraft('editor', false)).toEqual(['Send Back', true])
  expect(toDraft('editor', true)).toEqual(['Withdraw', undefined])
  expect(toDraft('contributor', false)).toEqual(['Withdraw', undefined])
  const withNote = ARTICLE_STATES.filter((state) =>
    statusChanges(state, 'editor', false).some(({ takesNote }) => takesNote),
  )
  expect(withNote).toEqual(['review'])
})

test('Save Draft asks before it changes the state of an article, and says what is lost', () => {
  expect(draftChange('draft', 'editor', true)).toBeNull()
  const questions = ARTICLE_STATES.flatMap((state) => {
    const change = draftChange(state, 'editor', true)
    return change === null
      ? []
      : [`${change.question} ${saveDraftText(state, change, state === 'published')}`]
  })
  expect(questions).toEqual([
    'Withdraw this article from review? It becomes a draft. It no longer waits for an editor.',
    'Take this article off the schedule? It becomes a draft. It does not come out at its date. To change it and leave it scheduled, use Update.',
    'Take this article off the site? It becomes a draft. Readers no longer find it, and its address leads nowhere until it is published again. It is no longer the hero; publishing it again does not make it one. To change it and leave it on the site, use Update.',
    'Take this article out of the archive? It becomes a draft. It is no longer in the archive.',
  ])
})

test('a change says that the crown is lost, whatever the state and the change', () => {
  for (const state of ['scheduled', 'published'] as const) {
    for (const change of statusChanges(state, 'editor', true)) {
      expect(changeText(state, change, true)).toContain('no longer the hero')
      expect(changeText(state, change, false)).not.toContain('hero')
    }
  }
})
