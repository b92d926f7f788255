import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { serverClock } from '../../../backend/server-clock.ts'
import { authorSchema } from '../../../domain/people/author.ts'
import {
  type Credit,
  type CreditRole,
  bylineText,
  creditRoleSchema,
  creditRoleType,
} from '../../../domain/story/credit.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import { toldApart } from '../../../domain/people/person-name.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { nameIn } from '../../data/people/name-in.ts'
import { parseRow, parseRows, unwrap } from '../../data/requests/postgrest.ts'
import { optionalRowQuery, rowsQuery } from '../../data/requests/queries.ts'
import { foundRowsQuery, withWords } from '../../data/requests/text-search.ts'

/** A person who can be credited: a row of `author_profiles`. */
const personSchema = z.pick(authorSchema, {
  id: true,
  name: true,
  role: true,
  image_url: true,
  slug: true,
})
export type Person = z.infer<typeof personSchema> & {
  /** A writer has named them; no editor has confirmed them yet. */
  isProposed?: true
}
const PERSON_COLUMNS = selectOf(personSchema)

/** What tells people of one name apart where they are chosen: their role, and the address of their page. */
export function personDetail({ role, slug }: Person): string {
  return [role, slug === null ? 'Proposed' : `/author/${slug}`].filter(Boolean).join(' · ')
}

const people = () => adminClient().from('author_profiles')

/** The roles of credits in their order. */
export const creditRolesQuery = rowsQuery(['credit_roles'], creditRoleSchema, () =>
  adminClient().from('credit_roles').select(creditRoleType.select).order('position').order('name'),
)

const proposedSchema = z.object({ id: idSchema, name: z.string() })
const PROPOSED_COLUMNS = selectOf(proposedSchema)

const proposedPerson = (row: z.infer<typeof proposedSchema>): Person => ({
  ...row,
  ...{ role: null, image_url: null, slug: null, isProposed: true },
})

/** The people with these ids, also proposed ones; deleted people are left out. */
export function peopleOfQuery(ids: readonly string[]) {
  const wanted = [...new Set(ids)].sort()
  return queryOptions({
    queryKey: ['authors', 'people', wanted],
    queryFn: async ({ signal }): Promise<Person[]> => {
      if (wanted.length === 0) return []
      const rows = await people().select(PERSON_COLUMNS).in('id', wanted).abortSignal(signal)
      const known: Person[] = parseRows(personSchema, rows)
      const others = wanted.filter((id) => !known.some((person) => person.id === id))
      if (others.length === 0) return known
      const proposed = await adminClient()
        .from('proposed_people')
        .select(PROPOSED_COLUMNS)
        .in('id', others)
        .abortSignal(signal)
      return [...known, ...parseRows(proposedSchema, proposed).map(proposedPerson)]
    },
    placeholderData: keepPreviousData,
  })
}

const MAX_FOUND = 20

/** The first people whom a text finds, by name. */
export function foundPeopleQuery(text: string) {
  return foundRowsQuery({
    queryKey: ['authors', 'found people', text],
    table: 'author_profiles',
    text,
    schema: personSchema,
    request: (words) =>
      withWords(people().select(PERSON_COLUMNS), words).order('name').order('id').limit(MAX_FOUND),
    placeholderData: keepPreviousData,
  })
}

/** The person of an account; null when it has none. Disabled without an account. */
export function personOfAccountQuery(accountId: string | null) {
  return optionalRowQuery(
    ['authors', 'person of account', accountId],
    personSchema,
    () =>
      people()
        .select(PERSON_COLUMNS)
        .eq('profile_id', accountId ?? ''),
    { enabled: accountId !== null },
  )
}

/** Adds a person without account. Rejects with a BackendError. */
export async function addPerson(name: string): Promise<Person> {
  // The database makes the slug from the name.
  return parseRow(personSchema, await people().insert({ name, slug: '' }).select(PERSON_COLUMNS).single())
}

/** Proposes a person to the editors. Rejects with a BackendError. */
export async function proposePerson(name: string): Promise<Person> {
  const added = await adminClient().from('proposed_people').insert({ name }).select(PROPOSED_COLUMNS).single()
  return proposedPerson(parseRow(proposedSchema, added))
}

/**
 * The id that an account's owner has in credits: of their author page, or of a person whom this proposes. Null for an
 * account without a name. Rejects with a BackendError.
 */
export async function creditAccount(accountId: string): Promise<string | null> {
  const answer = await adminClient().rpc('credit_account', { p_account: accountId })
  return z.nullable(idSchema).parse(unwrap(answer))
}

/** Makes a person of one who was proposed. Rejects with a BackendError. */
export async function confirmPerson(id: string): Promise<void> {
  unwrap(await adminClient().rpc('confirm_person', { p_id: id }))
}

const NO_CREDITS: readonly Credit[] = []

export type CreditNames = ReturnType<typeof useCreditNames>

/** The people and roles of credits, for display. */
export function useCreditNames(credits: readonly Credit[] = NO_CREDITS): {
  roles: readonly CreditRole[]
  /** The name of a person; a word in its place while it loads, or when they are gone. */
  nameOf: (personId: string) => string
  /** The name, and for two of one name in these credits the address of their page. */
  labelOf: (personId: string) => string
  isProposed: (personId: string) => boolean
  /** The byline of these credits. */
  textOf: (list: readonly Credit[]) => string
} {
  const { data: roles = [] } = useQuery(creditRolesQuery)
  const people = useQuery(peopleOfQuery(credits.map(({ person_id }) => person_id)))
  const known = people.data ?? []
  const nameOf = (personId: string) =>
    nameIn(people.data, personId, people.isPlaceholderData ? '…' : 'Somebody who is gone')
  const labelled = toldApart(known, personDetail)
  return {
    roles,
    nameOf,
    labelOf: (personId) => labelled.find(({ id }) => id === personId)?.label ?? nameOf(personId),
    isProposed: (personId) => known.some(({ id, isProposed }) => id === personId && isProposed),
    textOf: (list) =>
      bylineText(
        [...Map.groupBy(list, ({ role_id }) => role_id)].map(([roleId, own]) => ({
          byline: roles.find(({ id }) => id === roleId)?.byline ?? 'by',
          people: own.map(({ person_id }) => ({ name: nameOf(person_id) })),
        })),
        serverClock.calendar.locale,
      ),
  }
}
