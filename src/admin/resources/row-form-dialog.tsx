import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/format.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type FormDialogProps, FormDialog } from './form-dialog.tsx'
import type { RowForm } from './use-row-form.ts'

/** The dialog of a `useRowForm`: its fields (`children`), the notice of a draft, the choice after a conflict. */
export function RowFormDialog<Row, Form extends FieldValues>({
  rowForm,
  conflictText,
  children,
  ...dialog
}: Pick<FormDialogProps, 'title' | 'size' | 'saveLabel' | 'isDisabled' | 'onClose'> & {
  rowForm: RowForm<Row, Form>
  /** How the row that somebody else saved differs. */
  conflictText?: (theirs: Row) => ReactNode
  children: ReactNode
}) {
  return (
    <FormDialog
      {...dialog}
      isDirty={rowForm.form.formState.isDirty}
      isPending={rowForm.isSaving}
      failure={rowForm.failure}
      onSubmit={rowForm.submit}
      onDiscard={rowForm.discardDraft}
    >
      <DraftNotice rowForm={rowForm} />
      {children}
      <RowConflict rowForm={rowForm} text={conflictText} />
    </FormDialog>
  )
}

/** The choice between two versions, once somebody else has saved the row; `text` says how theirs differs. */
export function RowConflict<Row, Form extends FieldValues>({
  rowForm: { noun, theirs, takeTheirs, overwrite, keepEditing },
  text,
}: {
  rowForm: RowForm<Row, Form>
  text: ((theirs: Row) => ReactNode) | undefined
}) {
  if (theirs === null) return null
  return (
    <ConflictDialog
      noun={`this ${noun}`}
      onTakeTheirs={takeTheirs}
      onOverwrite={overwrite}
      onLater={keepEditing}
    >
      {text?.(theirs)}
    </ConflictDialog>
  )
}

/** What is said of a row that somebody else saved at `updated_at`. */
export function savedSinceText({ updated_at }: { updated_at: string }) {
  return (
    <p>{`It was saved ${formatDateTime(updated_at)}, after you had opened it. Yours has not been saved.`}</p>
  )
}

/** The notice that a form shows a restored draft; nothing when it does not. */
export function DraftNotice({
  rowForm: { draftSavedAt, startOver },
}: {
  rowForm: Pick<RowForm<never, never>, 'draftSavedAt' | 'startOver'>
}) {
  if (draftSavedAt === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-tint px-3 py-2 text-sm"
    >
      <p className="min-w-48 flex-1">
        {`What you typed ${formatDateTime(draftSavedAt)} and did not save is back.`}
      </p>
      <Button size="sm" onPress={startOver}>
        Start Over
      </Button>
    </div>
  )
}
