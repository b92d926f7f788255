import { Link } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { ARTICLE_STATE_LABELS } from '../../../domain/article-state.ts'
import type { PlanState } from '../../../domain/plan.ts'
import { canChangePlan } from '../../../domain/role.ts'
import { ARTICLE_TONES } from '../../components/article-status-dot.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { type StatusTone, StatusDot } from '../../ui/status-dot.tsx'
import { useCalendar } from '../../ui/use-calendar.ts'
import type { Entry } from './entries.ts'

export const PLAN_STATE_LABELS: Readonly<Record<PlanState, string>> = {
  idea: 'Idea',
  ...ARTICLE_STATE_LABELS,
}

const TONES: Readonly<Record<PlanState, StatusTone>> = { idea: 'idle', ...ARTICLE_TONES }

/** What is dragged: the id of a plan. */
export const PLAN_TYPE = 'application/x-mantel-plan'

/** Days that an arrow key moves a plan by, pressed with Shift. */
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A planned story or idea, which opens its plan and is moved by dragging or by Shift and the arrow keys; or a story that goes out. */
export function PlanEntry({
  entry,
  nameOf,
  onMove,
}: {
  entry: Entry
  nameOf: (person: string) => string | undefined
  /** Moves it by days. */
  onMove: (entry: Entry, days: number) => void
}) {
  const me = useProfile()
  const calendar = useCalendar()
  const { plan, state, title, publishedAt, toDo, late } = entry
  const isMovable = plan !== null && canChangePlan(me, plan)
  const writer = plan?.person_id ?? plan?.article?.author_id ?? null
  const person = writer === null ? undefined : nameOf(writer)
  const content = (
    <>
      <span className="flex items-start gap-1.5">
        <span className="line-clamp-3 min-w-0 flex-1 font-semibold [overflow-wrap:anywhere] hyphens-auto">
          {title}
        </span>
        {plan?.priority === 'high' && (
          <>
            <Flag aria-hidden className="mt-0.5 size-3.5 shrink-0 text-madder" />
            <span className="sr-only">High priority</span>
          </>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-soft *:min-w-0 *:text-xs">
        <StatusDot tone={TONES[state]}>
          {publishedAt === null || plan !== null ? (
            PLAN_STATE_LABELS[state]
          ) : (
            <span>
              <span className="sr-only">{`${PLAN_STATE_LABELS[state]} at `}</span>
              {calendar.format(publishedAt, 'time')}
            </span>
          )}
        </StatusDot>
        {entry.isOverdue && <span className="font-semibold text-madder">Overdue</span>}
        {person !== undefined && <span className="truncate">{person}</span>}
        {toDo > 0 && <span>{`${toDo} to do`}</span>}
        {late > 0 && <span className="text-madder">{`${late} late`}</span>}
      </span>
    </>
  )
  const className =
    'flex flex-col gap-1 rounded-md border border-rule bg-card px-2 py-1.5 text-sm transition-colors duration-200 hover:bg-tint'
  if (plan === null)
    return (
      <Link
        to="/admin/articles/$id"
        params={{ id: entry.id }}
        draggable={false}
        className={`${className} border-dashed`}
      >
        {content}
      </Link>
    )
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, plan: plan.id })}
      resetScroll={false}
      data-plan={plan.id}
      draggable={isMovable}
      aria-keyshortcuts={
        isMovable ? 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown' : undefined
      }
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(PLAN_TYPE, plan.id)
        dataTransfer.effectAllowed = 'move'
      }}
      onKeyDown={(event) => {
        const days = KEYS[event.key]
        if (!isMovable || !event.shiftKey || days === undefined) return
        event.preventDefault()
        onMove(entry, days)
      }}
      className={`${className} ${isMovable ? 'cursor-grab' : ''}`}
    >
      {content}
    </Link>
  )
}
