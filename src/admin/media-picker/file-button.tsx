import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../ui/button.tsx'

/** Opens the system's file dialog for pictures. */
export function FileButton({
  onFiles,
  isDisabled = false,
  className = '',
  children,
}: {
  onFiles: (files: readonly File[]) => void
  isDisabled?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <FileTrigger
      acceptedFileTypes={['image/*']}
      allowsMultiple
      onSelect={(list) => {
        if (list && list.length > 0) onFiles([...list])
      }}
    >
      <Button isDisabled={isDisabled} className={className}>
        {children}
      </Button>
    </FileTrigger>
  )
}
