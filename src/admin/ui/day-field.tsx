import { parseDate } from '@internationalized/date'
import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useId } from 'react'
import { Button } from './button.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { Popover } from './popover.tsx'
import { useCalendar } from './use-calendar.ts'

/** A day, the same in every time zone, written in the magazine's language. */
export function DayField({
  label,
  hideLabel = false,
  description,
  value,
  onChange,
  emptyText,
}: {
  label: string
  hideLabel?: boolean
  description?: string
  /** Such as '2026-11-14'; null when none is chosen. */
  value: string | null
  onChange: (day: string | null) => void
  /** Text of the empty field and of the button that clears it. */
  emptyText: string
}) {
  const labelId = useId()
  const buttonId = useId()
  const calendar = useCalendar()
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={labelId} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </span>
      <DialogTrigger>
        <AriaButton
          id={buttonId}
          aria-labelledby={`${labelId} ${buttonId}`}
          className="flex field items-center justify-between gap-2 px-3 py-1.5 text-left"
        >
          <span className={`truncate ${value === null ? 'text-soft' : ''}`}>
            {value === null ? emptyText : calendar.formatDay(value, 'date')}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog aria-label={label} className="flex flex-col gap-3 p-3 outline-none">
            {({ close }) => {
              const choose = (day: string | null) => {
                onChange(day)
                close()
              }
              return (
                <>
                  <DayCalendar
                    day={value === null ? null : parseDate(value)}
                    calendar={calendar}
                    onChange={(day) => choose(day.toString())}
                  />
                  <Button size="sm" variant="ghost" isDisabled={value === null} onPress={() => choose(null)}>
                    {emptyText}
                  </Button>
                </>
              )
            }}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {description !== undefined && <span className="text-xs text-soft">{description}</span>}
    </div>
  )
}
