import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { authorType, type AuthorForm } from '../../../domain/author.ts'
import { useFormDraft } from '../../resources/use-form-draft.ts'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { DraftNotice } from '../../resources/draft-notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast.ts'
import { AccountField } from './account-field.tsx'
import { saveFailure, toAuthorForm, type SaveFailure } from './author-form.ts'
import type { AuthorRow } from './data/author-list.ts'
import { AuthorChanged, useSaveAuthor } from './data/save-author.ts'
import { HeadshotField } from './headshot-field.tsx'

const CHANGED: SaveFailure = {
  message:
    'Someone else has changed this author in the meantime. Press Update again to replace their changes with yours.',
  field: null,
}

/** Creates an author (`author` null) or edits one. What was typed stays until it is saved or cancelled. */
export function AuthorDialog({ author, onClose }: { author: AuthorRow | null; onClose: () => void }) {
  const [opened, setOpened] = useState(author)
  const save = useSaveAuthor()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<AuthorForm>({
    resolver: zodResolver(authorType.form),
    defaultValues: toAuthorForm(author),
  })
  const { control, handleSubmit, formState, reset, setError } = form
  const kept = useFormDraft({
    name: `author.${author?.id ?? 'new'}`,
    type: authorType,
    version: opened?.updated_at ?? null,
    form,
    onFound: ({ version, form: typed }) => {
      reset(typed, { keepDefaultValues: true })
      // Begun from an older author, it meets the newer one when it is saved.
      if (author !== null && typeof version === 'string') setOpened({ ...author, updated_at: version })
    },
  })
  const name = useWatch({ control, name: 'name' })
  const bio = useController({ control, name: 'bio' })
  const account = useController({ control, name: 'profile_id' })

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      await save.mutateAsync({ opened, form: values })
      kept.forget()
      showToast({ title: author === null ? 'Author created successfully' : 'Author updated successfully' })
      onClose()
    } catch (error) {
      if (error instanceof AuthorChanged) setOpened(error.stored)
      const { message, field } = error instanceof AuthorChanged ? CHANGED : saveFailure(error)
      if (field !== null) setError(field, { message }, { shouldFocus: true })
      else setFailure(message || 'Failed to save author')
      showToast({ title: 'Failed to save author', description: message || undefined, tone: 'destructive' })
    }
  })

  return (
    <FormDialog
      title={author === null ? 'Create New Author' : 'Edit Author'}
      size="md"
      saveLabel={author === null ? 'Create' : 'Update'}
      isDirty={formState.isDirty}
      isPending={formState.isSubmitting}
      isDisabled={name.trim() === ''}
      failure={failure}
      onSubmit={submit}
      onDiscard={kept.forget}
      onClose={onClose}
    >
      {kept.found !== null && (
        <DraftNotice
          savedAt={kept.found.savedAt}
          onStartOver={() => {
            kept.forget()
            setOpened(author)
            reset()
          }}
        />
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <FormField control={control} name="name" label="Name" isRequired autoComplete="off" autoFocus />
        <FormField control={control} name="email" label="Email" type="email" autoComplete="off" />
        <FormField control={control} name="role" label="Role/Title" autoComplete="off" />
        <FormField control={control} name="slug" label="Slug" placeholder="auto-generated if empty" />
        <div className="md:col-span-2">
          <HeadshotField control={control} name={name} />
        </div>
        <TextArea
          label="Bio"
          rows={4}
          name={bio.field.name}
          value={bio.field.value}
          onChange={bio.field.onChange}
          onBlur={bio.field.onBlur}
          inputRef={bio.field.ref}
          errorMessage={bio.fieldState.error?.message}
          className="md:col-span-2"
        />
        <FormField control={control} name="twitter" label="Twitter URL" />
        <FormField control={control} name="linkedin" label="LinkedIn URL" />
        <FormField control={control} name="instagram" label="Instagram URL" />
        <AccountField
          value={account.field.value}
          present={
            author?.profile_id && author.account !== null
              ? { id: author.profile_id, ...author.account }
              : null
          }
          onChange={account.field.onChange}
          errorMessage={account.fieldState.error?.message}
        />
      </div>
    </FormDialog>
  )
}
