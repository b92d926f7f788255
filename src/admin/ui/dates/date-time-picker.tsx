import type { DateValue } from '@internationalized/date'
import { useId, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { Calendar as MagazineCalendar, ownTimeZone } from '../../../domain/text/calendar.ts'
import { Button } from '../layout/button.tsx'
import type { DateTimeFieldProps } from './date-time-field.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { clockChange, fromLocal, parseTime, toLocal } from './local-date-time.ts'

/** What a DateTimeField opens. */
export function DateTimePicker({
  value,
  onChange,
  emptyText,
  calendar,
  onClose,
}: Pick<DateTimeFieldProps, 'value' | 'onChange' | 'emptyText'> & {
  calendar: MagazineCalendar
  onClose: () => void
}) {
  const timeId = useId()
  const local = value === null ? null : toLocal(value, calendar)
  // Kept apart from the value: a time may be typed before a day is chosen.
  const [time, setTime] = useState(local?.time ?? '08:00')
  // That which was chosen: a time that the zone skips may be on the day after it.
  const [day, setDay] = useState<DateValue | null>(local?.date ?? null)
  return (
    <>
      <div className="relative flex min-h-0 flex-col gap-3 overflow-y-auto p-3">
        <DayCalendar
          day={day}
          calendar={calendar}
          onChange={(date) => {
            setDay(date)
            onChange(fromLocal(date, time, calendar))
          }}
        />
        <div className="flex items-center justify-between gap-3 text-sm">
          <label htmlFor={timeId} className="font-semibold">
            Time
          </label>
          <TimeInput
            id={timeId}
            value={time}
            onChange={(to) => {
              setTime(to)
              if (day !== null) onChange(fromLocal(day, to, calendar))
            }}
          />
        </div>
        <ZoneNote value={value} day={day} time={time} calendar={calendar} />
      </div>
      <div className="flex justify-between gap-2.5 border-t border-rule p-3">
        <Button
          size="sm"
          variant="ghost"
          isDisabled={value === null}
          onPress={() => {
            onChange(null)
            onClose()
          }}
        >
          {emptyText}
        </Button>
        <Button size="sm" onPress={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}

/** A time of the 24 hours of a day (HH:mm), in every browser and language. What is no time is set back when it is left. */
function TimeInput({ id, value, onChange }: { id: string; value: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string, isDone: boolean) => {
    const time = parseTime(text, isDone)
    setTyped(isDone ? null : text)
    if (time !== null && time !== value) onChange(time)
  }
  return (
    <input
      id={id}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={typed ?? value}
      onChange={({ target }) => take(target.value, false)}
      onBlur={({ target }) => take(target.value, true)}
      className="field w-20! px-3 py-1 font-normal tabular-nums"
    />
  )
}

/** Which zone the time is of, what it is on this machine, and what a clock change makes of it. */
function ZoneNote({
  value,
  day,
  time,
  calendar,
}: {
  value: string | null
  day: DateValue | null
  time: string
  calendar: MagazineCalendar
}) {
  const own = new MagazineCalendar(ownTimeZone(), calendar.language)
  const change = day === null ? null : clockChange(day, time, calendar)
  return (
    <div role="status" className="max-w-63 text-sm text-soft">
      <p>{calendar.zoneText(value ?? serverClock.now().toISOString())}</p>
      {value !== null && own.isoTime(value) !== calendar.isoTime(value) && (
        <p>{`On this device: ${own.format(value, 'dateAndTime')}`}</p>
      )}
      {value !== null && change === 'skipped' && (
        <p>{`The clocks skip ${time} on this day: it is ${calendar.format(value, 'time')}.`}</p>
      )}
      {change === 'twice' && <p>{`The clocks show ${time} twice on this day: it is the first.`}</p>}
    </div>
  )
}
