import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { authorType } from '../../../domain/people/author.ts'
import { filterByText } from '../../../domain/text/text-search.ts'
import { nameKey } from '../../../domain/people/person-name.ts'
import { type Credit, type CreditRole, isSameCredit, MAX_CREDITS } from '../../../domain/story/credit.ts'
import { entityKey } from '../../data/requests/entity-mutation.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import type { Option } from '../../ui/fields/option-list.tsx'
import { TagBox } from '../../ui/fields/tag-box.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
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
import { creditKey, nextRole, withPerson } from './credits.ts'

// React Aria's drag and drop is larger than the rest of the sidebar.
const CreditRows = lazyPart(
  async () => (await import('./credit-rows.tsx')).CreditRows,
  ({ value }) => value.map((credit) => <Skeleton key={creditKey(credit)} className="h-21" />),
)

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
  const names = useCreditNames(value)
  const [replaced, setReplaced] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const confirm = async (person: string) => {
    try {
      await confirmPerson(person)
    } catch (error) {
      onError(error)
    }
    await client.invalidateQueries({ queryKey: entityKey('authors') })
  }
  // Who was confirmed or removed meanwhile is replaced no longer.
  const wanted = value.some(({ person_id }) => person_id === replaced && names.isProposed(person_id))
    ? replaced
    : null
  return (
    <div className="flex flex-col gap-3">
      {value.length > 0 && (
        <CreditRows
          value={value}
          onChange={onChange}
          names={names}
          mayConfirm={mayAddPeople}
          onRemove={(removed) => {
            // The list goes with its last row; elsewhere it moves the focus itself.
            if (value.length === 1) box.current?.focus()
            onChange(value.filter((one) => !isSameCredit(one, removed)))
          }}
          onConfirm={(person) => void confirm(person)}
          onReplace={(person) => {
            setReplaced(person)
            box.current?.focus()
          }}
        />
      )}
      {(value.length < MAX_CREDITS || wanted !== null) && (
        <AddPerson
          box={box}
          mayAddPeople={mayAddPeople}
          replacedName={wanted === null ? null : names.labelOf(wanted)}
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
  /** Enter was pressed on a part of names. */
  const [isUnclear, setUnclear] = useState(false)
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
    setUnclear(false)
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
  /** Adds the person of that name; where the search finds nobody, a new one. Resolves to false where it finds others. */
  const enter = async () => {
    if (typed === '') return true
    try {
      const people = await client.fetchQuery(foundPeopleQuery(typed.toLowerCase()))
      if (box.current?.value !== text) return true
      const person = people.find(({ name }) => nameKey(name) === nameKey(typed))
      const isClear = person !== undefined || people.length === 0
      if (isClear) await choose(person ?? null)
      else setUnclear(true)
      return isClear
    } catch (error) {
      onError(error)
      return true
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
      onText={(next) => {
        CreditRows.preload()
        setUnclear(false)
        setText(next)
      }}
      onChoose={(id) => void choose(found.find((one) => one.id === id) ?? null)}
      onEnter={enter}
      maxLength={authorType.fields.name.max}
      errorMessage={
        isLoadingError
          ? 'The people could not be loaded.'
          : isUnclear
            ? 'Choose one from the list.'
            : undefined
      }
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
