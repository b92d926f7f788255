import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import {
  type MenuGroup,
  type MenuLink,
  MAX_ITEMS,
  MAX_LABEL,
  STANDARD_FOOTER,
  linksOf,
} from '../../../domain/site/menu.ts'
import type { Language } from '../../../domain/text/language.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { useSections } from '../../story/sections.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { MoveHandle, useMovableRows } from '../../ui/layout/movable-rows.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { type MenuRow, menusQuery, rowOf } from '../../data/menus/menus.ts'
import { useMagazineLanguage } from './data/language.ts'
import { type FoundRow, linkedRowsQuery } from './data/destinations.ts'
import { LinkRows } from './link-rows.tsx'
import { type MenuEdit, useMenuEdit } from './use-menu-edit.ts'

/** The standard footer, as the groups that a change of it begins with. */
const standardGroups = (language: Language): MenuGroup[] =>
  STANDARD_FOOTER.map(({ title, pages }) => ({
    id: title.en,
    title: title[language],
    links: pages.map((page) => ({ id: page, label: null, to: { kind: 'site' as const, page } })),
  }))
const NO_SEARCHES: readonly string[] = []

/** The links of header and footer, and the suggested searches. */
export function MenusScreen() {
  const { data: menus, isLoadingError, error, refetch } = useQuery(menusQuery)
  return (
    <ScreenBox>
      <ScreenTitle>Menus</ScreenTitle>
      <p className="text-soft md:-mt-3">
        What header and footer link to. A link stays right when what it leads to is renamed or moved.
      </p>
      {isLoadingError ? (
        <QueryError title="Failed to load the menus" error={error} refetch={refetch} />
      ) : menus === undefined ? (
        <div aria-busy className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Loading the menus</span>
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          <div className="flex flex-col gap-4">
            <HeaderMenu menus={menus} />
            <Searches menus={menus} />
          </div>
          <FooterMenu menus={menus} />
        </div>
      )}
    </ScreenBox>
  )
}

function HeaderMenu({ menus }: { menus: readonly MenuRow[] }) {
  const { all } = useSections()
  const standard: MenuLink[] = all
    .filter(({ in_navigation }) => in_navigation)
    .map(({ id }) => ({ id, label: null, to: { kind: 'section' as const, id } }))
  const edit = useMenuEdit('header', rowOf('header', menus), standard)
  const { data: rows } = useQuery(linkedRowsQuery(edit.items.map(({ to }) => to)))
  return (
    <MenuCard
      title="Header"
      edit={edit}
      standardText="The sections that are in the navigation, in their order."
    >
      <LinkRows label="Links of the header" links={edit.items} rows={rows} onChange={edit.change} />
    </MenuCard>
  )
}

