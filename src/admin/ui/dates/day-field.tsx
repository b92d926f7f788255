import { parseDate } from '@internationalized/date'
import { Button } from '../layout/button.tsx'
import { PickerField } from '../fields/picker-field.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { useCalendar } from './use-calendar.ts'

/** A day, the same in every time zone, written in the magazine's language. */
export function DayField({
  label,
  hideLabel,
  description,
  errorMessage,
  value,
  onChange,
  emptyText,
}: {
  label: string
  hideLabel?: boolean
  description?: string | undefined
  errorMessage?: string | undefined
  /** Such as '2026-11-14'; null when none is chosen. */
  value: string | null
  onChange: (day: string | null) => void
  /** Text of the empty field and of the button that clears it. */
  emptyText: string
}) {
  const calendar = useCalendar()
  return (
    <PickerField
      label={label}
      hideLabel={hideLabel}
      description={description}
      errorMessage={errorMessage}
      text={value === null ? null : calendar.formatDay(value, 'date')}
      emptyText={emptyText}
    >
      {(close) => {
        const choose = (day: string | null) => {
          onChange(day)
          close()
        }
        return (
          <div className="flex flex-col gap-3 p-3">
            <DayCalendar
              day={value === null ? null : parseDate(value)}
              calendar={calendar}
              onChange={(day) => choose(day.toString())}
            />
            <Button size="sm" variant="ghost" isDisabled={value === null} onPress={() => choose(null)}>
              {emptyText}
            </Button>
          </div>
        )
      }}
    </PickerField>
  )
}
