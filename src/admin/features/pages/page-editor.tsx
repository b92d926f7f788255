import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BackendError } from '../../../backend/errors.ts'
import { pageFormSchema, pageType, type Page, type PageForm } from '../../../domain/page.ts'
import { describeError, isTaken } from '../../data/describe-error.ts'
import type { FormDraft } from '../../resources/form-draft.ts'
import { useFormDraft } from '../../resources/use-form-draft.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { DraftNotice } from '../../resources/draft-notice.tsx'
import { showToast } from '../../ui/toast.ts'
import type { PagePlace } from './data/page-place.ts'
import { loadPage } from './data/page.ts'
import { useSavePage } from './data/save-page.ts'
import { PageConflictDialog } from './page-conflict-dialog.tsx'
import { PageDetails } from './page-details.tsx'
import { PageText } from './page-text.tsx'
import { formOf, valuesOf } from './page-form.ts'

/** The form of a page; `page` is null for a new one. */
export function PageEditor({
  page,
  outline,
  onClose,
}: {
  page: Page | null
  outline: readonly PagePlace[]
  onClose: () => void
}) {
  const { id: myId } = useProfile()
  const [opened, setOpened] = useState(page)
  const [theirs, setTheirs] = useState<Page | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [epoch, setEpoch] = useState(0)
  const save = useSavePage()
  const form = useForm<PageForm>({
    resolver: zodResolver(pageFormSchema(page?.id ?? null)),
    defaultValues: formOf(page),
    mode: 'onChange',
  })

  const putBack = ({ version, form: typed }: FormDraft<PageForm>) => {
    form.reset(typed, { keepDefaultValues: true })
    // Begun from an older text, it meets the newer one when it is saved.
    if (page !== null && typeof version === 'number') setOpened({ ...page, version })
    setEpoch((count) => count + 1)
  }
  const kept = useFormDraft({
    name: `page.${page?.id ?? 'new'}`,
    type: pageType,
    version: opened?.version ?? null,
    form,
    onFound: putBack,
  })

  const show = (stored: Page | null) => {
    kept.forget()
    setOpened(stored)
    form.reset(formOf(stored))
    setEpoch((count) => count + 1)
  }

  const send = async (values: PageForm, of: Page | null) => {
    setFailure(null)
    try {
      await save.mutateAsync({ of, values: valuesOf(values, of, myId) })
      kept.forget()
      showToast({ title: `Page ${of === null ? 'created' : 'updated'} successfully` })
      onClose()
    } catch (error) {
      if (of !== null && error instanceof BackendError && error.kind === 'conflict') {
        const stored = await loadPage(of.id).catch(() => null)
        if (stored !== null) {
          setTheirs(stored)
          return
        }
      }
      const reason = isTaken(error, 'address')
        ? 'Another page already has this address.'
        : describeError(error)
      if (isTaken(error, 'address')) form.setError('slug', { message: reason }, { shouldFocus: true })
      else setFailure(reason)
      showToast({ title: 'Failed to save page', description: reason, tone: 'destructive' })
    }
  }

  const submit = form.handleSubmit((values) => send(values, opened))

  return (
    <FormDialog
      title={page === null ? 'New Page' : 'Edit Page'}
      size="lg"
      saveLabel={page === null ? 'Create' : 'Save'}
      isDirty={form.formState.isDirty}
      isPending={save.isPending}
      failure={failure}
      onSubmit={submit}
      onDiscard={kept.forget}
      onClose={onClose}
    >
      {kept.found !== null && <DraftNotice savedAt={kept.found.savedAt} onStartOver={() => show(page)} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <PageText form={form} page={opened} epoch={epoch} outline={outline} />
        <PageDetails form={form} page={opened} outline={outline} />
      </div>
      {theirs !== null && (
        <PageConflictDialog
          theirs={theirs}
          mine={form.getValues()}
          isPending={save.isPending}
          onTheirs={() => {
            setTheirs(null)
            show(theirs)
          }}
          onMine={() => {
            setTheirs(null)
            setOpened(theirs)
            void form.handleSubmit((values) => send(values, theirs))()
          }}
          onLater={() => setTheirs(null)}
        />
      )}
    </FormDialog>
  )
}
