import { describe, expect, test } from 'vitest'
import { Calendar } from '../../../domain/text/calendar.ts'
import { planType } from '../../../domain/newsroom/plan.ts'
import type { PlannedLetter, PlanRow } from '../../story/plan/plans.ts'
import type { PublishedStory } from './data/calendar.ts'
import { type Entry, byDay, entriesOf, isLate, passes, stateLabel } from './entries.ts'

const calendar = new Calendar('Europe/Berlin', null)
const AT = { now: new Date('2026-11-27T10:00:00Z'), today: '2026-11-27', calendar }

const story = (more: Partial<PublishedStory> = {}): PublishedStory => ({
  id: 'story',
  title: 'A house',
  status: 'published',
  published_at: '2026-11-28T07:00:00Z',
  publish_at: null,
  category_id: 'category',
  author_id: 'author',
  ...more,
})

const plan = (more: Partial<PlanRow> = {}): PlanRow => ({
  ...planType.columnsOf(planType.blank()),
  id: 'plan',
  article_id: null,
  title: 'An idea',
  updated_at: '2026-11-01T00:00:00Z',
  version: 1,
  tasks: [],
  article: null,
  letter: null,
  ...more,
})
const ofStory = (planned_on: string | null, more: Partial<PublishedStory> = {}) =>
  plan({ title: null, article_id: 'story', planned_on, article: { ...story(more), deleted_at: null } })

const shown = (entries: readonly Entry[]) => entries.map(({ title, day, state }) => [title, day, state])

test('a story is shown once where it goes out on the day that it was planned for, else on both days', () => {
  expect(shown(entriesOf([ofStory('2026-11-28')], [story()], [], AT))).toEqual([
    ['A house', '2026-11-28', 'scheduled'],
  ])
  expect(shown(entriesOf([ofStory('2026-11-30')], [story()], [], AT))).toEqual([
    ['A house', '2026-11-30', 'scheduled'],
    ['A house', '2026-11-28', 'scheduled'],
  ])
})

test('a story is shown on the day of its publication in the time zone of the magazine', () => {
  expect(shown(entriesOf([], [story({ published_at: '2026-11-28T23:30:00Z' })], [], AT))).toEqual([
    ['A house', '2026-11-29', 'scheduled'],
  ])
})

const letter = (more: Partial<PlannedLetter>): PlannedLetter => ({
  ...{ id: 'letter', subject: 'What the lamp saw', hold: null, frozen_at: null, created_by: 'me' },
  ...{ status: 'scheduled', send_at: '2026-11-28T23:30:00Z' },
  ...more,
})

test.for<[string, Partial<PlannedLetter>, [day: string, label: string, isOverdue: boolean]]>([
  ['that is scheduled: when it goes out', {}, ['2026-11-29', 'Scheduled', false]],
  ['that is held', { hold: 'late' }, ['2026-11-29', 'Held', false]],
  [
    'that went out: when it did',
    { status: 'sent', frozen_at: '2026-11-26T10:00:00Z' },
    ['2026-11-26', 'Sent', false],
  ],
  [
    'that was taken back, and whose time is over',
    { status: 'draft', send_at: '2026-11-20T10:00:00Z' },
    ['2026-11-20', 'Draft', true],
  ],
])('the day of a letter %s', ([, more, expected]) => {
  const entries = entriesOf([], [], [letter(more)], AT)
  expect(entries.map((entry) => [entry.day, stateLabel(entry), entry.isOverdue])).toEqual([expected])
})

test('a letter is shown once where it goes out on the day that it was planned for, else on both days', () => {
  const ofLetter = (planned_on: string) => plan({ title: null, planned_on, letter: letter({}) })
  expect(shown(entriesOf([ofLetter('2026-11-29')], [], [letter({})], AT))).toEqual([
    ['What the lamp saw', '2026-11-29', 'scheduled'],
  ])
  expect(shown(entriesOf([ofLetter('2026-11-30')], [], [letter({})], AT))).toEqual([
    ['What the lamp saw', '2026-11-30', 'scheduled'],
    ['What the lamp saw', '2026-11-29', 'scheduled'],
  ])
})

test.for<[string, Partial<PlannedLetter>, isOverdue: boolean]>([
  ['that is a draft is overdue', { status: 'draft', send_at: null }, true],
  ['that is scheduled is not', {}, false],
  ['that was cancelled is not', { status: 'cancelled' }, false],
])('a letter %s after the day that it was planned for', ([, more, isOverdue]) => {
  const row = plan({ title: null, planned_on: '2026-11-20', letter: letter(more) })
  expect(entriesOf([row], [], [], AT).map((entry) => entry.isOverdue)).toEqual([isOverdue])
})

test('the most urgent is first', () => {
  const plans = (['low', 'high', 'normal'] as const).map((priority) =>
    plan({ id: priority, title: priority, priority }),
  )
  expect(entriesOf(plans, [], [], AT).map(({ title }) => title)).toEqual(['high', 'normal', 'low'])
})

test('plans without a day are listed until their story is out', () => {
  const entries = entriesOf([plan(), ofStory(null, { published_at: '2026-11-01T07:00:00Z' })], [], [], AT)
  expect(shown(byDay(entries).get(null) ?? [])).toEqual([['An idea', null, 'idea']])
})

describe('of a person', () => {
  const task = { id: 'task', kind: 'Photographs', due_on: null, done_at: null }
  test.for([
    ['what I write', plan({ person_id: 'me' }), true],
    [
      'my story',
      plan({ article_id: 'story', article: { ...story({ author_id: 'me' }), deleted_at: null } }),
      true,
    ],
    ['the letter that I began', plan({ letter: letter({}) }), true],
    ['where I have a task', plan({ tasks: [{ ...task, person_id: 'me' }] }), true],
    [
      'where I have done my task',
      plan({ tasks: [{ ...task, person_id: 'me', done_at: '2026-11-01T00:00:00Z' }] }),
      false,
    ],
    ['what somebody else writes', plan({ person_id: 'other' }), false],
  ] as const)('%s', ([, row, isMine]) => {
    expect(entriesOf([row], [], [], AT).map((entry) => passes(entry, { person: 'me' }))).toEqual([isMine])
  })
})

test('open tasks are named by their due day, tasks without a day last', () => {
  const task = { id: 'task', kind: 'Photographs', person_id: null, due_on: null, done_at: null }
  const tasks = [
    task,
    { ...task, id: 'later', due_on: '2026-12-27' },
    { ...task, id: 'late', due_on: '2026-11-26' },
    { ...task, id: 'done', due_on: '2026-11-25', done_at: '2026-11-25T10:00:00Z' },
  ]
  const open = entriesOf([plan({ tasks })], [], [], AT).flatMap((entry) => entry.tasks)
  expect(open.map(({ id }) => id)).toEqual(['late', 'later', 'task'])
  expect(open.map((one) => isLate(one, AT.today))).toEqual([true, false, false])
})

test('a plan has the writer it names, or else the one of its story', () => {
  const named = plan({ article_id: 'story', article: { ...story(), deleted_at: null }, person_id: 'writer' })
  expect(entriesOf([named, ofStory(null)], [], [], AT).map(({ writer }) => writer)).toEqual([
    'writer',
    'author',
  ])
})
