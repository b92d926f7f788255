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

/** The notice that a form shows a restored draft. */
export function DraftNotice({ savedAt, onStartOver }: { savedAt: string; onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-tint px-3 py-2 text-sm"
    >
      <p className="min-w-48 flex-1">
        {`What you typed ${formatDateTime(savedAt)} and did not save is back.`}
      </p>
      <Button size="sm" onPress={onStartOver}>
        Start Over
      </Button>
    </div>
  )
}
