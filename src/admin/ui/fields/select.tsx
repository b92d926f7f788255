import { ChevronDown } from 'lucide-react'
import { Button, Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Popover } from '../overlays/popover.tsx'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'
import { type Option, optionKey, OptionList } from './option-list.tsx'

export interface SelectProps<Id extends string | null> extends FieldTexts {
  options: readonly Option<Id>[]
  /** The id of the chosen option, null for none. */
  value: NoInfer<Id> | null
  onChange: (id: NoInfer<Id>) => void
  isDisabled?: boolean
}

const PLACEHOLDER = 'Select…'

/** A select for short lists. The choice of nothing is an option whose id is null. */
export function Select<Id extends string | null>({
  label,
  hideLabel,
  description,
  errorMessage,
  options,
  value,
  onChange,
  isDisabled = false,
}: SelectProps<Id>) {
  const chosen = options.find(({ id }) => id === value)
  return (
    <AriaSelect
      value={chosen === undefined ? null : optionKey(chosen.id)}
      onChange={(key) => {
        const option = options.find(({ id }) => optionKey(id) === key)
        if (option !== undefined) onChange(option.id)
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
