import { ChevronDown } from 'lucide-react'
import { Button, Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'
import { type Option, OptionList } from './option-list.tsx'
import { Popover } from './popover.tsx'

export interface SelectProps extends FieldTexts {
  options: readonly Option[]
  /** The id of the chosen option, null for none. */
  value: string | null
  onChange: (id: string) => void
  isDisabled?: boolean
}

const PLACEHOLDER = 'Select…'

/** A select for short lists. "None" is an option like the others. */
export function Select({
  label,
  hideLabel,
  description,
  errorMessage,
  options,
  value,
  onChange,
  isDisabled = false,
}: SelectProps) {
  const chosen = options.find(({ id }) => id === value)
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key))
      }}
      placeholder={PLACEHOLDER}
      isDisabled={isDisabled}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1.5"
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Button className="flex field items-center gap-2 px-3 py-1.5 text-left">
        <SelectValue className="flex min-w-0 flex-1 items-center gap-2.5 data-placeholder:text-soft">
          {chosen === undefined ? (
            PLACEHOLDER
          ) : (
            <>
              {chosen.adornment}
              <span className="truncate">{chosen.label}</span>
            </>
          )}
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
      </Button>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className="min-w-(--trigger-width)">
        <OptionList options={options} emptyText="Nothing to choose from" />
      </Popover>
    </AriaSelect>
  )
}
