import type { DateValue } from '@internationalized/date'
import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useId, useState } from 'react'
import { serverClock } from '../../backend/server-clock.ts'
import { Calendar as MagazineCalendar, ownTimeZone } from '../../domain/calendar.ts'
import { Button } from './button.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { clockChange, fromLocal, toLocal } from './local-date-time.ts'
import { Popover } from './popover.tsx'
import { useCalendar } from './use-calendar.ts'

export interface DateTimeFieldProps {
  label: string
  hideLabel?: boolean
  /** An ISO instant; null when none is chosen. */
  value: string | null
  onChange: (iso: string | null) => void
  /** Text of the empty field and of the button that clears it. */
  emptyText: string
}

/** A date and a time in the magazine's time zone, which it names. */
export function DateTimeField({ label, hideLabel = false, value, onChange, emptyText }: DateTimeFieldProps) {
  const labelId = useId()
  const buttonId = useId()
  const zoneId = useId()
  const calendar = useCalendar()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </span>
      <DialogTrigger>
        <AriaButton
          id={buttonId}
          aria-labelledby={`${labelId} ${buttonId}`}
          aria-describedby={zoneId}
          className="flex field items-center justify-between gap-2 px-3 py-1.5 text-left"
        >
          <span className={value === null ? 'text-soft' : ''}>
            {value === null ? emptyText : calendar.format(value, 'dateAndTime')}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog aria-label={label} className="flex min-h-0 flex-col outline-none">
            {({ close }) => (
              <Picker
                value={value}
                onChange={onChange}
                emptyText={emptyText}
                calendar={calendar}
                onClose={close}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <span id={zoneId} className={value === null ? 'sr-only' : 'text-xs text-soft'}>
        {calendar.zoneText(value ?? serverClock.now().toISOString())}
      </span>
    </div>
  )
}

function Picker({
  value,
  onChange,
  emptyText,
  calendar,
  onClose,
}: Pick<DateTimeFieldProps, 'value' | 'onChange' | 'emptyText'> & {
  calendar: MagazineCalendar
  onClose: () => void
}) {
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
        <label className="flex items-center justify-between gap-3 text-sm font-semibold">
          Time
          <input
            type="time"
            required
            value={time}
            onChange={(event) => {
              if (event.target.value === '') return
              setTime(event.target.value)
              if (day !== null) onChange(fromLocal(day, event.target.value, calendar))
            }}
            className="field w-auto! px-3 py-1 font-normal"
          />
        </label>
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
