import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { buttonClass, type ButtonLook } from './button-class.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, ButtonLook {
  children: ReactNode
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * One filled ('primary') button a screen; an icon button ('icon' size) needs an aria-label. A pending one keeps the
 * focus and does nothing; React Aria's own pending state would announce it by its id when it may be gone.
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
