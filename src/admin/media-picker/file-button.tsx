import { FileTrigger } from 'react-aria-components/FileTrigger'
import { type ButtonProps, Button } from '../ui/layout/button.tsx'
import { acceptedTypes } from './upload-rules.ts'

interface FileButtonProps extends Pick<
  ButtonProps,
  'variant' | 'size' | 'isDisabled' | 'className' | 'children'
> {
  onFiles: (files: readonly File[]) => void
  /** What the dialog offers: 'image/*', or an extension such as '.pdf'. */
  kinds?: readonly string[]
  /** One file only. */
  single?: boolean
}

/** Opens the system's file dialog. */
export function FileButton({ onFiles, kinds = ['image/*'], single = false, ...button }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={acceptedTypes(kinds)}
      allowsMultiple={!single}
      onSelect={(list) => {
        if (list && list.length > 0) onFiles([...list])
      }}
    >
      <Button {...button} />
    </FileTrigger>
  )
}
