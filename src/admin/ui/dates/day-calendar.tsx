import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { use } from 'react'
import {
  type CalendarMonthPickerAria,
  type CalendarYearPickerAria,
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarStateContext,
  CalendarYearPicker,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { serverClock } from '../../../backend/server-clock.ts'
import type { Calendar as MagazineCalendar } from '../../../domain/text/calendar.ts'

/**
 * A month in which a day is chosen, with the days of its first and last week that are of other months; today is the
 * magazine's.
 */
export function DayCalendar({
  day,
  onChange,
  calendar,
}: {
  day: DateValue | null
  onChange: (day: DateValue) => void
  calendar: MagazineCalendar
}) {
  // React Aria's own "today" follows the browser's zone and clock.
  const today = calendar.dayOf(serverClock.now().toISOString())
  return (
    <I18nProvider locale={calendar.locale}>
      <Calendar
        aria-label="Day"
        value={day}
        defaultFocusedValue={day ?? parseDate(today)}
        onChange={onChange}
      >
        <header className="mb-2 flex items-center justify-between">
          <AriaButton slot="previous" className="rounded-sm p-1.5 hover:bg-tint">
            <ChevronLeft aria-hidden className="size-4" />
          </AriaButton>
          <span className="flex gap-1">
            <CalendarMonthPicker>{(picker) => <HeaderSelect {...picker} />}</CalendarMonthPicker>
            <CalendarYearPicker>{(picker) => <HeaderSelect {...picker} />}</CalendarYearPicker>
          </span>
          <AriaButton slot="next" className="rounded-sm p-1.5 hover:bg-tint">
            <ChevronRight aria-hidden className="size-4" />
          </AriaButton>
        </header>
        <CalendarGrid>
          <CalendarGridHeader>
            {(day) => (
              <CalendarHeaderCell className="pb-1 text-xs font-semibold text-soft">{day}</CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <DayCell date={date} today={today} calendar={calendar} />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  )
}

const DAY = 'flex size-9 items-center justify-center rounded-sm text-sm'

function DayCell({
  date,
  today,
  calendar,
}: {
  date: CalendarDate
  today: string
  calendar: MagazineCalendar
}) {
  const state = use(CalendarStateContext)
  const isToday = date.toString() === today
  const look = `${DAY} ${isToday ? 'underline' : ''}`
  // React Aria lets no day of another month be chosen. Keys reach it in its own month.
  if (state !== null && date.month !== state.visibleRange.start.month)
    return (
      <td role="gridcell">
        <AriaButton
          slot={null}
          excludeFromTabOrder
          aria-label={dayLabel(calendar.formatDay(date.toString(), 'weekdayAndDate'), isToday)}
          onPress={() => {
            state.setFocusedDate(date)
            state.selectDate(date)
          }}
          className={`${look} text-soft hover:bg-tint`}
        >
          {date.day}
        </AriaButton>
      </td>
    )
  return (
    <CalendarCell
      date={date}
      render={(props) => <div {...props} aria-label={dayLabel(props['aria-label'], isToday)} />}
      className={`${look} cursor-pointer data-hovered:bg-tint data-selected:bg-fill data-selected:font-semibold data-selected:text-on-fill`}
    />
  )
}

/** The shown month or year, which leads to others. */
function HeaderSelect({
  'aria-label': label,
  value,
  onChange,
  items,
}: CalendarMonthPickerAria | CalendarYearPickerAria) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="cursor-pointer rounded-sm bg-transparent px-1 py-1 text-sm font-semibold hover:bg-tint"
    >
      {items.map(({ id, formatted }) => (
        <option key={id} value={id}>
          {formatted}
        </option>
      ))}
    </select>
  )
}

/** The label of a day, derived from React Aria's. */
function dayLabel(label = '', isToday: boolean): string {
  return `${isToday ? TODAY : ''}${label.startsWith(TODAY) ? label.slice(TODAY.length) : label}`
}
const TODAY = 'Today, '
