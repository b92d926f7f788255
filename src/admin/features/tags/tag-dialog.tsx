import { useWatch } from 'react-hook-form'
import { JOURNAL_TAGS } from '../../../domain/category.ts'
import { type Tag, tagType } from '../../../domain/tag.ts'
import { NameField, nameErrorWords, Note } from '../../resources/name-field.tsx'
import { RowFormDialog } from '../../resources/row-form-dialog.tsx'
import { useRowForm } from '../../resources/use-row-form.ts'
import { loadTag, useSaveTag } from './data/tags.ts'

/** Creates a tag (`tag` null) or edits one. */
export function TagDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const { mutateAsync } = useSaveTag()
  const rowForm = useRowForm({
    noun: 'tag',
    row: tag,
    tokenOf: ({ name }) => name,
    toForm: (row) => ({ name: row?.name ?? '' }),
    type: tagType,
    save: (opened, form) => mutateAsync({ opened, form }),
    load: loadTag,
    errorWords: ({ name }) => nameErrorWords('tags', name),
    duplicateField: () => 'name',
    onSaved: onClose,
  })
  const { form, opened } = rowForm
  const name = useWatch({ control: form.control, name: 'name' })
  const isJournalTag = opened !== null && JOURNAL_TAGS.includes(opened.name) && name.trim() !== opened.name
  return (
    <RowFormDialog
      rowForm={rowForm}
      noun="tag"
      title={tag === null ? 'New Tag' : 'Edit Tag'}
      saveLabel={tag === null ? 'Create' : 'Save'}
      conflictText={(theirs) => <p>{`It is called “${theirs.name}” now. Yours has not been saved.`}</p>}
      onClose={onClose}
    >
      <NameField control={form.control} />
      {isJournalTag && (
        <Note>
          {`Design Journal has a button “${opened.name}” that lifts the stories with this tag. Under another name it finds none.`}
        </Note>
      )}
    </RowFormDialog>
  )
}
