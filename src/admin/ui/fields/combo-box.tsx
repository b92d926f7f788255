import { ChevronDown } from 'lucide-react'
import { Button, ComboBox as AriaComboBox, Input } from 'react-aria-components/ComboBox'
import { Popover } from '../overlays/popover.tsx'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'
import { type Option, OptionList } from './option-list.tsx'

export interface ComboBoxProps extends FieldTexts {
  options: readonly Option<string | null>[]
  /** The id of the chosen option, null for none. */
  value: string | null
  onChange: (id: string | null) => void
  placeholder?: string
  emptyText?: string
  /** With it, `options` are the server's results for the typed text and are not filtered again. */
  onSearch?: (text: string) => void
  className?: string
}

/** A select with a text box that filters the options. The choice of nothing is an option whose id is null. */
export function ComboBox({
  label,
  hideLabel,
  description,
  errorMessage,
  options,
  value,
  onChange,
  placeholder,
  emptyText = 'Nothing found',
  onSearch,
  className = '',
}: ComboBoxProps) {
  return (
    <AriaComboBox<Option<string | null>>
      {...(onSearch === undefined ? { defaultItems: options } : { items: options, onInputChange: onSearch })}
      value={value}
      onChange={(key) => onChange(typeof key === 'string' ? key : null)}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className={`flex min-w-0 flex-col gap-1.5 ${className}`}
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <span className="relative block">
        <Input
          {...(placeholder === undefined ? {} : { placeholder })}
          className="field truncate py-1.5 pr-9 pl-3"
        />
        <Button className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-soft">
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      </span>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className="min-w-(--trigger-width)">
        <OptionList emptyText={emptyText} />
      </Popover>
    </AriaComboBox>
  )
}
