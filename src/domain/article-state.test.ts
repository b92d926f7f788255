import { describe, expect, test } from 'vitest'
import {
  type ArticleState,
  ARTICLE_STATES,
  articleState,
  changeText,
  dateColumns,
  draftChange,
  editorActions,
  publishDate,
  saveDraftText,
  statusChanges,
} from './article-state.ts'
import { ARTICLE_STATUSES } from './article.ts'
import { type Role, ROLES } from './role.ts'

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

/** In order: Submit, Publish with the date ahead, and not, the one that stands out, and the entries of the menu. */
const EDITOR: Readonly<Record<ArticleState, string>> = {
  draft: 'Submit · Schedule / Publish · publish · Archive',
  review: 'Submit · Schedule / Publish · publish · Withdraw, Archive',
  scheduled: '- · Update / Publish · publish · Unschedule?, Archive?',
  published: '- · Schedule / Update · publish · View, Unpublish?, Archive?',
  archived: 'Submit · Schedule / Publish · publish · Unarchive',
}
const CONTRIBUTOR: Readonly<Record<ArticleState, string>> = {
  draft: 'Submit · - / - · submit · ',
  review: 'Submit · - / - · submit · Withdraw',
  scheduled: '- · - / - · submit · ',
  published: '- · - / - · submit · View',
  archived: 'Submit · - / - · submit · ',
}

describe.each([
  ['super_admin', EDITOR],
  ['editor', EDITOR],
  ['contributor', CONTRIBUTOR],
] as const)('the editor’s bar of a %s', (role, expected) => {
  test.each(ARTICLE_STATES)('%s', (state) => {
    const ahead = editorActions(state, role, true, true)
    const actions = editorActions(state, role, true, false)
    const entries = actions.changes.map(({ label, isAsked }) => `${label}${isAsked ? '?' : ''}`)
    const line = [
      actions.isSubmitShown ? 'Submit' : '-',
      `${ahead.publish ?? '-'} / ${actions.publish ?? '-'}`,
      actions.primary,
      [...(actions.isOnSite ? ['View'] : []), ...entries].join(', '),
    ]
    expect(line.join(' · ')).toBe(expected[state])
    expect({ ...ahead, publish: null }).toEqual({ ...actions, publish: null })
  })
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
    'Withdraw this article from review? It becomes a draft. It no longer waits for an editor. To change it and leave it under review, use Submit for Review.',
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
