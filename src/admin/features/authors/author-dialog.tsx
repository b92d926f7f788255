import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { type Control, Controller, useController, useWatch } from 'react-hook-form'
import { type AuthorForm, authorType } from '../../../domain/people/author.ts'
import { isOwnPicture } from '../../media-picker/own-picture.ts'
import { FocusButton } from '../../media-picker/focus/focus-controls.tsx'
import { MediaPickerDialog } from '../../media-picker/media-picker-dialog.tsx'
import { FormField, FormTextArea, useFormField } from '../../ui/fields/form-field.tsx'
import { RowFormDialog, savedSinceText, useRowForm } from '../../resources/row-form.tsx'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Portrait } from '../../components/portrait.tsx'
import {
  type Account,
  type AuthorRow,
  accountQuery,
  accountsQuery,
  authorWrite,
  loadAuthor,
  toAuthorForm,
  saveAuthor,
} from './data/authors.ts'

const ERROR_WORDS = {
  duplicate: {
    author_profiles_profile_id_key: 'This account already belongs to another author',
    author_profiles_slug_key: 'This slug is already taken by another author',
  },
}

/** Creates an author (`author` null) or edits one. What was typed stays until it is saved or discarded. */
export function AuthorDialog({ author, onClose }: { author: AuthorRow | null; onClose: () => void }) {
  const rowForm = useRowForm({
    noun: 'author',
    row: author,
    tokenOf: ({ updated_at }) => updated_at,
    toForm: toAuthorForm,
    type: authorType,
    changes: ['authors', 'users'],
    save: saveAuthor,
    load: loadAuthor,
    plan: (opened, form) => [{ table: 'author_profiles', id: opened?.id ?? null, row: authorWrite(form) }],
    errorWords: () => ERROR_WORDS,
    duplicateField: (constraint) => (constraint === 'author_profiles_profile_id_key' ? 'profile_id' : 'slug'),
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const name = useWatch({ control, name: 'name' })
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={author === null ? 'Create New Author' : 'Edit Author'}
      size="md"
      saveLabel={author === null ? 'Create' : 'Update'}
      isDisabled={name.trim() === ''}
      conflictText={savedSinceText}
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
        <AccountField control={control} />
        <Controller
          control={control}
          name="team_position"
          render={({ field: { value, onChange } }) => (
            <Switch
              label="In the editorial team"
              isSelected={value !== null}
              onChange={(isMember) => onChange(isMember ? (author?.team_position ?? 0) : null)}
              className="text-sm"
            />
          )}
        />
      </div>
    </RowFormDialog>
  )
}

/** The address of the portrait, typed or taken from the media library, with the portrait itself. */
function HeadshotField({ control, name }: { control: Control<AuthorForm>; name: string }) {
  const field = useFormField(control, 'image_url')
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="flex items-end gap-3">
      <Portrait name={name} imageUrl={field.value || null} className="size-16 text-xl" />
      {field.value !== '' && (
        <FocusButton url={field.value} label="Focus: headshot" className="size-8! shrink-0" />
      )}
      <TextField
        {...field}
        label="Headshot URL"
        description={
          field.value === '' || isOwnPicture(field.value)
            ? undefined
            : 'Readers do not get pictures of other hosts: choose one from the media library.'
        }
        className="min-w-0 flex-1"
      />
      <Button onPress={() => setPicking(true)} className="min-h-9.5" aria-label="Choose a headshot">
        <Images aria-hidden className="size-4" />
        <span className="max-md:sr-only">Choose…</span>
      </Button>
      <MediaPickerDialog
        isOpen={isPicking}
        title="Choose a Headshot"
        onClose={() => setPicking(false)}
        onPick={({ url }) => field.onChange(url)}
      />
    </div>
  )
}

const nameOf = ({ full_name, email }: Account) => full_name ?? email ?? 'Without a name'

/** The account of an author: its stories have the author's name. Searched by the server, as there may be thousands. */
function AccountField({ control }: { control: Control<AuthorForm> }) {
  const client = useQueryClient()
  const { field, fieldState } = useController({ control, name: 'profile_id' })
  const id: string | null = field.value
  const { data: chosen = null } = useQuery(accountQuery(id))
  const {
    items: accounts,
    onSearch,
    emptyText,
  } = useOptionSearch({ chosen, nameOf, query: accountsQuery, noneText: 'No such account' })
  return (
    <ComboBox
      label="Account"
      description="Stories of this account carry this author’s name and page"
      placeholder="No account"
      emptyText={emptyText}
      value={id}
      onSearch={onSearch}
      onChange={(chosenId) => {
        const account = accounts.find((one) => one.id === chosenId) ?? null
        if (account !== null) client.setQueryData(accountQuery(account.id).queryKey, account)
        field.onChange(account?.id ?? null)
      }}
      options={[
        ...accounts.map((account) => ({
          id: account.id,
          label: nameOf(account),
          detail: account.removed_at === null ? (account.email ?? undefined) : 'Account removed',
        })),
        ...(id === null ? [] : [{ id: null, label: 'No account' }]),
      ]}
      errorMessage={fieldState.error?.message}
    />
  )
}
