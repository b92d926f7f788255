import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { PRIORITY_LABELS } from '../../../domain/newsroom/plan.ts'
import { SUBJECT_NOUNS } from '../../../domain/newsroom/subject.ts'
import { can, canChangePlan } from '../../../domain/people/role.ts'
import { useColleagues } from '../../data/people/colleagues.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { type PlanSubject, planOfQuery } from './plans.ts'

const PlanDialog = lazyPart(async () => (await import('./plan-dialog.tsx')).PlanDialog)

interface PlanCardProps {
  subject: PlanSubject
  /** Whether the card is in the editor of the story or letter, to which its dialog then does not lead. */
  isInEditor?: boolean
  /** Whether a plan can be made where there is none. */
  mayBegin?: boolean
  className?: string
}

/**
 * When a story or a letter is wanted, who writes it and its tasks; absent for people who may not read plans, and where there
 * is none and they may not make one.
 */
export function PlanCard(props: PlanCardProps) {
  const me = useProfile()
  return can(me.role, 'plan.read') ? <ReadablePlan {...props} /> : null
}

function ReadablePlan({ subject, isInEditor = false, mayBegin = true, className = '' }: PlanCardProps) {
  const me = useProfile()
  const calendar = useCalendar()
  const { data: plan, isLoadingError } = useQuery(planOfQuery(subject))
  const { nameOf } = useColleagues()
  const [isOpen, setOpen] = useState(false)
  const open = plan?.tasks.filter(({ done_at }) => done_at === null).length ?? 0
  const mayChange = canChangePlan(me, { person_id: plan?.person_id ?? null, owner: subject.owner })
  if (plan === null && !(mayChange && mayBegin)) return null
  return (
    <Card title="Plan" className={className}>
      {plan === undefined ? (
        isLoadingError ? (
          <p className="text-sm text-soft">The plan could not be loaded.</p>
        ) : (
          <Skeleton className="h-9" />
        )
      ) : (
        <div className="flex flex-col gap-3">
          {plan !== null && (
            <FactList layout="columns">
              <Fact name="Planned for">
                {plan.planned_on === null ? 'No day yet' : calendar.formatDay(plan.planned_on, 'date')}
              </Fact>
              {plan.person_id !== null && <Fact name="Writer">{nameOf(plan.person_id)}</Fact>}
              {plan.priority !== 'normal' && <Fact name="Priority">{PRIORITY_LABELS[plan.priority]}</Fact>}
              {plan.tasks.length > 0 && <Fact name="Tasks">{open === 0 ? 'All done' : `${open} to do`}</Fact>}
            </FactList>
          )}
          {plan !== null && plan.brief !== '' && (
            <p className="line-clamp-6 text-sm [overflow-wrap:anywhere] whitespace-pre-line text-soft">
              {plan.brief}
            </p>
          )}
          {mayChange && (
            <Button onPress={() => setOpen(true)} onHoverStart={PlanDialog.preload}>
              <CalendarDays aria-hidden className="size-4" />
              {plan === null ? `Plan This ${SUBJECT_NOUNS[subject.kind]}` : 'Change the Plan'}
            </Button>
          )}
          {isOpen && (
            <PlanDialog
              plan={plan}
              subject={subject}
              isInEditor={isInEditor}
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </Card>
  )
}
