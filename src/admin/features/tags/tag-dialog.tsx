import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { JOURNAL_TAGS } from '../../../domain/category.ts'
import { slugify } from '../../../domain/slug.ts'
import { tagType, type Tag, type TagForm } from '../../../domain/tag.ts'
import { describeError, isTaken } from '../../data/describe-error.ts'
import { useFormDraft } from '../../resources/use-form-draft.ts'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { DraftNotice } from '../../resources/draft-notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { TagChanged, useSaveTag } from './data/save-tag.ts'

/** Creates a tag, or edits one. */
export function TagDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const [opened, setOpened] = useState(tag)
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSaveTag()
  const form = useForm<TagForm>({
    resolver: zodResolver(tagType.form),
    defaultValues: tag === null ? tagType.blank() : tagType.formOf(tag, {}),
  })
  const { control, handleSubmit, reset, setError, formState } = form
  const kept = useFormDraft({
    name: `tag.${tag?.id ?? 'new'}`,
    type: tagType,
    version: opened?.name ?? null,
    form,
    onFound: ({ version, form: typed }) => {
      reset(typed, { keepDefaultValues: true })
      // Begun from an older name, it meets the newer one when it is saved.
      if (tag !== null && typeof version === 'string') setOpened({ ...tag, name: version })
    },
  })
  const name = useWatch({ control, name: 'name' })
  const slug = slugify(name)
  const isJournalTag = opened !== null && JOURNAL_TAGS.includes(opened.name) && name.trim() !== opened.name

  const explain = (error: unknown, { name }: TagForm): string => {
    if (error instanceof TagChanged) {
      setOpened(error.stored)
      return `Someone else has renamed this tag to “${error.stored.name}” in the meantime. Save again to replace their name with yours.`
    }
    if (isTaken(error, 'name')) return `There is already a tag called “${name}”.`
    if (isTaken(error, 'slug')) return `Another tag already has the address “${slugify(name)}”.`
    return describeError(error)
  }

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      await save.mutateAsync({ opened, form: values })
      kept.forget()
      showToast({ title: `Tag ${opened === null ? 'created' : 'updated'} successfully` })
      onClose()
    } catch (error) {
      const reason = explain(error, values)
      if (isTaken(error, '')) setError('name', { message: reason }, { shouldFocus: true })
      else setFailure(reason)
      showToast({ title: 'Failed to save tag', description: reason, tone: 'destructive' })
    }
  })

  return (
    <FormDialog
      title={tag === null ? 'New Tag' : 'Edit Tag'}
      saveLabel={tag === null ? 'Create' : 'Save'}
      isDirty={formState.isDirty}
      isPending={save.isPending}
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
            setOpened(tag)
            reset()
          }}
        />
      )}
      <FormField
        control={control}
        name="name"
        label="Name"
        isRequired
        autoFocus
        description={slug === '' ? 'The address is made of the name.' : `Address: ${slug}`}
      />
      {isJournalTag && (
        <p role="status" className="rounded-md bg-tint px-3 py-2 text-sm">
          {`Design Journal has a button “${opened.name}” that lifts the stories with this tag. Under another name it finds none.`}
        </p>
      )}
    </FormDialog>
  )
}
