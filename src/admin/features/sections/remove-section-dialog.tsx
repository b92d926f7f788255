import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SectionRow, isInSection, sectionPath } from '../../../domain/sections/section.ts'
import { linkText } from '../../resources/menu-note.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { categoriesQuery } from '../../story/categories.ts'
import { menusNaming } from '../../../domain/site/menu.ts'
import { menusQuery } from '../../data/menus/menus.ts'
import { formatList } from '../../ui/dates/format.ts'
import { Select } from '../../ui/fields/select.tsx'
import { undoAction } from '../../resources/undo-action.ts'
import { CHANGED_ENTITIES, removeArgs, removeSection, restoreSection } from './sections.ts'

/** Asks where the categories and the address of a section go, and removes it. */
export function RemoveSectionDialog({
  section,
  others,
  onClose,
}: {
  section: SectionRow
  others: readonly SectionRow[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const [into, setInto] = useState<string | null>(null)
  const categories = useQuery(categoriesQuery)
  const { data: menus = [] } = useQuery(menusQuery)
  const linked = menusNaming(menus, { kind: 'section', id: section.id })
  const args = removeArgs(section, into)
  return (
    <DeleteDialog
      noun="section"
      title={`Remove the section “${section.title}”?`}
      confirmLabel="Remove"
      changes={CHANGED_ENTITIES}
      planned={[{ call: 'remove_section', args }]}
      onDelete={() => removeSection(args)}
      done={{
        title: 'Section removed',
        action: undoAction(client, CHANGED_ENTITIES, () => restoreSection(section)),
      }}
      uses={{
        query: categories,
        errorText: 'Failed to load its categories',
        text: (all) => {
          const names = all.filter((category) => isInSection(category, section)).map(({ name }) => name)
          return (
            <p>
              {names.length === 0 ? 'It lists no category.' : `It lists ${formatList(names)}. They stay.`}
            </p>
          )
        },
      }}
      onClose={onClose}
    >
      <Select
        label="Its categories and its address go to"
        options={[
          { id: null, label: 'No section: the address leads to all stories' },
          ...others.map((other) => ({ id: other.id, label: other.title, detail: sectionPath(other) })),
        ]}
        value={into}
        onChange={setInto}
      />
      {linked.length > 0 && <p>{linkText(linked, into === null ? ', too' : ' along')}</p>}
    </DeleteDialog>
  )
}
