import { serverClock } from '../../../backend/server-clock.ts'
import { letterStateLabel, letterTitle } from '../../../domain/letters/letter-states.ts'
import { type PlanState, type Task, isOverdue, PRIORITIES } from '../../../domain/newsroom/plan.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { ARTICLE_STATE_LABELS, articleState } from '../../../domain/story/article-state.ts'
import {
  type PlannedLetter,
  type PlanRow,
  LETTER_STATES,
  planState,
  planTitle,
  subjectOf,
} from '../../story/plan/plans.ts'
import type { PublishedStory } from './data/calendar.ts'
import type { PlanSearch } from './plan-search.ts'

/** An entry of a day: a plan, which can be moved, or a story or letter that goes out on that day. */
export interface Entry {
  /** Of the plan; without a plan, of the story or letter. */
  id: string
  title: string
  /** Of a letter the state of a story that is as far. */
  state: PlanState
  /** Null: without a day. */
  day: string | null
  /** When it goes or went out: the publish date of a story that is scheduled or out, the time of a letter. */
  outAt: string | null
  categoryId: string | null
  /** The account of the writer: of the plan, or else of who owns the story or began the letter. */
  writer: string | null
  /** Accounts it is assigned to: writer, who owns the story or began the letter, assignees of open tasks. */
  people: readonly string[]
  isOverdue: boolean
  /** Open tasks, by due day. */
  tasks: readonly Task[]
  /** Null where the story or letter goes out on a day that it was not planned for, or has no plan. */
  plan: PlanRow | null
  letter: PlannedLetter | null
}

/** When a letter went out, or is meant to. */
const timeOf = ({ status, frozen_at, send_at }: PlannedLetter): string | null =>
  frozen_at ?? (status === 'cancelled' ? null : send_at)

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  idea: 'Idea',
  ...ARTICLE_STATE_LABELS,
}

/** What the state of an entry is called. */
export const stateLabel = ({ state, letter }: Entry): string =>
  letter === null ? PLAN_STATE_LABELS[state] : letterStateLabel(letter)

/** The present moment and the day that it is on. */
export interface Now {
  now: Date
  today: string
  calendar: Calendar
}

/**
 * The entries of plans and of what goes out, the most urgent of a day first. What goes out on its planned day has one entry.
 */
export function entriesOf(
  plans: readonly PlanRow[],
  published: readonly PublishedStory[],
  letters: readonly PlannedLetter[],
  { now, today, calendar }: Now,
): Entry[] {
  const planned = plans.map((plan): Entry => {
    const { article, letter } = plan
    const owner = subjectOf(plan)?.owner ?? null
    const state = planState(plan, now)
    const tasks = plan.tasks.filter(({ done_at }) => done_at === null).toSorted(byDueDay)
    return {
      id: plan.id,
      title: planTitle(plan),
      state,
      day: plan.planned_on,
      outAt: letter !== null ? timeOf(letter) : article?.status === 'published' ? article.published_at : null,
      categoryId: article === null ? plan.category_id : article.category_id,
      writer: plan.person_id ?? owner,
      people: [plan.person_id, owner, ...tasks.map(({ person_id }) => person_id)].filter((id) => id !== null),
      isOverdue: isOverdue(plan.planned_on, state, today),
      tasks,
      plan,
      letter,
    }
  })
  const out = published.map((story): Entry => ({
    id: story.id,
    title: story.title.trim() || 'Untitled',
    state: articleState(story, now),
    day: calendar.dayOf(story.published_at),
    outAt: story.published_at,
    categoryId: story.category_id,
    writer: story.author_id,
    people: story.author_id === null ? [] : [story.author_id],
    isOverdue: false,
    tasks: [],
    plan: null,
    letter: null,
  }))
  const sent = letters.flatMap((letter): Entry[] => {
    const { id, status, created_by } = letter
    const outAt = timeOf(letter)
    if (outAt === null) return []
    const day = calendar.dayOf(outAt)
    const state = LETTER_STATES[status]
    return [
      {
        ...{ id, state, day, outAt, letter },
        title: letterTitle(letter),
        categoryId: null,
        writer: created_by,
        people: created_by === null ? [] : [created_by],
        isOverdue: isOverdue(day, state, today),
        tasks: [],
        plan: null,
      },
    ]
  })
  const known = new Set(plans.map((plan) => `${subjectOf(plan)?.id} ${plan.planned_on}`))
  const unplanned = [...out, ...sent].filter(({ id, day }) => !known.has(`${id} ${day}`))
  return [...planned, ...unplanned].toSorted(byUrgency)
}

/** Without a day last. */
const byDueDay = (a: Task, b: Task) => (a.due_on ?? '9999').localeCompare(b.due_on ?? '9999')

/** Whether the day of a task is over. */
export const isLate = ({ due_on }: Task, today: string): boolean => due_on !== null && due_on < today

const urgency = ({ plan }: Entry) => (plan === null ? PRIORITIES.length : PRIORITIES.indexOf(plan.priority))
const byUrgency = (a: Entry, b: Entry) =>
  urgency(a) - urgency(b) || a.title.localeCompare(b.title, serverClock.calendar.locale)

/** Whether the filters of the address let an entry through. */
export function passes(
  { people, categoryId, state }: Entry,
  { person, category, state: wanted }: Pick<PlanSearch, 'person' | 'category' | 'state'>,
): boolean {
  return (
    (person === undefined || people.includes(person)) &&
    (category === undefined || categoryId === category) &&
    (wanted === undefined || state === wanted)
  )
}

const isOut = ({ state }: Entry) => state === 'published' || state === 'archived'

/** Whether the day of an entry is over and nothing is left to do for it. */
export const isPast = (entry: Entry, today: string): boolean =>
  entry.day !== null && entry.day < today && isOut(entry)

/** The entries of each day; of those without a day, which are kept under null, what is not out yet. */
export function byDay(entries: readonly Entry[]): Map<string | null, Entry[]> {
  return Map.groupBy(
    entries.filter((entry) => entry.day !== null || !isOut(entry)),
    ({ day }) => day,
  )
}

/** The entries day after day, those without a day last. */
export const inOrderOfDays = (entries: ReadonlyMap<string | null, readonly Entry[]>): Entry[] =>
  [...entries].toSorted(([a], [b]) => (a ?? '9999').localeCompare(b ?? '9999')).flatMap(([, ofDay]) => ofDay)
