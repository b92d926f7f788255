import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { PLAN_STATES } from '../../../domain/newsroom/plan.ts'
import { useCategoryOptions } from '../../story/category-options.tsx'
import { type Colleagues, useColleagues } from '../../data/people/colleagues.ts'
import { FilterChips, MineChip } from '../../resources/filter-chips.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { lettersOnQuery, plansQuery, publishedOnQuery } from './data/calendar.ts'
import { addDays, daysOf, eachDay, turned } from './days.ts'
import { type Entry, PLAN_STATE_LABELS, byDay, entriesOf, inOrderOfDays, isPast, passes } from './entries.ts'
import { DayGrid, DayList, useDrop } from './plan-days.tsx'
import { PlanEntry } from './plan-entry.tsx'
import type { PlanSearch, PlanView } from './plan-search.ts'
import { PlanTable } from './plan-table.tsx'
import { useMoves } from './use-moves.ts'

const route = getRouteApi('/admin/plan')

/** Where seven days beside one another would be too narrow to be read. */
const NARROW_QUERY = '(max-width: 1023px)'

const VIEWS: readonly { value: PlanView; label: string }[] = [
  { value: 'calendar', label: 'Calendar' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
]

const OpenPlan = lazyPart(async () => (await import('./open-plan.tsx')).OpenPlan)
const SubscribeDialog = lazyPart(async () => (await import('./subscribe-dialog.tsx')).SubscribeDialog)

/** What is planned and what goes out, by day, beside the ideas and stories without one. */
export function PlanScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const calendar = useCalendar()
  const isNarrow = useMediaQuery(NARROW_QUERY)
  const now = serverClock.now()
  const today = calendar.dayOf(now.toISOString())
  const { view = isNarrow ? 'list' : 'calendar', day = today } = search
  const range = daysOf(view, day, calendar.locale)
  // What is overdue from earlier weeks is shown beside the present ones.
  const hasToday = range.first <= today && today <= range.last
  const plans = useQuery(plansQuery(hasToday ? { ...range, first: addDays(range.first, -365) } : range))
  const published = useQuery({ ...publishedOnQuery(range), enabled: view !== 'list' })
  const letters = useQuery(lettersOnQuery(range))
  const colleagues = useColleagues()
  const [newFor, setNewFor] = useState<{ day: string | null } | null>(null)
  const [isSubscribing, setSubscribing] = useState(false)
  const { withMoves, move, announcement } = useMoves()

  const change = (part: Partial<PlanSearch>, { ignoreBlocker = false } = {}) =>
    navigate({
      ignoreBlocker,
      to: '.',
      search: (before: object) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    })

  const rows = plans.data === undefined ? undefined : withMoves(plans.data)
  const all = entriesOf(rows ?? [], view === 'list' ? [] : (published.data ?? []), letters.data ?? [], {
    now,
    today,
    calendar,
  })
  const isListed = (entry: Entry) => passes(entry, search) && (view !== 'list' || !isPast(entry, today))
  const listed = all.filter(isListed)
  const entries = byDay(listed)
  const overdue = hasToday ? listed.filter((entry) => entry.isOverdue && (entry.day ?? '') < range.first) : []

  const onDrop = (plan: string, to: string | null) => {
    const entry = all.find(({ id }) => id === plan)
    if (entry !== undefined) void move(entry, to)
  }
  const onMove = async (entry: Entry, days: number) => {
    const to = entry.day === null ? day : addDays(entry.day, days)
    const moving = move(entry, to)
    if (to < range.first || to > range.last) await change({ day: to })
    await moving
  }

  const isTable = view === 'list' && !isNarrow
  const forEntries = {
    nameOf: colleagues.nameOf,
    today,
    onMove: (...moving: Parameters<typeof onMove>) => void onMove(...moving),
  }
  const renderEntry = (entry: Entry) => (
    <PlanEntry entry={entry} {...forEntries} isWhole={view !== 'calendar' || isNarrow} />
  )
  const onAdd = (on: string) => setNewFor({ day: on })
  const days = { days: eachDay(range), today, entries, onDrop, onAdd, renderEntry }

  return (
    <ScreenBox>
      <ScreenTitle>Plan</ScreenTitle>
      <TopBarActions>
        <Button onPress={() => setSubscribing(true)} onHoverStart={SubscribeDialog.preload}>
          <CalendarPlus aria-hidden className="size-4" />
          <span className="sr-only md:not-sr-only">Subscribe</span>
        </Button>
        <Button variant="primary" onPress={() => setNewFor({ day: null })} onHoverStart={OpenPlan.preload}>
          <Plus aria-hidden className="size-4" />
          New Idea
        </Button>
      </TopBarActions>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <FilterChips
            label="View"
            chips={VIEWS}
            value={view}
            onChange={(value) => void change({ view: value })}
          />
          <MineChip person={search.person} onChange={(person) => void change({ person })} />
        </div>
        {view !== 'list' && <Period view={view} day={day} onChange={(to) => void change({ day: to })} />}
      </div>
      <Filters search={search} colleagues={colleagues} onChange={(part) => void change(part)} />
      {published.isLoadingError && view !== 'list' && (
        <p role="status" className="text-sm text-madder">
          The stories that go out on these days could not be loaded.
        </p>
      )}
      {letters.isLoadingError && (
        <p role="status" className="text-sm text-madder">
          The letters of these days could not be loaded.
        </p>
      )}
      {plans.isLoadingError ? (
        <QueryError title="Failed to load the plan" error={plans.error} refetch={plans.refetch} />
      ) : (
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${view === 'calendar' ? 'lg:grid-cols-[minmax(0,1fr)_16rem]' : ''}`}
        >
          {rows === undefined ? (
            <div aria-busy="true" className="flex flex-col gap-3">
              <span className="sr-only">Loading the plan</span>
              <Skeleton className={view === 'week' ? 'h-80' : 'h-160'} />
            </div>
          ) : isTable ? (
            <PlanTable entries={inOrderOfDays(entries)} {...forEntries} />
          ) : isNarrow ? (
            <DayList {...days} />
          ) : (
            <DayGrid {...days} />
          )}
          {!isTable && (
            <div className="flex flex-col gap-4">
              {overdue.length > 0 && (
                <EntryBox
                  title="Overdue"
                  entries={overdue}
                  isWide={view === 'week'}
                  renderEntry={renderEntry}
                />
              )}
              <EntryBox
                title="Without a Day"
                entries={rows === undefined ? undefined : (entries.get(null) ?? [])}
                emptyText="Ideas, and stories whose day is open, wait here."
                isWide={view === 'week'}
                onDrop={(plan) => onDrop(plan, null)}
                renderEntry={renderEntry}
              />
            </div>
          )}
        </div>
      )}
      <p className="text-sm text-soft pointer-coarse:hidden">
        {isTable
          ? 'Shift and an arrow key on what is planned plan it for another day. When it goes out stays as it is.'
          : 'Drag what is planned to another day, or press Shift and an arrow key on it. When it goes out stays as it is.'}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {(newFor !== null || search.plan !== undefined) && (
        <OpenPlan
          key={search.plan ?? 'new'}
          id={search.plan ?? null}
          plan={plans.data?.find(({ id }) => id === search.plan) ?? null}
          day={newFor?.day ?? null}
          onClose={() => {
            setNewFor(null)
            // The dialog has asked before it closes; what it has saved is no reason to ask.
            if (search.plan !== undefined) void change({ plan: undefined }, { ignoreBlocker: true })
          }}
        />
      )}
      {isSubscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
    </ScreenBox>
  )
}

/** The weeks that are shown, with the way to others. */
function Period({
  view,
  day,
  onChange,
}: {
  view: 'calendar' | 'week'
  day: string
  /** Undefined: today. */
  onChange: (day: string | undefined) => void
}) {
  const calendar = useCalendar()
  const { first, last } = daysOf(view, day, calendar.locale)
  const what = view === 'week' ? 'week' : 'weeks'
  return (
    <div className="flex items-center gap-2">
      <h2 className="font-serif text-xl" aria-live="polite">
        {`${calendar.formatDay(first, 'dayOfYear')} – ${calendar.formatDay(last, 'date')}`}
      </h2>
      <Button size="icon" aria-label={`Previous ${what}`} onPress={() => onChange(turned(view, day, -1))}>
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <Button onPress={() => onChange(undefined)}>Today</Button>
      <Button size="icon" aria-label={`Next ${what}`} onPress={() => onChange(turned(view, day, 1))}>
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </div>
  )
}

function Filters({
  search,
  colleagues,
  onChange,
}: {
  search: PlanSearch
  colleagues: Colleagues
  onChange: (part: Partial<PlanSearch>) => void
}) {
  const { person, category, state } = search
  const isFiltered = [person, category, state].some((value) => value !== undefined)
  const categories = useCategoryOptions('Any category')
  return (
    <search
      aria-label="Plan"
      className="grid grid-cols-2 items-end gap-3 md:flex md:*:w-48 md:[&>button]:w-auto"
    >
      <Select
        label="Person"
        options={colleagues.options('Anybody', person)}
        value={person ?? null}
        onChange={(id) => onChange({ person: id ?? undefined })}
      />
      <Select
        label="Category"
        {...categories}
        value={category ?? null}
        onChange={(id) => onChange({ category: id ?? undefined })}
      />
      <Select
        label="Status"
        options={[
          { id: null, label: 'Any status' },
          ...PLAN_STATES.map((id) => ({ id, label: PLAN_STATE_LABELS[id] })),
        ]}
        value={state ?? null}
        onChange={(id) => onChange({ state: id ?? undefined })}
      />
      {isFiltered && (
        <Button
          variant="ghost"
          onPress={() => onChange({ person: undefined, category: undefined, state: undefined })}
        >
          Clear Filters
        </Button>
      )}
    </search>
  )
}

/** Plans that have no place among the days: those without a day, and what is overdue from earlier weeks. */
function EntryBox({
  title,
  entries,
  emptyText,
  isWide,
  onDrop,
  renderEntry,
}: {
  title: string
  /** Undefined while they load. */
  entries: readonly Entry[] | undefined
  emptyText?: string
  /** Whether it has the whole width. */
  isWide: boolean
  /** Left out where nothing may be dropped. */
  onDrop?: (plan: string) => void
  renderEntry: (entry: Entry) => ReactNode
}) {
  const titleId = useId()
  const { isOver, drop } = useDrop((plan) => onDrop?.(plan))
  return (
    <section
      {...(onDrop === undefined ? {} : drop)}
      aria-labelledby={titleId}
      className={`flex flex-col gap-2 rounded-lg border border-rule p-3 ${isOver ? 'outline-2 -outline-offset-2 outline-prussian' : ''}`}
    >
      <h2 id={titleId} className="text-sm font-semibold">
        {title}
      </h2>
      {entries === undefined ? (
        <Skeleton className="h-24" />
      ) : entries.length === 0 ? (
        <p className="text-sm text-soft">{emptyText}</p>
      ) : (
        <ul
          className={
            isWide
              ? 'grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] items-start gap-1.5'
              : 'flex flex-col gap-1.5'
          }
        >
          {entries.map((entry) => (
            <li key={entry.id}>{renderEntry(entry)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
