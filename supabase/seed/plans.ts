import { DEFAULT_CALENDAR } from '../../src/domain/text/calendar.ts'
import { categoryId } from './categories.ts'
import { daysBefore } from './dates.ts'
import { personOf } from './people.ts'
import { stableId } from './stable.ts'
import type { Story } from './stories.ts'

interface DemoPlan {
  /** Of the story with this slug; of an idea its title. */
  story?: string
  title?: string
  category?: string
  /** Days from now; null for a plan without a day. */
  inDays: number | null
  priority?: 'high' | 'low'
  writer: string
  brief: string
  tasks?: readonly { kind: string; person?: string; inDays?: number; isDone?: boolean }[]
}

const PLANS: readonly DemoPlan[] = [
  {
    story: 'two-moons-over-the-sideboard',
    inDays: -2,
    priority: 'high',
    writer: 'Ines Abril',
    brief: 'Two lamps that were bought for two rooms. Ask which of them was moved, and who moved it.',
    tasks: [
      { kind: 'Words', person: 'Ines Abril', isDone: true },
      { kind: 'Photographs', person: 'Mina Okonedo', inDays: 1 },
    ],
  },
  {
    story: 'meant-to-be-grey',
    inDays: 3,
    writer: 'Teodor Valk',
    brief: 'The wall as it is now, not as it was meant. The name of the paint goes in, the price does not.',
    tasks: [{ kind: 'Fact check', person: 'Rafael Quist', inDays: 2 }],
  },
  {
    story: 'the-plant-that-came-with-the-flat',
    inDays: 6,
    writer: 'Kwame Asante',
    brief: 'Nobody knows how old it is. Somebody must: the landlord, the neighbour, the neighbour’s mother.',
  },
  {
    title: 'The key under the third pot',
    category: 'Moving & Life',
    inDays: 12,
    writer: 'Mina Okonedo',
    brief: 'Where people hide their keys, told by people who have moved out. No addresses.',
    tasks: [
      { kind: 'Words', person: 'Mina Okonedo', inDays: 9 },
      { kind: 'Photographs', inDays: 9 },
    ],
  },
  {
    title: 'A door that opens both ways',
    category: 'Small Spaces',
    inDays: null,
    writer: 'Mina Okonedo',
    brief: 'The café in Lindenstraße has one. Ask whether it has ever hit anybody.',
  },
  {
    title: 'What the last tenant left on the shelf',
    category: 'Personal Stories',
    inDays: null,
    priority: 'low',
    writer: 'Hana Mizuno',
    brief: 'A series, if three people can be found who kept something.',
  },
]

/** The rows of `plans` and of their tasks, with days from `now` on. */
export function planRows(stories: readonly Story[], idOf: (name: string) => string, now: Date) {
  const nameOf = ({ story, title = '' }: DemoPlan) => story ?? title
  const day = (inDays: number | null | undefined) =>
    inDays == null ? null : DEFAULT_CALENDAR.dayOf(daysBefore(now, -inDays, 'plan').toISOString())
  const known = PLANS.filter(({ story }) => story === undefined || stories.some(({ slug }) => slug === story))
  const plans = known.map((plan) => ({
    id: stableId('plan', nameOf(plan)),
    article_id: plan.story === undefined ? null : stableId('article', plan.story),
    title: plan.title ?? null,
    planned_on: day(plan.inDays),
    priority: plan.priority ?? 'normal',
    brief: plan.brief,
    category_id: plan.category === undefined ? null : categoryId(plan.category),
    person_id: idOf(personOf(plan.writer)),
  }))
  const tasks = known.flatMap((plan) =>
    (plan.tasks ?? []).map(({ kind, person, inDays, isDone = false }, position) => ({
      id: stableId('plan-task', `${nameOf(plan)}/${kind}`),
      plan_id: stableId('plan', nameOf(plan)),
      kind,
      person_id: person === undefined ? null : idOf(personOf(person)),
      due_on: day(inDays),
      done_at: isDone ? daysBefore(now, 4, kind).toISOString() : null,
      position,
    })),
  )
  return { plans, tasks }
}
