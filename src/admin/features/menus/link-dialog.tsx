import { useState } from 'react'
import {
  type LinkedRow,
  type MenuLink,
  type MenuTarget,
  type SitePage,
  LINKED_ROWS,
  MAX_LABEL,
  SITE_PAGE_TITLES,
  SITE_PAGES,
  addressProblem,
} from '../../../domain/site/menu.ts'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type FoundRow, foundQuery } from './data/destinations.ts'
import { useMagazineLanguage } from './data/language.ts'

type Kind = MenuTarget['kind']

const KINDS: readonly { id: Kind; label: string }[] = [
  { id: 'site', label: 'A page of the site' },
  ...Object.entries(LINKED_ROWS).map(([id, label]) => ({ id: id as LinkedRow, label })),
  { id: 'address', label: 'An address' },
]

/** Makes a link of a menu (`link` null) or changes one. `title`: the own title of what it leads to. */
export function LinkDialog({
  link,
  title,
  onSave,
  onClose,
}: {
  link: MenuLink | null
  title: string
  onSave: (link: MenuLink) => void
  onClose: () => void
}) {
  const [kind, setKind] = useState<Kind>(link?.to.kind ?? 'section')
  const [page, setPage] = useState<SitePage>(link?.to.kind === 'site' ? link.to.page : 'browse')
  const [url, setUrl] = useState(link?.to.kind === 'address' ? link.to.url : '')
  const [row, setRow] = useState<FoundRow | null>(
    link !== null && 'id' in link.to ? { id: link.to.id, title } : null,
  )
  const [label, setLabel] = useState(link?.label ?? '')
  const [failure, setFailure] = useState<string | null>(null)
  const titles = SITE_PAGE_TITLES[useMagazineLanguage()]
  const pages = Object.entries(SITE_PAGES).map(([id, path]) => ({
    id: id as SitePage,
    label: titles[id as SitePage],
    detail: path,
  }))
  const ownTitle = kind === 'site' ? titles[page] : kind === 'address' ? '' : (row?.title ?? '')

  const targetOf = (): MenuTarget | string => {
    if (kind === 'site') return { kind, page }
    if (kind === 'address') return addressProblem(url.trim()) ?? { kind, url: url.trim() }
    return row === null ? 'Choose what the link leads to' : { kind, id: row.id }
  }
  const save = () => {
    const to = targetOf()
    if (typeof to === 'string') return setFailure(to)
    if (to.kind === 'address' && label.trim() === '') return setFailure('A link to an address needs a label')
    onSave({ id: link?.id ?? crypto.randomUUID(), label: label.trim() === '' ? null : label.trim(), to })
  }
  return (
    <FormDialog
      title={link === null ? 'New Link' : 'Edit Link'}
      saveLabel={link === null ? 'Add' : 'Apply'}
      isDirty={false}
      isPending={false}
      failure={failure}
      onSubmit={async () => save()}
      onDiscard={() => undefined}
      onClose={onClose}
    >
      <Select
        label="Leads to"
        options={KINDS}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setRow(null)
          setFailure(null)
        }}
      />
      {kind === 'site' ? (
        <Select label="Page" options={pages} value={page} onChange={setPage} />
      ) : kind === 'address' ? (
        <TextField
          label="Address"
          value={url}
          onChange={setUrl}
          placeholder="/about or https://…"
          spellCheck="false"
        />
      ) : (
        <RowField key={kind} kind={kind} row={row} onChange={setRow} />
      )}
      <TextField
        label="Label"
        value={label}
        onChange={setLabel}
        maxLength={MAX_LABEL}
        placeholder={ownTitle}
        description={
          kind === 'address' ? undefined : 'Left empty, the link has the title of what it leads to.'
        }
      />
    </FormDialog>
  )
}

function RowField({
  kind,
  row,
  onChange,
}: {
  kind: LinkedRow
  row: FoundRow | null
  onChange: (row: FoundRow | null) => void
}) {
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: row,
    nameOf: ({ title }) => title,
    query: (text) => foundQuery(kind, text),
    noneText: `No such ${kind}`,
  })
  return (
    <ComboBox
      label={LINKED_ROWS[kind]}
      placeholder="Search…"
      value={row?.id ?? null}
      onChange={(id) => onChange(items.find((item) => item.id === id) ?? null)}
      onSearch={onSearch}
      options={items.map(({ id, title }) => ({ id, label: title }))}
      emptyText={emptyText}
    />
  )
}
