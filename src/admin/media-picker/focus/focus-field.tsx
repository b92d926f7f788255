import { Crosshair } from 'lucide-react'
import { useState } from 'react'
import type { Focus } from '../../../domain/focus.ts'
import type { Media } from '../../../domain/media.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const FocusDialog = lazyPart(async () => (await import('./focus-dialog.tsx')).FocusDialog)

/** The focus of a picture as a field of its form; read-only without `onChange`. */
export function FocusField({
  file,
  value,
  onChange,
}: {
  file: Media
  value: Focus | null
  onChange?: ((focus: Focus | null) => void) | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="text-sm">
        <span className="font-semibold">Focus</span>
        <br />
        <span className="text-soft">
          {value === null ? 'In the middle' : `${value[0]}% from the left, ${value[1]}% from the top`}
        </span>
      </p>
      {onChange !== undefined && (
        <Button size="sm" onPress={() => setOpen(true)}>
          <Crosshair aria-hidden className="size-3.5" />
          Set Focus
        </Button>
      )}
      {isOpen && (
        <FocusDialog
          file={file}
          focus={value}
          confirmLabel="Done"
          onConfirm={(focus) => {
            setOpen(false)
            onChange?.(focus)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
