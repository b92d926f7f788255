import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GripVertical, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Button as AriaButton } from 'react-aria-components/Button'
import { authorType } from '../../../domain/people/author.ts'
import { filterByText } from '../../../domain/text/text-search.ts'
import { nameKey } from '../../../domain/people/person-name.ts'
import { type Credit, type CreditRole, isSameCredit, MAX_CREDITS } from '../../../domain/story/credit.ts'
import { entityKey } from '../../data/requests/entity-mutation.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import { Button } from '../../ui/layout/button.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TagBox } from '../../ui/fields/tag-box.tsx'
import { Portrait } from '../../components/portrait.tsx'
import {
  type Person,
  addPerson,
  confirmPerson,
  creditRolesQuery,
  foundPeopleQuery,
  peopleOfQuery,
  personDetail,
  proposePerson,
  useCreditNames,
} from './credit-queries.ts'
import { moveCredits, nextRole, withPerson, withRole } from './credits.ts'

/** The id of the option that adds the typed name as a new person. */
const NEW_PERSON = 'new'

interface CreditsEditorProps {
  value: readonly Credit[]
  onChange: (credits: Credit[]) => void
  /** The story's implicit credits while it names nobody, to which the first credit is added. May reject. */
  creditOwner?: () => Promise<readonly Credit[]>
  /** Adds people who are not known yet, and confirms proposed ones; others propose them. */
  mayAddPeople: boolean
  onError: (error: unknown) => void
}

/** The people of a story with their roles: found by name, ordered by dragging or with the arrow keys, removed. */
export function CreditsEditor({
  value,
  onChange,
  creditOwner = () => Promise.resolve([]),
  mayAddPeople,
  onError,
}: CreditsEditorProps) {
  const client = useQueryClient()
  const { roles, labelOf, isProposed } = useCreditNames(value)
  const [replaced, setReplaced] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target: { key, dropPosition } }) =>
      onChange(moveCredits(value, new Set([...keys].map(String)), String(key), dropPosition === 'after')),
    // Also where Enter has picked up a row: the arrow keys choose the place, and Enter puts it there.
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="-my-1 rounded-full data-drop-target:-my-1.5 data-drop-target:border-y-2 data-drop-target:border-prussian"
      />
    ),
  })
  const moveByKey = (key: string, by: 1 | -1) => {
    const target = value[value.findIndex((one) => keyOf(one) === key) + by]
    if (target === undefined) return
    flushSync(() => onChange(moveCredits(value, new Set([key]), keyOf(target), by === 1)))
    // Who is moved in the document loses the focus.
    list.current?.querySelector<HTMLElement>(`[data-grip="${key}"]`)?.focus()
  }
  const items = value.map((credit) => ({ ...credit, id: keyOf(credit), name: labelOf(credit.person_id) }))
  const confirm = async (person: string) => {
    try {
      await confirmPerson(person)
    } catch (error) {
      onError(error)
    }
    await client.invalidateQueries({ queryKey: entityKey('authors') })
  }
  // Who was confirmed or removed meanwhile is replaced no longer.
  const wanted = value.some(({ person_id }) => person_id === replaced && isProposed(person_id))
    ? replaced
    : null
  return (
    <div className="flex flex-col gap-3">
      {items.length > 0 && (
        <GridList
          ref={list}
          aria-label="Credits"
          items={items}
          dragAndDropHooks={dragAndDropHooks}
          keyboardNavigationBehavior="tab"
          dependencies={[roles, value, isProposed]}
          className="flex flex-col gap-2"
        >
          {({ id, name, person_id, role_id }) => (
            <GridListItem
              id={id}
              textValue={name}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 gap-y-1.5 rounded-md border border-rule py-1.5 pr-1 pl-0.5 outline-offset-1 data-dragging:opacity-60"
            >
              <AriaButton
                slot="drag"
                aria-label={`Move ${name}: up and down arrow keys`}
                data-grip={id}
                onKeyDown={({ key, continuePropagation }) => {
                  if (key === 'ArrowUp') moveByKey(id, -1)
                  else if (key === 'ArrowDown') moveByKey(id, 1)
                  else continuePropagation()
                }}
                className="flex size-7 cursor-grab items-center justify-center rounded-md text-soft data-hovered:text-ink"
              >
                <GripVertical aria-hidden className="size-4" />
              </AriaButton>
              <span className="truncate font-semibold" title={name}>
                {name}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${name}`}
                onPress={() => {
                  // The list goes with its last row; elsewhere it moves the focus itself.
                  if (value.length === 1) box.current?.focus()
                  onChange(value.filter((one) => keyOf(one) !== id))
                }}
                className="size-7!"
              >
                <X aria-hidden className="size-4" />
              </Button>
              <span className="col-span-2 col-start-2">
                <Select
                  label={`Role of ${name}`}
                  hideLabel
                  value={role_id}
                  options={rolesFor(roles, value, { person_id, role_id }).map((role) => ({
                    id: role.id,
                    label: role.name,
                  }))}
                  onChange={(chosen) => onChange(withRole(value, { person_id, role_id }, chosen))}
                />
              </span>
              {isProposed(person_id) && (
                <Proposal
                  name={name}
                  mayConfirm={mayAddPeople}
                  onConfirm={() => void confirm(person_id)}
                  onReplace={() => {
                    setReplaced(person_id)
                    box.current?.focus()
                  }}
                />
              )}
            </GridListItem>
          )}
        </GridList>
      )}
      {(value.length < MAX_CREDITS || wanted !== null) && (
        <AddPerson
          box={box}
          mayAddPeople={mayAddPeople}
          replacedName={wanted === null ? null : labelOf(wanted)}
          onError={onError}
          creditOwner={value.length === 0 ? creditOwner : null}
          onAdd={({ id, isProposed: isNew }, owner, known) => {
            if (wanted !== null) return onChange(withPerson(value, wanted, id))
            const before = value.length === 0 ? owner : value
            // Whom a writer proposes has another part in the story than they themselves.
            const others = isNew ? known.filter(({ is_words }) => !is_words) : known
            const role = nextRole(others, before, id)
            if (role !== null) onChange([...before, { person_id: id, role_id: role.id }])
          }}
        />
      )}
    </div>
  )
}

/** Below a person whom a writer has named: what an editor can do. */
function Proposal({
  name,
  mayConfirm,
  onConfirm,
  onReplace,
}: {
  name: string
  mayConfirm: boolean
  onConfirm: () => void
  onReplace: () => void
}) {
  return (
    <span className="col-span-2 col-start-2 flex flex-wrap items-center gap-1.5 text-sm text-soft">
      {mayConfirm ? (
        <>
          <Button size="sm" aria-label={`Confirm ${name}`} onPress={onConfirm}>
            Confirm
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Name somebody else for ${name}`} onPress={onReplace}>
            Somebody Else…
          </Button>
        </>
      ) : (
        'Proposed. An editor confirms it.'
      )}
    </span>
  )
}

