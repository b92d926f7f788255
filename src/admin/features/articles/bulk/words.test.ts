import { expect, test } from 'vitest'
import { articleWords, leavingTexts, restoredTexts, scheduledTexts, tagsText } from './words.ts'

const NOW = new Date('2026-11-20T08:00:00Z')
const state = (more: object = {}) => ({
  status: 'draft' as const,
  published_at: null,
  publish_at: null,
  hero: false,
  has_copy: false,
  ...more,
})
const out = (more: object = {}) =>
  state({ status: 'published', published_at: '2026-11-01T08:00:00Z', ...more })
const ahead = { status: 'published', published_at: '2026-12-01T08:00:00Z' }

test('articles that nobody could see are missed by nobody', () => {
  expect(leavingTexts([state(), state()], NOW, true)).toEqual([])
  expect(restoredTexts([state()], NOW)).toEqual([])
})

test('readers lose published stories, and the schedule loses stories that wait for their date', () => {
  expect(leavingTexts([out(), out(), state(ahead), state()], NOW, true)).toEqual([
    'Readers no longer find 2 of them.',
    'One of them does not come out at its date.',
  ])
  expect(leavingTexts([out()], NOW, true)).toEqual(['Readers no longer find it.'])
  expect(leavingTexts([out(), out()], NOW, true)).toEqual(['Readers no longer find them.'])
})

test('the hero and unpublished changes are named; the trash keeps those changes', () => {
  const states = [out({ hero: true, has_copy: true }), out()]
  expect(leavingTexts(states, NOW, true).slice(1)).toEqual([
    'One of them is no longer the hero.',
    'The unpublished changes of one of them stay in the history only.',
  ])
  expect(leavingTexts(states, NOW, false)).toHaveLength(2)
})

test('stories with a chosen date ahead come out at that date', () => {
  const later = state({ publish_at: '2026-12-01T08:00:00Z' })
  expect(scheduledTexts([later, state({ publish_at: '2026-11-01T08:00:00Z' })], NOW)).toEqual([
    'One of them comes out at the date chosen for it.',
  ])
})

test.each(['tags', 'category', 'credit', 'author'] as const)(
  'before %s are changed, it is said which stories have unpublished changes, and that these stay',
  (act) => {
    const effects = articleWords(act, NOW).effects?.([out({ has_copy: true }), out()])
    expect(effects).toEqual([
      'One of them has unpublished changes: they stay, and are published with this change. Where they change the same, the editor asks.',
    ])
    expect(articleWords(act, NOW).effects?.([out(), out()])).toEqual([])
  },
)

test.for([
  [['Winter issue'], [], false, 'get the tag Winter issue'],
  [['oak', 'lime'], [], true, 'gets the tags oak and lime'],
  [[], ['beech'], false, 'lose the tag beech'],
  [['oak'], ['beech', 'elm'], true, 'gets the tag oak, and loses the tags beech and elm'],
] as const)('adding %s and removing %s is said with the names', ([add, remove, isOne, text]) => {
  expect(tagsText({ add, remove }, isOne)).toBe(text)
})
