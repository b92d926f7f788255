import { describe, expect, test } from 'vitest'
import { type PlanState, ideaForm, isOverdue, MAX_TASKS, planType } from './plan.ts'

const blank = planType.blank()
const task = { id: 'a', kind: 'Photographs', person_id: null, due_on: null, done_at: null }

const TODAY = '2026-11-27'

test.for<[string | null, PlanState, boolean]>([
  ['2026-11-26', 'idea', true],
  ['2026-11-26', 'draft', true],
  ['2026-11-26', 'review', true],
  ['2026-11-26', 'scheduled', false],
  ['2026-11-26', 'published', false],
  ['2026-11-26', 'archived', false],
  ['2026-11-27', 'draft', false],
  ['2026-11-28', 'draft', false],
  [null, 'draft', false],
])('planned for %s, %s: overdue %s', ([day, state, overdue]) => {
  expect(isOverdue(day, state, TODAY)).toBe(overdue)
})

describe('a form', () => {
  test('of an idea needs a title, of a story it does not', () => {
    expect(ideaForm.safeParse(blank).error?.issues.map(({ message }) => message)).toEqual([
      'Title is required',
    ])
    expect(planType.form.safeParse(blank).success).toBe(true)
  })

  test.for([
    [[{ ...task, kind: '  ' }], 'Say what is to be done'],
    [[{ ...task, kind: 'a'.repeat(61) }], 'What is to be done must be at most 60 characters'],
    [Array.from({ length: MAX_TASKS + 1 }, () => task), `A plan has at most ${MAX_TASKS} tasks`],
  ] as const)('refuses tasks that cannot be stored', ([tasks, message]) => {
    expect(planType.errors({ ...blank, tasks: [...tasks] })).toEqual({ tasks: message })
  })

  test('keeps the tasks of a draft as they were typed', () => {
    expect(planType.decode({ ...blank, tasks: [{ ...task, kind: '' }] }).tasks).toEqual([
      { ...task, kind: '' },
    ])
  })
})
