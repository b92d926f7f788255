import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { formatDateTime } from './format.ts'
import { fromLocal, toLocal } from './local-date-time.ts'
import { Popover } from './popover.tsx'

export interface DateTimeFieldProps {
  label: string
  hideLabel?: boolean
  /** An ISO instant; null when none is chosen. */
  value: string | null
  onChange: (iso: string | null) => void
  /** Text of the empty field and of the button that clears it. */
  emptyText: string
}

export function DateTimeField({ label, hideLabel = false, value, onChange, emptyText }: DateTimeFieldProps) {
  const labelId = useId()
  const buttonId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </span>
      <DialogTrigger>
        <AriaButton
          id={buttonId}
          aria-labelledby={`${labelId} ${buttonId}`}
          className="flex field items-center justify-between gap-2 px-3 py-1.5 text-left"
        >
          <span className={value === null ? 'text-soft' : ''}>
            {value === null ? emptyText : formatDateTime(value)}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog aria-label={label} className="p-3 outline-none">
            {({ close }) => (
              <Picker value={value} onChange={onChange} emptyText={emptyText} onClose={close} />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  )
}

function Picker({
  value,
  onChange,
  emptyText,
  onClose,
}: Pick<DateTimeFieldProps, 'value' | 'onChange' | 'emptyText'> & { onClose: () => void }) {
  const local = value === null ? null : toLocal(value)
  // Kept apart from the value: a time may be typed before a day is chosen.
  const [time, setTime] = useState(local?.time ?? '08:00')
  return (
    <div className="flex flex-col gap-3">
      <Calendar
        aria-label="Day"
        value={local?.date ?? null}
        onChange={(date) => onChange(fromLocal(date, time))}
      >
        <header className="mb-2 flex items-center justify-between">
          <AriaButton slot="previous" className="rounded-sm p-1.5 hover:bg-tint">
            <ChevronLeft aria-hidden className="size-4" />
          </AriaButton>
          <CalendarHeading className="text-sm font-semibold" />
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
            {(date) => (
              <CalendarCell
                date={date}
                className="flex size-9 cursor-pointer items-center justify-center rounded-sm text-sm data-hovered:bg-tint data-outside-month:hidden data-selected:bg-fill data-selected:font-semibold data-selected:text-on-fill data-today:underline"
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
      <label className="flex items-center justify-between gap-3 text-sm font-semibold">
        Time
        <input
          type="time"
          required
          value={time}
          onChange={(event) => {
            if (event.target.value === '') return
            setTime(event.target.value)
            if (local !== null) onChange(fromLocal(local.date, event.target.value))
          }}
          className="field w-auto! px-3 py-1 font-normal"
        />
      </label>
      <div className="flex justify-between gap-2.5 border-t border-rule pt-3">
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
    </div>
  )
}
