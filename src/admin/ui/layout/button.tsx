import type { ReactNode, Ref } from 'react'
import { type ButtonProps as AriaButtonProps, Button as AriaButton } from 'react-aria-components/Button'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, ButtonLook {
  children: ReactNode
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * One 'primary' button per screen; an 'icon' button needs an aria-label. While pending it keeps the focus and does
 * nothing: React Aria's own pending state would announce the button by an id that may be gone.
 */
export function Button({
  variant,
  size,
  className = '',
  isPending = false,
  onPress,
  type,
  ...rest
}: ButtonProps) {
  const acting = { ...(onPress === undefined ? {} : { onPress }), ...(type === undefined ? {} : { type }) }
  return (
    <AriaButton
      {...rest}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : acting)}
      className={`${buttonClass({ variant, size })} ${className}`}
    />
  )
}

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | undefined
  size?: 'md' | 'sm' | 'icon' | undefined
}

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap transition-colors duration-200 select-none disabled:cursor-not-allowed disabled:opacity-55 data-pending:cursor-progress data-pending:opacity-70'

const VARIANTS = {
  primary: 'border-transparent bg-fill text-on-fill hover:bg-fill-hover disabled:hover:bg-fill',
  secondary: 'border-rule bg-card text-ink hover:bg-tint disabled:hover:bg-card',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-tint disabled:hover:bg-transparent',
  destructive:
    'border-transparent bg-fill-madder text-on-fill hover:bg-fill-madder-hover disabled:hover:bg-fill-madder',
} as const

const SIZES = {
  md: 'min-h-9 px-4 py-1.5 text-sm',
  sm: 'min-h-8 px-3 py-1 text-sm',
  icon: 'size-9 p-0',
} as const

/** Classes of a button, also for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]}`
}
