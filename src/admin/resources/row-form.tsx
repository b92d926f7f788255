import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { PlannedChange } from '../../domain/newsroom/prediction.ts'
import { BackendError } from '../../backend/errors.ts'
import { type Entity, useEntityMutation } from '../data/requests/entity-mutation.ts'
import type { Opened } from '../data/requests/update-row.ts'
import { Button } from '../ui/layout/button.tsx'
import { formatDateTime } from '../ui/dates/format.ts'
import { type ToastMessage, showToast } from '../ui/overlays/toast.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type ErrorWords, describeError, toastError } from './describe-error.ts'
import { type FormDialogProps, FormDialog } from './form-dialog.tsx'
import { type FormDraftType, useFormDraft } from './form-draft.ts'
import { FormPrediction } from './prediction/form-prediction.tsx'
import { useSaveOnto } from './use-save-onto.ts'

interface RowFormOptions<Row extends { id: string }, Form extends FieldValues, Saved> {
  /** 'tag': in the messages, and the first part of the draft's name. */
  noun: string
  /** What a new row is for, where several are begun side by side: each has a draft of its own. */
  newFor?: string | null
  /** Null for a new row. */
  row: Row | null
  /** Left out, like `load`, where rows are added and never changed. */
  tokenOf?: (row: Row) => Opened['token']
  toForm: (row: Row | null) => Form
  /** The content type: how drafts are decoded, and the form schema. */
  type: FormDraftType<Form> & { form: z.ZodMiniType<Form, Form> }
  /** The form schema, where it is stricter than the content type's. */
  schema?: z.ZodMiniType<Form, Form>
  /** The entities whose data is fetched again after a save. */
  changes: readonly Entity[]
  /** `base` is the row that the form began with. Rejects with a BackendError, 'conflict' when it was saved since. */
  save: (opened: Opened | null, form: Form, base: Row | null) => Promise<Saved>
  load?: (id: string) => Promise<Row>
  /** What `save` would change of the site's content, to say which pages. */
  plan?: (opened: Opened | null, form: Form, base: Row | null) => PlannedChange[]
  errorWords?: (form: Form) => ErrorWords
  /** The field of a value that another row has, by the unique constraint or index. */
  duplicateField?: (constraint: string | null) => FieldPath<Form>
  mode?: 'onSubmit' | 'onChange'
  /** After a reset of the whole form: for fields with a state of their own. */
  onReset?: () => void
  /** The button that takes a save back; `before`: the row as it was, null for a new one. */
  undo?: (saved: Saved, before: Row | null) => ToastMessage['action']
  /** What the message of a save says, where *created* is not the word. */
  savedText?: string
  onSaved: () => void
}

/** The row that a form began with. The token is an older one where a draft of an older row was found. */
interface Base<Row> {
  row: Row
  token: Opened['token']
}

const openedOf = <Row extends { id: string }>(base: Base<Row> | null): Opened | null =>
  base && { id: base.row.id, token: base.token }

/**
 * The form of a row: its draft in this tab, its save with toasts, its errors, and the choice when somebody else has
 * saved the row since it was opened.
 */
