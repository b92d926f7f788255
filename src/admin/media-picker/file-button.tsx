import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { type ButtonProps, Button } from '../ui/button.tsx'

/** Opens the system's file dialog; `kinds` are what it offers, as in a file input's `accept`. */
export function FileButton({
  onFiles,
  kinds = ['image/*'],
  variant,
  isDisabled = false,
  className = '',
  children,
}: {
  onFiles: (files: readonly File[]) => void
  kinds?: readonly string[]
  variant?: ButtonProps['variant']
  isDisabled?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <FileTrigger
      acceptedFileTypes={kinds}
      allowsMultiple
      onSelect={(list) => {
        if (list && list.length > 0) onFiles([...list])
      }}
    >
      <Button variant={variant} isDisabled={isDisabled} className={className}>
        {children}
      </Button>
    </FileTrigger>
  )
}
