import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { TextArea, type TextAreaProps } from 'react-aria-components/TextArea'

const isSizedByContent = () => CSS.supports('field-sizing', 'content')

/** A text area as high as its text, also in browsers without `field-sizing` (Safari before 26.2). */
export function GrowingTextArea({
  className,
  inputRef = null,
  ...props
}: Omit<TextAreaProps, 'className'> & { className: string; inputRef?: Ref<HTMLTextAreaElement> }) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(inputRef, () => area.current)
  const fitted = useRef('')
  const fit = () => {
    const element = area.current
    // One that a person has pulled to another height keeps it.
    if (element === null || element.style.height !== fitted.current) return
    element.style.height = 'auto'
    const borders = element.offsetHeight - element.clientHeight
    element.style.height = `${element.scrollHeight + borders}px`
    fitted.current = element.style.height
  }
  useLayoutEffect(() => {
    if (!isSizedByContent()) fit()
  })
  useEffect(() => {
    if (isSizedByContent()) return
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  })
  return <TextArea {...props} ref={area} className={`field-sizing-content ${className}`} />
}