export function useRowForm<Row extends { id: string }, Form extends FieldValues, Saved = unknown>({
  noun,
  newFor = null,
  row,
  tokenOf = ({ id }) => id,
  toForm,
  type,
  schema = type.form,
  changes,
  save,
  load,
  plan,
  errorWords,
  duplicateField,
  mode = 'onSubmit',
  onReset,
  undo,
  savedText,
  onSaved,
}: RowFormOptions<Row, Form, Saved>) {
  const baseOf = (stored: Row): Base<Row> => ({ row: stored, token: tokenOf(stored) })
  const [base, setBase] = useState(row && baseOf(row))
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { mutateAsync } = useEntityMutation(changes, ([from, values, base]: Parameters<typeof save>) =>
    save(from, values, base),
  )
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: toForm(row) as DefaultValues<Form>,
    mode,
  })
  const draft = useFormDraft({
    name: `${noun}.${row?.id ?? `new${newFor === null ? '' : `.${newFor}`}`}`,
    type,
    version: base?.token ?? null,
    form,
    onFound: ({ version, form: typed }) => {
      form.reset(typed, { keepDefaultValues: true })
      // With the version of an older row, saving the draft reports the conflict with the newer one.
      if (row !== null && version !== null) setBase({ row, token: version })
      onReset?.()
    },
  })

  const show = (stored: Base<Row> | null) => {
    draft.forget()
    setBase(stored)
    setFailure(null)
    form.reset(toForm(stored && stored.row))
    onReset?.()
  }

  const { saveOnto, conflict } = useSaveOnto<Base<Row> | null, Form>({
    save: async (onto, values) => {
      setBase(onto)
      setFailure(null)
      setSaving(true)
      // At once: an error gives a field the focus.
      const saved = await mutateAsync([openedOf(onto), values, onto && onto.row]).finally(() =>
        flushSync(() => setSaving(false)),
      )
      draft.forget()
      const title = noun.slice(0, 1).toUpperCase() + noun.slice(1)
      showToast({
        title: savedText ?? `${title} ${row === null ? 'created' : 'updated'} successfully`,
        action: undo?.(saved, onto && onto.row),
      })
      onSaved()
    },
    load: async (onto) => {
      if (onto === null || load === undefined) throw new Error('no row to load')
      return baseOf(await load(onto.row.id))
    },
    onTakeTheirs: show,
    onFailed: (error, values) => {
      const reason = describeError(error, errorWords?.(values))
      const isDuplicate = error instanceof BackendError && error.kind === 'duplicate'
      if (isDuplicate && duplicateField !== undefined) {
        form.setError(duplicateField(error.constraint), { message: reason }, { shouldFocus: true })
      } else setFailure(reason)
      toastError(`Failed to save ${noun}`, error, errorWords?.(values))
    },
  })

  const opened = base && base.row
  return {
    noun,
    form,
    /** What a save of the present values would change; null when nothing, or they are not valid. */
    plan: (): PlannedChange[] | null => {
      const values = form.getValues()
      if (plan === undefined || !form.formState.isDirty || !schema.safeParse(values).success) return null
      return plan(openedOf(base), values, opened)
    },
    /** The row that the form began with, or took over after a conflict. */
    opened,
    /** When the draft that the form shows was stored; null without one. */
    draftSavedAt: draft.found?.savedAt ?? null,
    /** Why the last save failed, unless the reason is shown at a field. */
    failure,
    isSaving,
    /** The conflict with the row as somebody else saved it; null without one. */
    conflict,
    submit: () => form.handleSubmit((values) => saveOnto(base, values))(),
    startOver: () => show(row && baseOf(row)),
    discardDraft: draft.forget,
  }
}

type RowForm<Row extends { id: string }, Form extends FieldValues> = ReturnType<typeof useRowForm<Row, Form>>

/** The dialog of a `useRowForm`: its fields (`children`), the notice of a draft, the choice after a conflict. */
export function RowFormDialog<Row extends { id: string }, Form extends FieldValues>({
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
      note={<FormPrediction form={rowForm.form} plan={rowForm.plan} />}
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
export function RowConflict<Row extends { id: string }, Form extends FieldValues>({
  rowForm: { noun, conflict },
  text,
}: {
  rowForm: RowForm<Row, Form>
  text: ((theirs: Row) => ReactNode) | undefined
}) {
  if (conflict === null) return null
  return (
    <ConflictDialog noun={`this ${noun}`} onChoose={conflict.onChoose}>
      {conflict.theirs && text?.(conflict.theirs.row)}
    </ConflictDialog>
  )
}

/** The text about a row that somebody else saved at `updated_at`. */
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
