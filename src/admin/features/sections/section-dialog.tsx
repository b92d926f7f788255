import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Control, Controller, useController, useWatch } from 'react-hook-form'
import {
  type SectionForm,
  type SectionRow,
  MAX_BUTTON_TAGS,
  sectionFormSchema,
  sectionType,
  sectionValues,
} from '../../../domain/sections/section.ts'
import { slugify } from '../../../domain/sections/slug.ts'
import type { Tag } from '../../../domain/sections/tag.ts'
import { sectionColours } from '../../../domain/theme/section-colours.ts'
import { SCHEMES, STANDARD_THEME, parseHex } from '../../../domain/theme/theme.ts'
import { useHasOwnHeader } from '../../data/menus/menus.ts'
import { storedThemeQuery } from '../../data/stored-theme.ts'
import { FormSelect } from '../../resources/form-select.tsx'
import { RowFormDialog, useRowForm } from '../../resources/row-form.tsx'
import { TagPicker } from '../../story/tag-picker.tsx'
import { tagsNamedQuery } from '../../story/tags.ts'
import { ColorField } from '../../ui/fields/color-field.tsx'
import { SWATCHES } from '../../ui/fields/swatches.ts'
import { FormField, FormTextArea, useFormField } from '../../ui/fields/form-field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { undoAction } from '../../resources/undo-action.ts'
import { CHANGED_ENTITIES, loadSection, removeArgs, removeSection, saveSection } from './sections.ts'

/** Makes a section (`row` null) or changes one. */
export function SectionDialog({ row, onClose }: { row: SectionRow | null; onClose: () => void }) {
  const client = useQueryClient()
  const hasOwnHeader = useHasOwnHeader()
  const rowForm = useRowForm<SectionRow, SectionForm, SectionRow>({
    noun: 'section',
    row,
    tokenOf: ({ version }) => version,
    toForm: (stored) => (stored === null ? sectionType.blank() : sectionType.formOf(stored, {})),
    type: sectionType,
    schema: sectionFormSchema,
    changes: CHANGED_ENTITIES,
    save: (opened, form) =>
      saveSection(opened && { id: opened.id, version: Number(opened.token) }, sectionValues(form)),
    load: loadSection,
    plan: (opened, form) => [{ table: 'sections', id: opened?.id ?? null, row: sectionValues(form) }],
    errorWords: (form) => ({
      duplicate: {
        sections_slug_key: `Another section already has the address “/${sectionValues(form).slug}”.`,
      },
    }),
    duplicateField: () => 'slug',
    undo: (saved, before) =>
      undoAction(client, CHANGED_ENTITIES, () =>
        before === null
          ? removeSection(removeArgs(saved, null))
          : saveSection(saved, sectionValues(sectionType.formOf(before, {}))),
      ),
    onSaved: onClose,
  })
  const { control } = rowForm.form
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={row === null ? 'New Section' : 'Edit Section'}
      saveLabel={row === null ? 'Create' : 'Save'}
      conflictText={(theirs) => <p>{`It is called “${theirs.title}” now. Yours has not been saved.`}</p>}
      onClose={onClose}
    >
      <FormField control={control} name="title" label="Title" isRequired autoFocus />
      <AddressField control={control} stored={row?.slug ?? null} />
      <FormTextArea
        control={control}
        name="description"
        label="Description"
        rows={2}
        description="Stands under the title, and in search results."
      />
      <AccentField control={control} />
      <FilterFields control={control} />
      <FormSelect
        control={control}
        name="empty_links"
        label="Where the list is empty"
        options={[
          { id: 'none', label: 'No link' },
          { id: 'browse', label: 'A link to all stories' },
          { id: 'browse and all', label: 'A link to all stories, and a button that ends the filter' },
        ]}
      />
      {hasOwnHeader ? (
        <p className="text-sm text-soft">The links of the header are chosen under Menus.</p>
      ) : (
        <Controller
          control={control}
          name="in_navigation"
          render={({ field: { value, onChange } }) => (
            <Switch label="In the navigation" isSelected={value} onChange={onChange} className="text-sm" />
          )}
        />
      )}
    </RowFormDialog>
  )
}

