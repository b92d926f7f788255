import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Flag, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlanState, Task } from '../../../domain/newsroom/plan.ts'
import { firstCharacter } from '../../../domain/text/cut.ts'
import { ARTICLE_TONES } from '../../components/article-status-dot.tsx'
import { categoriesQuery } from '../../story/categories.ts'
import { mayChangePlan } from '../../story/plan/plans.ts'
import { subjectLink } from '../../story/subject-link.ts'
import type { Colleagues } from '../../data/people/colleagues.ts'
import { useProfile } from '../../session/use-profile.ts'
import { type StatusTone, StatusDot } from '../../ui/layout/status-dot.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { type Entry, isLate, stateLabel } from './entries.ts'

const TONES: Readonly<Record<PlanState, StatusTone>> = { idea: 'idle', ...ARTICLE_TONES }

/** What is dragged: the id of a plan. */
export const PLAN_TYPE = 'application/x-mantel-plan'

/** Days that an arrow key moves a plan by, pressed with Shift. */
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export interface EntryProps {
  entry: Entry
  nameOf: Colleagues['nameOf']
  /** Such as '2026-11-28'. */
  today: string
  /** Moves it by days. */
  onMove: (entry: Entry, days: number) => void
}

/** What is planned or goes out as a card: its title, writer, status and tasks; with `isWhole` its brief and each task, too. */
export function PlanEntry({ isWhole, ...props }: EntryProps & { isWhole: boolean }) {
  const { entry, nameOf, today } = props
  const { plan, title, tasks, writer } = entry
  const { data: categories = [] } = useQuery(categoriesQuery)
  const category = categories.find(({ id }) => id === entry.categoryId)
  const late = tasks.filter((task) => isLate(task, today)).length
  return (
    <EntryLink
      {...props}
      className={`flex flex-col gap-1 rounded-md border border-s-3 border-rule bg-card px-2 py-1.5 text-sm text-ink transition-colors duration-200 hover:bg-tint ${plan === null ? 'border-dashed' : ''}`}
      colour={category?.color}
    >
      <span className="line-clamp-4 font-semibold [overflow-wrap:anywhere] hyphens-auto">{title}</span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-soft *:min-w-0 *:text-xs">
        {entry.letter !== null && <LetterMark />}
        <EntryStatus entry={entry} />
        {plan?.priority === 'high' && <PriorityFlag />}
        {category !== undefined && <span className="sr-only">{category.name}</span>}
        {!isWhole && tasks.length > 0 && <span>{`${tasks.length} to do`}</span>}
        {!isWhole && late > 0 && <span className="text-madder">{`${late} late`}</span>}
        {writer !== null && <Initials name={nameOf(writer)} />}
      </span>
      {isWhole && plan !== null && plan.brief !== '' && (
        <span className="line-clamp-4 text-xs [overflow-wrap:anywhere] whitespace-pre-line text-soft">
          {plan.brief}
        </span>
      )}
      {isWhole && tasks.length > 0 && (
        <span className="mt-0.5 flex flex-col gap-1 border-t border-rule pt-1.5 text-xs">
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} nameOf={nameOf} today={today} />
          ))}
        </span>
      )}
    </EntryLink>
  )
}

/** The link of an entry, which opens its plan and is moved by dragging or by Shift and the arrow keys; or opens the story or letter that goes out. */
export function EntryLink({
  entry,
  onMove,
  className,
  colour,
  isDraggable = true,
  children,
}: Pick<EntryProps, 'entry' | 'onMove'> & {
  className: string
  /** Whether there are days to drop it on. */
  isDraggable?: boolean
  /** Of its category, for the edge where a line begins. */
  colour?: string | undefined
  children: ReactNode
}) {
  const me = useProfile()
  const { plan } = entry
  const isMovable = plan !== null && mayChangePlan(me, plan)
  const style = colour === undefined ? undefined : { borderInlineStartColor: colour }
  if (plan === null)
    return (
      <Link
        {...subjectLink({ kind: entry.letter === null ? 'story' : 'letter', id: entry.id })}
        draggable={false}
        className={className}
        style={style}
      >
        {children}
      </Link>
    )
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, plan: plan.id })}
      resetScroll={false}
      data-plan={plan.id}
      draggable={isMovable && isDraggable}
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
      className={`${className} ${isMovable && isDraggable ? 'cursor-grab' : ''}`}
      style={style}
    >
      {children}
    </Link>
  )
}

/**
 * The status of an entry, and whether it is overdue. A story without a plan shows the time at which it goes out instead; a
 * letter shows both on the day on which it goes out.
 */
export function EntryStatus({ entry }: { entry: Entry }) {
  const { day, state, plan, outAt, letter, isOverdue } = entry
  const calendar = useCalendar()
  const label = stateLabel(entry)
  const isOutThen = outAt !== null && (letter === null ? plan === null : calendar.dayOf(outAt) === day)
  return (
    <>
      <StatusDot tone={letter?.hold == null ? TONES[state] : 'failed'}>
        {isOutThen ? (
          <span>
            <span className={letter === null ? 'sr-only' : ''}>{`${label} at `}</span>
            {calendar.format(outAt, 'time')}
          </span>
        ) : (
          label
        )}
      </StatusDot>
      {isOverdue && day !== null && (
        <span className="font-semibold text-madder">{`Overdue since ${calendar.formatDay(day, 'dayOfYear')}`}</span>
      )}
    </>
  )
}

/** What tells a letter from a story. */
export function LetterMark() {
  return (
    <span className="inline-flex items-center gap-1 font-semibold">
      <Mail aria-hidden className="size-3.5 shrink-0" />
      Letter
    </span>
  )
}

export function PriorityFlag() {
  return (
    <span>
      <Flag aria-hidden className="size-3.5 shrink-0 text-madder" />
      <span className="sr-only">High priority</span>
    </span>
  )
}

function TaskLine({ task, nameOf, today }: { task: Task } & Pick<EntryProps, 'nameOf' | 'today'>) {
  const calendar = useCalendar()
  const { kind, person_id, due_on } = task
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className="[overflow-wrap:anywhere]">{kind}</span>
      {due_on !== null && (
        <span className={isLate(task, today) ? 'font-semibold text-madder' : 'text-soft'}>
          {calendar.formatDay(due_on, 'dayOfYear')}
        </span>
      )}
      {person_id !== null && <Initials name={nameOf(person_id)} />}
    </span>
  )
}

/** A person by two letters; the whole name is read out and shown in the tooltip. */
function Initials({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  return (
    <span title={name} className="ms-auto">
      <span
        aria-hidden
        className="flex h-4.5 min-w-5 items-center justify-center rounded-full bg-tint px-1 text-[0.625rem] font-semibold text-soft"
      >
        {initialsOf(name)}
      </span>
      <span className="sr-only">{name}</span>
    </span>
  )
}

/** The first letters of the first and the last name, as people see letters: an accent or an emoji is a part of one. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word = '') => firstCharacter(word)).join('')
}
