import { DayField } from './day-field.tsx'

export interface DayRangeTexts {
  from: string
  to: string
  /** The error of a last day before the first. */
  tooEarly: string
  /** Hints while only one of the days is set; left out where one is enough. */
  fromMissing?: string
  toMissing?: string
}

const FROM_TO: DayRangeTexts = { from: 'From', to: 'To', tooEarly: 'Before the first day' }

/** Two fields for the first and the last day of a range, as YYYY-MM-DD. */
export function DayRange({
  from,
  to,
  onChange,
  texts = FROM_TO,
}: {
  from: string | undefined
  to: string | undefined
  onChange: (part: { from?: string | undefined; to?: string | undefined }) => void
  texts?: DayRangeTexts
}) {
  return (
    <>
      <DayField
        label={texts.from}
        value={from ?? null}
        onChange={(day) => onChange({ from: day ?? undefined })}
        emptyText="Any day"
        description={from !== undefined && to === undefined ? texts.toMissing : undefined}
      />
      <DayField
        label={texts.to}
        value={to ?? null}
        onChange={(day) => onChange({ to: day ?? undefined })}
        emptyText="Any day"
        description={to !== undefined && from === undefined ? texts.fromMissing : undefined}
        errorMessage={from !== undefined && to !== undefined && to < from ? texts.tooEarly : undefined}
      />
    </>
  )
}
