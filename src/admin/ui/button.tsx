import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { buttonClass, type ButtonLook } from './button-class.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, ButtonLook {
  children: ReactNode
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** One filled ('primary') button a screen; an icon button ('icon' size) needs an aria-label. */
export function Button({ variant, size, className = '', ...rest }: ButtonProps) {
  return <AriaButton {...rest} className={`${buttonClass({ variant, size })} ${className}`} />
}
