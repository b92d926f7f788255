import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { type FormDialogProps, FormDialog } from './form-dialog.tsx'
import type { RowForm } from './use-row-form.ts'

/** The dialog of a `useRowForm`: its fields (`children`), the notice of a draft, the choice after a conflict. */
export function RowFormDialog<Row, Form extends FieldValues>({
  rowForm,
  noun,
  conflictText,
  children,
  ...dialog
}: Pick<FormDialogProps, 'title' | 'size' | 'saveLabel' | 'isDisabled' | 'onClose'> & {
  rowForm: RowForm<Row, Form>
  noun: string
  /** How the row that somebody else saved differs. */
  conflictText?: (theirs: Row) => ReactNode
  children: ReactNode
}) {
  const { form, theirs, draftSavedAt } = rowForm
  return (
    <FormDialog
      {...dialog}
      isDirty={form.formState.isDirty}
      isPending={rowForm.isSaving}
      failure={rowForm.failure}
      onSubmit={rowForm.submit}
      onDiscard={rowForm.discardDraft}
    >
      {draftSavedAt !== null && <DraftNotice savedAt={draftSavedAt} onStartOver={rowForm.startOver} />}
      {children}
      {theirs !== null && (
        <ConflictDialog
          noun={`this ${noun}`}
          onTakeTheirs={rowForm.takeTheirs}
          onOverwrite={rowForm.overwrite}
          onLater={rowForm.keepEditing}
        >
          {conflictText?.(theirs)}
        </ConflictDialog>
      )}
    </FormDialog>
  )
}
