import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { PRIORITY_LABELS } from '../../../../domain/plan.ts'
import { canChangePlan } from '../../../../domain/role.ts'
import { useColleagues } from '../../../data/colleagues.ts'
import { planOfStoryQuery } from '../../../data/plans.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Fact, FactList } from '../../../ui/fact-list.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useCalendar } from '../../../ui/use-calendar.ts'
import { useField, useSaveState } from '../use-editing-session.ts'

const PlanDialog = lazyPart(async () => (await import('../../../resources/plan/plan-dialog.tsx')).PlanDialog)

/** When the story is wanted, who writes it and what is to be done; absent for an article that was never saved. */
export function PlanCard() {
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  return articleId === null ? null : <StoryPlan articleId={articleId} />
}

function StoryPlan({ articleId }: { articleId: string }) {
  const me = useProfile()
  const calendar = useCalendar()
  const title = useField('title').value
  const author = useField('author_id').value
  const { data: plan, isLoadingError } = useQuery(planOfStoryQuery(articleId))
  const { nameOf } = useColleagues()
  const [isOpen, setOpen] = useState(false)
  const open = plan?.tasks.filter(({ done_at }) => done_at === null).length ?? 0
  const mayChange = canChangePlan(me, plan ?? { person_id: null, article: { author_id: author } })
  return (
    <Card title="Plan">
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
              {plan === null ? 'Plan This Story' : 'Change the Plan'}
            </Button>
          )}
          {isOpen && (
            <PlanDialog
              plan={plan}
              story={{ id: articleId, title }}
              isInEditor
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </Card>
  )
}
