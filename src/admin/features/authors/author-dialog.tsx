import { useController, useWatch } from 'react-hook-form'
import { authorType } from '../../../domain/author.ts'
import { FormTextArea } from '../../resources/form-text-area.tsx'
import { RowFormDialog } from '../../resources/row-form-dialog.tsx'
import { useRowForm } from '../../resources/use-row-form.ts'
import { formatDateTime } from '../../ui/format.ts'
import { FormField } from '../../ui/form-field.tsx'
import { AccountField } from './account-field.tsx'
import { toAuthorForm } from './author-form.ts'
import { type AuthorRow, loadAuthor, useSaveAuthor } from './data/authors.ts'
import { HeadshotField } from './headshot-field.tsx'

const ERROR_WORDS = {
  duplicate: {
    author_profiles_profile_id_key: 'This account already belongs to another author',
    author_profiles_slug_key: 'This slug is already taken by another author',
  },
}

/** Creates an author (`author` null) or edits one. What was typed stays until it is saved or discarded. */
export function AuthorDialog({ author, onClose }: { author: AuthorRow | null; onClose: () => void }) {
  const { mutateAsync } = useSaveAuthor()
  const rowForm = useRowForm({
    noun: 'author',
    row: author,
    tokenOf: ({ updated_at }) => updated_at,
    toForm: toAuthorForm,
    type: authorType,
    save: (opened, form) => mutateAsync({ opened, form }),
    load: loadAuthor,
    errorWords: () => ERROR_WORDS,
    duplicateField: (constraint) => (constraint === 'author_profiles_profile_id_key' ? 'profile_id' : 'slug'),
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const name = useWatch({ control, name: 'name' })
  const account = useController({ control, name: 'profile_id' })
  return (
    <RowFormDialog
      rowForm={rowForm}
      noun="author"
      title={author === null ? 'Create New Author' : 'Edit Author'}
      size="md"
      saveLabel={author === null ? 'Create' : 'Update'}
      isDisabled={name.trim() === ''}
      conflictText={({ updated_at }) => (
        <p>{`It was saved ${formatDateTime(updated_at)}, after you had opened it. Yours has not been saved.`}</p>
      )}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        <FormField control={control} name="name" label="Name" isRequired autoComplete="off" autoFocus />
        <FormField control={control} name="email" label="Email" type="email" autoComplete="off" />
        <FormField control={control} name="role" label="Role/Title" autoComplete="off" />
        <FormField control={control} name="slug" label="Slug" placeholder="auto-generated if empty" />
        <div className="md:col-span-2">
          <HeadshotField control={control} name={name} />
        </div>
        <FormTextArea control={control} name="bio" label="Bio" rows={4} className="md:col-span-2" />
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
    </RowFormDialog>
  )
}
