import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import type { PlanRow } from '../../story/plan/plans.ts'
import { attempt } from '../../resources/describe-error.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { movePlan } from './data/calendar.ts'
import type { Entry } from './entries.ts'

/** Moves plans to other days. Each is shown there at once, and where it was if the database refuses. */
export function useMoves() {
  const client = useQueryClient()
  const calendar = useCalendar()
  const [moving, setMoving] = useState<ReadonlyMap<string, PlanRow>>(new Map())
  const [announcement, announce] = useState('')
  /** The move of each plan that was begun last. */
  const latest = useRef(new Map<string, Promise<boolean>>())

  const move = async ({ title, plan, letter, outAt }: Entry, to: string | null): Promise<void> => {
    if (plan === null || plan.planned_on === to) return
    const { id } = plan
    const where = to === null ? 'without a day' : `planned for ${calendar.formatDay(to, 'weekdayAndDate')}`
    const isFocused = document.activeElement === elementOf(id)
    flushSync(() => {
      setMoving((before) => new Map(before).set(id, { ...plan, planned_on: to }))
      announce(`${title} is ${where}.`)
    })
    // It is rendered anew at the other day, without the focus.
    if (isFocused) elementOf(id)?.focus()
    const before = latest.current.get(id)
    const moved = attempt(`“${title}” could not be moved`, async () => {
      // Else the database could carry out the earlier one last.
      await before
      await movePlan(id, to)
      await invalidate(client, 'plans')
    })
    latest.current.set(id, moved)
    const isMoved = await moved
    // A later move of the same plan decides where it is shown.
    if (latest.current.get(id) !== moved) return
    latest.current.delete(id)
    if (isMoved && outAt !== null)
      showToast({
        title: 'Only the plan has moved',
        description: `The ${letter === null ? 'publish date' : 'time of the letter'} is still ${calendar.format(outAt, 'dateAndTime')}.`,
      })
    flushSync(() => setMoving((before) => new Map([...before].filter(([moved]) => moved !== id))))
    if (isFocused && document.activeElement === document.body) elementOf(id)?.focus()
  }

  /** The plans, with plans being moved already at their new day, also plans that the list does not have yet. */
  const withMoves = (plans: readonly PlanRow[]): PlanRow[] => [
    ...plans.filter(({ id }) => !moving.has(id)),
    ...moving.values(),
  ]
  return { withMoves, move, announcement }
}

const elementOf = (plan: string) => document.querySelector<HTMLElement>(`[data-plan="${plan}"]`)
