import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/**
 * Dialog of a conflict: which of two versions stays, when somebody else has saved since the form was opened. Nothing is
 * written before the choice. `children` says what differs.
 */
export function ConflictDialog({
  noun,
  onTakeTheirs,
  onOverwrite,
  onLater,
  children,
}: {
  /** What was saved: 'this page'. */
  noun: string
  onTakeTheirs: () => void
  onOverwrite: () => void
  onLater: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onLater}
      title={`Someone else saved ${noun}`}
      footer={
        <>
          <Button variant="ghost" onPress={onLater}>
            Keep Editing
          </Button>
          <Button onPress={onTakeTheirs}>Take Theirs, Drop Mine</Button>
          <Button variant="primary" onPress={onOverwrite}>
            Overwrite with Mine
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">{children}</div>
    </Dialog>
  )
}
