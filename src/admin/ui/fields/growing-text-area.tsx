import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { TextArea, type TextAreaProps } from 'react-aria-components/TextArea'

const isSizedByContent = () => CSS.supports('field-sizing', 'content')

/** Listens to a text area as long as it is shown. Returns how to end that. */
export type WhileShown = (area: HTMLTextAreaElement) => () => void

/** A text area as high as its text, also in browsers without `field-sizing` (Safari before 26.2). */
export function GrowingTextArea({
  className,
  inputRef = null,
  whileShown,
  ...props
}: Omit<TextAreaProps, 'className'> & {
  className: string
  inputRef?: Ref<HTMLTextAreaElement>
  whileShown?: WhileShown
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(inputRef, () => area.current)
  useEffect(() => (area.current === null ? undefined : whileShown?.(area.current)), [whileShown])
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
    if (isSizedByContent() || area.current === null) return
    let width = 0
    // Its width also changes without the window's, and after it: the sidebar opens and closes step by step.
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.contentRect.width === width) return
      width = entry.contentRect.width
      fit()
    })
    observer.observe(area.current)
    return () => observer.disconnect()
  }, [])
  return <TextArea {...props} ref={area} className={`field-sizing-content ${className}`} />
}
