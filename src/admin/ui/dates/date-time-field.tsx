import { serverClock } from '../../../backend/server-clock.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { PickerField } from '../fields/picker-field.tsx'
import { Spinner } from '../layout/spinner.tsx'
import { useCalendar } from './use-calendar.ts'

// React Aria's calendar, for all calendars of the world, is a tenth of the editor's own script.
export const DateTimePicker = lazyPart(
  async () => (await import('./date-time-picker.tsx')).DateTimePicker,
  () => (
    <div className="flex justify-center p-8">
      <Spinner />
    </div>
  ),
)

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
export function DateTimeField({ label, hideLabel, value, onChange, emptyText }: DateTimeFieldProps) {
  const calendar = useCalendar()
  return (
    <PickerField
      label={label}
      hideLabel={hideLabel}
      description={calendar.zoneText(value ?? serverClock.now().toISOString())}
      isDescriptionHidden={value === null}
      text={value === null ? null : calendar.format(value, 'dateAndTime')}
      emptyText={emptyText}
      onApproach={DateTimePicker.preload}
    >
      {(close) => (
        <DateTimePicker
          value={value}
          onChange={onChange}
          emptyText={emptyText}
          calendar={calendar}
          onClose={close}
        />
      )}
    </PickerField>
  )
}
