import { Plus } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import type { Entry } from './entries.ts'
import { PLAN_TYPE } from './plan-entry.tsx'

interface DaysProps {
  days: readonly string[]
  today: string
  entries: ReadonlyMap<string | null, readonly Entry[]>
  /** Called when a plan is dropped on a day. */
  onDrop: (plan: string, day: string) => void
  /** Begins a new idea for a day. */
  onAdd: (day: string) => void
  renderEntry: (entry: Entry) => ReactNode
}

/** Weeks as rows of seven days; days that are over are grey, and the first of a month is named with it. */
export function DayGrid({ days, ...rest }: DaysProps) {
  const calendar = useCalendar()
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-rule">
      <div
        aria-hidden
        className="grid grid-cols-7 border-b border-rule bg-tint text-xs font-semibold text-soft"
      >
        {days.slice(0, 7).map((day) => (
          <span key={day} className="px-2 py-1.5">
            {calendar.formatDay(day, 'shortWeekday')}
          </span>
        ))}
      </div>
      <ol aria-label="Days" className="grid grid-cols-7 gap-px bg-rule">
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            {...rest}
            className={`${days.length > 7 ? 'min-h-28' : 'min-h-72'} ${day < rest.today ? 'bg-tint' : 'bg-page'}`}
            name={
              day === days[0] || day.endsWith('-01')
                ? calendar.formatDay(day, 'dayOfYear')
                : String(Number(day.slice(8)))
            }
          />
        ))}
      </ol>
    </div>
  )
}

/** The days that have entries, and today, below one another. */
export function DayList({ days, ...rest }: DaysProps) {
  const calendar = useCalendar()
  const shown = days.filter((day) => day === rest.today || rest.entries.has(day))
  return (
    <ol aria-label="Days" className="flex min-w-0 flex-col gap-3">
      {shown.map((day) => (
        <Day
          key={day}
          day={day}
          {...rest}
          emptyText="Nothing is planned."
          className="border-t border-rule px-0! pt-2"
          name={calendar.formatDay(day, 'weekdayAndDate')}
        />
      ))}
    </ol>
  )
}

function Day({
  day,
  today,
  entries,
  onDrop,
  onAdd,
  renderEntry,
  name,
  emptyText,
  className,
}: Omit<DaysProps, 'days'> & { day: string; name: string; emptyText?: string; className: string }) {
  const calendar = useCalendar()
  const { isOver, drop } = useDrop((plan) => onDrop(plan, day))
  const isToday = day === today
  const own = entries.get(day) ?? []
  const date = calendar.formatDay(day, 'weekdayAndDate')
  return (
    <li
      {...drop}
      aria-label={isToday ? `Today, ${date}` : date}
      data-today={isToday || undefined}
      className={`group flex min-w-0 flex-col gap-1.5 p-1.5 ${className} ${isOver ? 'outline-2 -outline-offset-2 outline-prussian' : ''}`}
    >
      <div className="flex min-h-6 items-center justify-between gap-1">
        <time
          dateTime={day}
          className={`rounded-full text-xs font-semibold ${isToday ? 'bg-fill px-1.5 text-on-fill' : ''}`}
        >
          {name}
        </time>
        <button
          type="button"
          aria-label={`New idea for ${date}`}
          onClick={() => onAdd(day)}
          className="flex size-6 items-center justify-center rounded-md text-soft opacity-0 group-hover:opacity-100 hover:bg-tint focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Plus aria-hidden className="size-4" />
        </button>
      </div>
      {own.length === 0 && emptyText !== undefined && <p className="text-sm text-soft">{emptyText}</p>}
      {own.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {own.map((entry) => (
            <li key={entry.id}>{renderEntry(entry)}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What makes an element take plans that are dropped on it. */
export function useDrop(onDrop: (plan: string) => void) {
  const [isOver, setOver] = useState(false)
  const hasPlan = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(PLAN_TYPE)
  return {
    isOver,
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!hasPlan(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!hasPlan(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(PLAN_TYPE))
      },
    },
  }
}
