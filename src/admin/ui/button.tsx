import type { ReactNode, Ref } from 'react'
import { type ButtonProps as AriaButtonProps, Button as AriaButton } from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from './button-class.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, ButtonLook {
  children: ReactNode
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * One 'primary' button a screen; an 'icon' button needs an aria-label. While pending it keeps the focus and does nothing:
 * React Aria's own pending state would announce the button by an id that may be gone.
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
  const acting = {
    ...(onPress === undefined ? {} : { onPress }),
    ...(type === undefined ? {} : { type }),
  }
  return (
    <AriaButton
      {...rest}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : acting)}
      className={`${buttonClass({ variant, size })} ${className}`}
    />
  )
}