const keyOf = ({ person_id, role_id }: Credit) => `${person_id} ${role_id}`

/** The roles that a credit can have, without roles that the person has in another credit. */
function rolesFor(roles: readonly CreditRole[], credits: readonly Credit[], own: Credit): CreditRole[] {
  const isTaken = (role: CreditRole) =>
    credits.some((other) => !isSameCredit(other, own) && isSameCredit(other, { ...own, role_id: role.id }))
  return roles.filter((role) => !isTaken(role))
}

interface AddPersonProps {
  box: RefObject<HTMLInputElement | null>
  mayAddPeople: boolean
  /** The proposed person in whose place somebody is named. */
  replacedName: string | null
  /** Null where the story has credits. */
  creditOwner: CreditsEditorProps['creditOwner'] | null
  onAdd: (person: Person, owner: readonly Credit[], roles: readonly CreditRole[]) => void
  onError: (error: unknown) => void
}

/** A box that finds people by name and, where there is none of that name, adds or proposes one. */
function AddPerson({ box, mayAddPeople, replacedName, creditOwner, onAdd, onError }: AddPersonProps) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const typed = text.replace(/\s+/g, ' ').trim()
  const { found, isSearching, isLoadingError } = usePeopleNamed(typed)

  // A new person is added when the server has answered, to what is there then.
  const onAddNow = useRef(onAdd)
  useEffect(() => {
    onAddNow.current = onAdd
  })

  const add = (person: Person, owner: readonly Credit[], roles: readonly CreditRole[]) => {
    // The name is known: it is shown without a request.
    client.setQueriesData<Person[]>(
      { queryKey: ['authors', 'people'] },
      (known) => known && [...known, person],
    )
    client.setQueryData(peopleOfQuery([person.id]).queryKey, [person])
    onAddNow.current(person, owner, roles)
  }
  const choose = async (chosen: Person | null) => {
    setText('')
    try {
      const [roles, owner = []] = await Promise.all([
        client.ensureQueryData(creditRolesQuery),
        creditOwner?.(),
      ])
      if (chosen !== null) return add(chosen, owner, roles)
      const added = await (mayAddPeople ? addPerson : proposePerson)(typed)
      await client.invalidateQueries({ queryKey: entityKey('authors'), refetchType: 'none' })
      add(added, owner, roles)
    } catch (error) {
      setText((now) => (now === '' ? typed : now))
      onError(error)
    }
  }
  /** Adds the person of that name; where the search finds nobody, a new one. */
  const enter = async () => {
    if (typed === '') return
    try {
      const people = await client.fetchQuery(foundPeopleQuery(typed.toLowerCase()))
      if (box.current?.value !== text) return
      const person = people.find(({ name }) => nameKey(name) === nameKey(typed))
      if (person !== undefined || people.length === 0) await choose(person ?? null)
    } catch (error) {
      onError(error)
    }
  }
  return (
    <TagBox
      label="Add a person"
      hideLabel
      placeholder={replacedName === null ? 'Add a person…' : `Who is ${replacedName}?`}
      emptyText=""
      options={
        typed === ''
          ? []
          : [
              ...found.map(personOption),
              ...(isSearching
                ? []
                : [{ id: NEW_PERSON, label: `${mayAddPeople ? 'New person' : 'Propose'}: ${typed}` }]),
            ]
      }
      inputRef={box}
      text={text}
      onText={setText}
      onChoose={(id) => void choose(found.find((one) => one.id === id) ?? null)}
      onEnter={() => void enter()}
      maxLength={authorType.fields.name.max}
      errorMessage={isLoadingError ? 'The people could not be loaded.' : undefined}
    />
  )
}

/** The people whose name has a text, as the server finds them when it was not changed for a moment. */
function usePeopleNamed(typed: string) {
  const wanted = typed.toLowerCase()
  const searched = useDebounced(wanted)
  const { data = [], isFetching, isLoadingError } = useQuery(foundPeopleQuery(searched))
  // While the server searches, earlier results that still match.
  const isSearching = isFetching || searched !== wanted
  const found = isSearching ? filterByText(data, ({ name }) => name, typed) : data
  return { found, isSearching, isLoadingError }
}

const personOption = (person: Person): Option => ({
  id: person.id,
  label: person.name,
  detail: personDetail(person),
  adornment: <Portrait name={person.name} imageUrl={person.image_url} className="size-6 text-xs" />,
})
