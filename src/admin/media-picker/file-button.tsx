import { FileTrigger } from 'react-aria-components/FileTrigger'
import { type ButtonProps, Button } from '../ui/button.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'isDisabled' | 'className' | 'children'> {
  onFiles: (files: readonly File[]) => void
  /** What the dialog offers, as in a file input's `accept`. */
  kinds?: readonly string[]
}

/** Opens the system's file dialog. */
export function FileButton({ onFiles, kinds = ['image/*'], ...button }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={kinds}
      allowsMultiple
      onSelect={(list) => {
        if (list && list.length > 0) onFiles([...list])
      }}
    >
      <Button {...button} />
    </FileTrigger>
  )
}
