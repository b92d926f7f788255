import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { rowsQuery } from '../requests/queries.ts'
import { useToldApart } from './people-hints.ts'

const colleagueSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  /** Keeps what it was given, and is given nothing more. */
  has_left: z.boolean(),
})

const colleaguesQuery = rowsQuery(['users', 'colleagues'], colleagueSchema, () =>
  adminClient().rpc('get_colleagues'),
)

/** Names of the people who have or can be given a story or a task. */
export interface Colleagues {
  /** Undefined while they are loaded. */
  nameOf: (id: string) => string | undefined
  /** To choose from, after the choice of none; with the present choice, who may have left. */
  options: (noneLabel: string, chosen?: string | null) => { id: string | null; label: string }[]
}

export function useColleagues(): Colleagues {
  const { data = [] } = useQuery(colleaguesQuery)
  const people = useToldApart(
    data.map((person) => ({ ...person, name: person.full_name?.trim() || 'Without a name' })),
  )
  return {
    nameOf: (id) => people.find((person) => person.id === id)?.label,
    options: (noneLabel, chosen = null) => [
      { id: null, label: noneLabel },
      ...people
        .filter(({ id, has_left }) => !has_left || id === chosen)
        .map(({ id, label }) => ({ id, label })),
    ],
  }
}