function AddressField({ control, stored }: { control: Control<SectionForm>; stored: string | null }) {
  const field = useFormField(control, 'slug')
  const title = useWatch({ control, name: 'title' })
  const made = slugify(title)
  const isMoving = stored !== null && field.value !== stored
  const description = isMoving
    ? `Readers who come to /${stored} are led on. Its categories and its front go along.`
    : 'Left empty, it is made of the title.'
  return (
    <TextField {...field} label="Address" placeholder={made} description={description} spellCheck="false" />
  )
}

/** The accent, and the title in the colours that are made of it. */
function AccentField({ control }: { control: Control<SectionForm> }) {
  const title = useWatch({ control, name: 'title' })
  const { field, fieldState } = useController({ control, name: 'accent' })
  const { data: stored } = useQuery(storedThemeQuery)
  const theme = stored ?? STANDARD_THEME
  const accent = parseHex(field.value)
  const colours = accent === null ? null : sectionColours(accent, theme)
  return (
    <div className="flex flex-col gap-2">
      <ColorField
        label="Accent"
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        errorMessage={fieldState.error?.message}
        description="Of its title, links and marks. Left empty, they have the magazine’s colours."
        fallback={theme.light.link}
        swatches={SWATCHES}
      />
      {colours !== null && (
        <div className="flex overflow-hidden rounded-md border border-rule">
          {SCHEMES.map((scheme) => (
            <p
              key={scheme}
              className="min-w-0 flex-1 p-3"
              style={{ background: theme[scheme].paper, color: colours[scheme].link }}
            >
              <span className="block truncate font-serif text-xl">{title || 'Title'}</span>
              <span
                className="mt-1 inline-block text-xs"
                style={{ borderBottom: `1.5px solid ${colours[scheme].mark}` }}
              >
                {scheme === 'light' ? 'In light' : 'In dark'}
              </span>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

/** The filter buttons above the list, and the line with the number of stories. */
function FilterFields({ control }: { control: Control<SectionForm> }) {
  const buttons = useWatch({ control, name: 'buttons' })
  return (
    <>
      <FormSelect
        control={control}
        name="buttons"
        label="Filter buttons"
        options={[
          { id: 'categories', label: 'Its categories: a button shows the stories of one' },
          { id: 'tags', label: 'Chosen tags: a button moves its stories to the front' },
        ]}
      />
      {buttons === 'tags' ? (
        <Controller
          control={control}
          name="button_tags"
          render={({ field: { value, onChange }, fieldState }) => (
            <ButtonTags names={value} onChange={onChange} errorMessage={fieldState.error?.message} />
          )}
        />
      ) : (
        <>
          <FormSelect
            control={control}
            name="button_order"
            label="Order of the buttons"
            options={[
              { id: 'added', label: 'As the categories were added' },
              { id: 'alphabetical', label: 'Alphabetical' },
            ]}
          />
          <FormSelect
            control={control}
            name="count_names"
            label="The line with the number of stories names"
            options={[
              { id: 'category', label: 'The chosen category' },
              { id: 'section', label: 'Always the section' },
            ]}
          />
        </>
      )}
    </>
  )
}

/** The tags that are filter buttons, by their names, in the order of the buttons. */
function ButtonTags({
  names,
  onChange,
  errorMessage,
}: {
  names: readonly string[]
  onChange: (names: string[]) => void
  errorMessage: string | undefined
}) {
  const { data: known = [] } = useQuery(tagsNamedQuery(names))
  // A name that is no tag yet finds no stories until one gets it.
  const tags = names.map(
    (name): Tag => known.find((tag) => tag.name === name) ?? { id: name, name, slug: '', created_at: '' },
  )
  return (
    <TagPicker
      label="Tags"
      tags={tags}
      canMake={names.length < MAX_BUTTON_TAGS}
      errorMessage={errorMessage}
      onChange={(chosen) => onChange(chosen.map(({ name }) => name))}
    />
  )
}
