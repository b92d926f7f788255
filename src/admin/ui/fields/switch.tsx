import { type SwitchFieldProps, SwitchButton, SwitchField } from 'react-aria-components/Switch'

export interface SwitchProps extends Omit<SwitchFieldProps, 'children' | 'className' | 'style'> {
  label: string
  className?: string
}

/** Lays the hidden input over the whole row, so that pointers and touch exploration reach the switch itself. */
const INPUT_OVER_ROW =
  '[&>span:has(>input)]:inset-0! [&>span:has(>input)]:m-0! [&>span:has(>input)]:size-full! [&>span:has(>input)]:opacity-0 [&>span:has(>input)]:[clip-path:none]! [&>span:has(>input)]:[clip:auto]! [&_input]:size-full [&_input]:cursor-pointer'

export function Switch({ label, className = '', ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} className={className}>
      <SwitchButton
        className={`group relative flex cursor-pointer items-center justify-between gap-3 data-disabled:cursor-not-allowed data-disabled:opacity-55 ${INPUT_OVER_ROW}`}
      >
        <span>{label}</span>
        <span
          aria-hidden
          className="flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-tint p-0.5 outline-offset-2 transition-colors duration-200 group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-selected:border-fill group-data-selected:bg-fill"
        >
          <span className="size-3.5 rounded-full bg-edge transition-transform duration-200 group-data-selected:translate-x-4 group-data-selected:bg-on-fill" />
        </span>
      </SwitchButton>
    </SwitchField>
  )
}
