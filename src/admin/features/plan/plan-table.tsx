import type { Colleagues } from '../../data/people/colleagues.ts'
import { type Column, DataTable, NONE } from '../../resources/data-table.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { type Entry, isLate } from './entries.ts'
import { type EntryProps, EntryLink, EntryStatus, LetterMark, PriorityFlag } from './plan-entry.tsx'

/** What is planned as a table, each entry with its next task, by whom and until when. */
export function PlanTable({
  entries,
  nameOf,
  today,
  onMove,
}: {
  /** In the order of their days; those without one last. */
  entries: readonly Entry[]
  nameOf: Colleagues['nameOf']
} & Pick<EntryProps, 'today' | 'onMove'>) {
  const calendar = useCalendar()
  const personOf = (id: string | null | undefined) => (id == null ? null : nameOf(id))
  const columns: Column<Entry>[] = [
    {
      header: 'Day',
      cellClassName: 'whitespace-nowrap',
      cell: ({ day }) =>
        day === null ? (
          <span className="text-soft">No day yet</span>
        ) : (
          <time dateTime={day} className={day === today ? 'font-semibold' : ''}>
            {`${calendar.formatDay(day, 'shortWeekday')} ${calendar.formatDay(day, 'date')}`}
          </time>
        ),
    },
    {
      header: 'Title',
      cellClassName: 'min-w-56',
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <EntryLink
            entry={entry}
            onMove={onMove}
            isDraggable={false}
            className="rounded-sm font-semibold [overflow-wrap:anywhere] hover:underline"
          >
            {entry.title}
          </EntryLink>
          {entry.letter !== null && (
            <span className="text-xs text-soft">
              <LetterMark />
            </span>
          )}
          {entry.plan?.priority === 'high' && <PriorityFlag />}
        </span>
      ),
    },
    { header: 'Writer', cell: ({ writer }) => personOf(writer) ?? NONE },
    {
      header: 'Status',
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-x-2 text-sm">
          <EntryStatus entry={entry} />
        </span>
      ),
    },
    {
      header: 'Next task',
      cell: ({ tasks }) =>
        tasks[0] === undefined ? (
          NONE
        ) : (
          <span className="[overflow-wrap:anywhere]">
            {tasks[0].kind}
            {tasks.length > 1 && <span className="text-soft">{` and ${tasks.length - 1} more`}</span>}
          </span>
        ),
    },
    { header: 'Who', cell: ({ tasks }) => personOf(tasks[0]?.person_id) ?? NONE },
    {
      header: 'Due',
      cellClassName: 'whitespace-nowrap',
      cell: ({ tasks: [task] }) =>
        task?.due_on == null ? (
          NONE
        ) : (
          <time dateTime={task.due_on} className={isLate(task, today) ? 'font-semibold text-madder' : ''}>
            {calendar.formatDay(task.due_on, 'date')}
            {isLate(task, today) && <span className="sr-only"> (late)</span>}
          </time>
        ),
    },
  ]
  if (entries.length === 0) return <p className="text-soft">Nothing is planned.</p>
  return <DataTable label="Plan" columns={columns} rows={entries} />
}
