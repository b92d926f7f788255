import type { ReactNode } from 'react'
import { Button } from '../ui/layout/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { ConflictChoice } from './use-save-onto.ts'

/**
 * Dialog of a conflict: which of two versions stays, when another was saved since the form was opened. Nothing is
 * written before the choice. `children` says what differs.
 */
export function ConflictFrame({
  title,
  onLater,
  laterLabel,
  choices,
  children,
}: {
  title: string
  onLater: () => void
  laterLabel: string
  /** The buttons, the proposed one last. */
  choices: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onLater}
      title={title}
      footer={
        <>
          <Button variant="ghost" onPress={onLater}>
            {laterLabel}
          </Button>
          {choices}
        </>
      }
    >
      <div className="flex flex-col gap-4">{children}</div>
    </Dialog>
  )
}

/** The conflict of a form: theirs or mine. */
export function ConflictDialog({
  noun,
  onChoose,
  children,
}: {
  /** What was saved: 'this page'. */
  noun: string
  onChoose: (choice: ConflictChoice) => void
  children: ReactNode
}) {
  return (
    <ConflictFrame
      title={`Someone else saved ${noun}`}
      onLater={() => onChoose('later')}
      laterLabel="Keep Editing"
      choices={
        <>
          <Button onPress={() => onChoose('theirs')}>Take Theirs, Drop Mine</Button>
          <Button variant="primary" onPress={() => onChoose('mine')}>
            Overwrite with Mine
          </Button>
        </>
      }
    >
      {children}
    </ConflictFrame>
  )
}
