import { useState } from 'react'
import { PRIORITY_LABELS } from '../../../domain/newsroom/plan.ts'
import { useColleagues } from '../../data/people/colleagues.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { attempt } from '../../resources/describe-error.ts'
import { OpenButton } from './open-button.tsx'
import { type PlanRow, planTitle, setTaskDone, subjectOf } from './plans.ts'

/** A plan for those who may not change it: they mark their own tasks of it as done. */
export function PlanView({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const me = useProfile()
  const calendar = useCalendar()
  const subject = subjectOf(plan)
  const { nameOf } = useColleagues()
  const { mutateAsync } = useEntityMutation(['plans'], ([id, isDone]: [string, boolean]) =>
    setTaskDone(id, isDone),
  )
  /** The tasks being marked, with their new state. */
  const [marking, setMarking] = useState<ReadonlyMap<string, boolean>>(new Map())
  const mark = async (id: string, isDone: boolean) => {
    const now = new Map(marking).set(id, isDone)
    setMarking(now)
    await attempt('The task could not be changed', () => mutateAsync([id, isDone]))
    setMarking((latest) => (latest === now ? new Map() : latest))
  }
  return (
    <Dialog
      isOpen
      title={planTitle(plan)}
      size="md"
      onClose={onClose}
      footer={
        <>
          {subject !== null && <OpenButton {...subject} />}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FactList layout="columns">
          <Fact name="Planned for">
            {plan.planned_on === null ? 'No day yet' : calendar.formatDay(plan.planned_on, 'date')}
          </Fact>
          {plan.person_id !== null && <Fact name="Writer">{nameOf(plan.person_id)}</Fact>}
          <Fact name="Priority">{PRIORITY_LABELS[plan.priority]}</Fact>
        </FactList>
        {plan.brief !== '' && <p className="[overflow-wrap:anywhere] whitespace-pre-line">{plan.brief}</p>}
        {plan.tasks.length > 0 && (
          <ul aria-label="Tasks" className="flex flex-col gap-2">
            {plan.tasks.map(({ id, kind, person_id, due_on, done_at }) => (
              <li key={id}>
                <label className="flex items-start gap-2">
                  <input
                    type="checkbox"
                    checked={marking.get(id) ?? done_at !== null}
                    disabled={person_id !== me.id}
                    onChange={({ target }) => void mark(id, target.checked)}
                    className="mt-[calc((1lh-1rem)/2)] size-4 shrink-0 accent-fill"
                  />
                  <span>
                    {kind}
                    <span className="text-sm text-soft">
                      {[
                        person_id === null ? null : nameOf(person_id),
                        due_on === null ? null : `until ${calendar.formatDay(due_on, 'date')}`,
                      ]
                        .filter((part) => part !== null)
                        .map((part) => ` · ${part}`)
                        .join('')}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
