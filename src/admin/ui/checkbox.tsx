import { Check } from 'lucide-react'
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox'

export interface CheckboxProps extends Omit<CheckboxFieldProps, 'children' | 'className' | 'style'> {
  label: string
  className?: string
}

export function Checkbox({ label, className = '', ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} className={className}>
      <CheckboxButton className="group flex cursor-pointer items-center gap-2.5 data-disabled:cursor-not-allowed data-disabled:opacity-55">
        <span
          aria-hidden
          className="flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-edge bg-card text-on-fill outline-offset-2 group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-selected:border-fill group-data-selected:bg-fill"
        >
          <Check className="size-3.5 opacity-0 group-data-selected:opacity-100" strokeWidth={3} />
        </span>
        {label}
      </CheckboxButton>
    </CheckboxField>
  )
}