function FooterMenu({ menus }: { menus: readonly MenuRow[] }) {
  const edit = useMenuEdit('footer', rowOf('footer', menus), standardGroups(useMagazineLanguage()))
  const targets = linksOf([{ id: 'footer', items: [...edit.items] }]).map(({ to }) => to)
  const { data: rows } = useQuery(linkedRowsQuery(targets))
  const movable = useMovableRows({
    items: edit.items,
    onChange: edit.change,
    nameOf: (row) => edit.items[row]?.title ?? '',
  })
  const add = () => edit.change([...edit.items, { id: crypto.randomUUID(), title: '', links: [] }])
  return (
    <MenuCard title="Footer" edit={edit} standardText="Pages of the site itself.">
      <ol {...movable.list} className="flex flex-col gap-3 empty:hidden">
        {edit.items.map((group, place) => (
          <li key={group.id} className="rounded-md border border-rule p-3">
            <Group
              group={group}
              rows={rows}
              handle={<MoveHandle {...movable.handle(place)} className="mb-1" />}
              onChange={(next) => edit.change(edit.items.with(place, next))}
              onRemove={() => edit.change(edit.items.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {movable.announcement}
      </p>
      {edit.items.length < MAX_ITEMS && (
        <Button size="sm" className="self-start" onPress={add}>
          <Plus aria-hidden className="size-4" />
          Add Group
        </Button>
      )}
    </MenuCard>
  )
}

function Group({
  group,
  rows,
  handle,
  onChange,
  onRemove,
}: {
  group: MenuGroup
  rows: ReadonlyMap<string, FoundRow> | undefined
  handle: ReactNode
  onChange: (group: MenuGroup) => void
  onRemove: () => void
}) {
  return (
    <>
      <div className="mb-1 flex items-end gap-2">
        {handle}
        <TextField
          label="Title of the group"
          value={group.title}
          maxLength={MAX_LABEL}
          onChange={(title) => onChange({ ...group, title })}
          className="flex-1"
        />
        <Button
          size="icon"
          variant="ghost"
          aria-label={`Remove the group ${group.title || 'without a title'}`}
          onPress={onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
      <LinkRows
        label={`Links of ${group.title || 'the group'}`}
        links={group.links}
        rows={rows}
        onChange={(links) => onChange({ ...group, links })}
      />
    </>
  )
}

function Searches({ menus }: { menus: readonly MenuRow[] }) {
  const edit = useMenuEdit('searches', rowOf('searches', menus), NO_SEARCHES)
  const [typed, setTyped] = useState('')
  const movable = useMovableRows({
    items: edit.items,
    onChange: edit.change,
    nameOf: (row) => edit.items[row] ?? '',
  })
  const add = () => {
    const text = typed.trim()
    if (text === '' || edit.items.includes(text)) return
    edit.change([...edit.items, text])
    setTyped('')
  }
  return (
    <MenuCard
      title="Suggested Searches"
      edit={edit}
      standardText="None: the empty search field suggests nothing."
    >
      <ol {...movable.list} className="flex flex-col divide-y divide-rule empty:hidden">
        {edit.items.map((text, place) => (
          <li key={text} className="flex items-center gap-2 py-1.5">
            <MoveHandle {...movable.handle(place)} />
            <p className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">{text}</p>
            <Button
              size="icon"
              variant="ghost"
              aria-label={`Remove ${text}`}
              onPress={() => edit.change(edit.items.toSpliced(place, 1))}
            >
              <Trash2 aria-hidden className="size-4" />
            </Button>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {movable.announcement}
      </p>
      {edit.items.length < MAX_ITEMS && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextField
            label="Another search"
            value={typed}
            maxLength={MAX_LABEL}
            onChange={setTyped}
            className="flex-1"
          />
          <Button type="submit">Add</Button>
        </form>
      )}
    </MenuCard>
  )
}

/** A menu with its buttons; `standardText`: what readers get while nobody has made it. */
function MenuCard({
  title,
  edit,
  standardText,
  children,
}: {
  title: string
  edit: MenuEdit
  standardText: string
  children: ReactNode
}) {
  // Its buttons are gone after them.
  const box = useRef<HTMLDivElement>(null)
  const focusBox = () => box.current?.focus()
  return (
    <Card title={title}>
      {edit.isStandard && <p className="mb-3 text-sm text-soft">{`The standard one. ${standardText}`}</p>}
      <div
        ref={box}
        role="group"
        aria-label={title}
        tabIndex={-1}
        inert={edit.isPending}
        className="flex flex-col gap-3 outline-none"
      >
        {children}
      </div>
      {edit.isChanged ? (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-3 border-t border-rule pt-3">
          <PredictionLine changes={edit.planned} className="mr-auto" />
          <Button
            onPress={() => {
              edit.cancel()
              focusBox()
            }}
          >
            Cancel
          </Button>
          <Button
            variant="primary"
            isPending={edit.isPending}
            onPress={() => void edit.save().then(focusBox)}
          >
            {`Save ${title}`}
          </Button>
        </div>
      ) : (
        edit.hasRow && (
          <div className="mt-3 border-t border-rule pt-3">
            <Button
              size="sm"
              isPending={edit.isPending}
              onPress={() => void edit.useStandard().then(focusBox)}
            >
              Back to the Standard
            </Button>
          </div>
        )
      )}
      <UnsavedWarning isDirty={edit.isChanged && !edit.isPending} onDiscard={edit.cancel} />
    </Card>
  )
}
