import { type QueryClient, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { serverClock } from '../../../../backend/server-clock.ts'
import { type LinkState, type RequirableCheck, REQUIRABLE_CHECKS } from '../../../../domain/checks.ts'
import type { CreditRole } from '../../../../domain/credit.ts'
import type { Media } from '../../../../domain/media.ts'
import {
  type BodyText,
  type CheckedStory,
  type UnmetCheck,
  pictureAddresses,
  readBody,
  unmetChecks,
} from '../../../../domain/story-checks.ts'
import { writersQuery } from '../../../data/author-options.ts'
import { type Person, creditRolesQuery, peopleOfQuery, personOfAccountQuery } from '../../../data/credits.ts'
import { mediaAtQuery } from '../../../media-picker/data/media.ts'
import { type EditorForm, contentOf, serializeForm } from '../saving/form.ts'
import { type SaveState, isPublished } from '../saving/state.ts'

/** What is checked of a text of the editor. */
export interface CheckedText {
  form: EditorForm
  body: readonly BodyText[]
}

/** `stored` is the body of the article, for one that cannot be edited. */
function checkedText(form: EditorForm, stored: unknown): CheckedText {
  return { form, body: readBody(contentOf(form) ?? stored) }
}

export function textOnScreen({ form, saved }: SaveState): CheckedText {
  return checkedText(serializeForm(form), saved?.content)
}

/** What the backend knows of a story. */
interface Known {
  files: readonly (Media | null)[]
  roles: readonly CreditRole[]
  people: readonly Person[]
  /** Of the owner. */
  person: Person | null
  accounts: readonly { id: string; full_name: string | null }[]
}

const addressesOf = ({ form, body }: CheckedText) => pictureAddresses({ ...form, body })
const queriesOf = ({ form }: CheckedText) => ({
  people: peopleOfQuery(form.credits.map(({ person_id }) => person_id)),
  person: personOfAccountQuery(form.author_id),
  accounts: writersQuery(form.author_id),
})

const NO_LINKS: ReadonlyMap<string, LinkState> = new Map()

function storyOf(text: CheckedText, known: Known, links: ReadonlyMap<string, LinkState>): CheckedStory {
  const { form, body } = text
  const now = serverClock.now().getTime()
  const account = known.accounts.find(({ id }) => id === form.author_id)
  return {
    ...form,
    body,
    authorName: form.author_id === null ? null : (known.person?.name ?? account?.full_name ?? null),
    wordsRoleId: known.roles.find(({ is_words }) => is_words)?.id ?? null,
    creditedNames: known.people.map(({ name }) => name),
    files: new Map(
      addressesOf(text).flatMap((url, at) => {
        const file = known.files[at]
        return file ? [[url, file] as const] : []
      }),
    ),
    goesOutAt: form.published_at === null ? now : Math.max(now, Date.parse(form.published_at)),
    links,
  }
}

type Asked = Pick<UseQueryResult<unknown>, 'data' | 'isEnabled' | 'isError'>
const isLoaded = ({ data, isEnabled }: Asked) => data !== undefined || !isEnabled
const hasFailed = ({ isError }: Asked) => isError

/** The checks that a text does not meet; null while they are loaded. */
export function useUnmetChecks(
  text: CheckedText,
  links: ReadonlyMap<string, LinkState>,
): { unmet: UnmetCheck[] | null; isError: boolean; retry: () => void } {
  const queries = queriesOf(text)
  const files = useQueries({
    // What the library lacks is added there, in another tab.
    queries: addressesOf(text).map((url) => ({
      ...mediaAtQuery(url),
      refetchOnWindowFocus: 'always' as const,
    })),
  })
  const roles = useQuery(creditRolesQuery)
  const people = useQuery(queries.people)
  const person = useQuery(queries.person)
  const accounts = useQuery(queries.accounts)
  const others = [roles, people, person, accounts]
  const isKnown = files.every(isLoaded) && others.every(isLoaded)
  const known: Known = {
    files: files.map(({ data }) => data ?? null),
    roles: roles.data ?? [],
    people: people.data ?? [],
    person: person.data ?? null,
    accounts: accounts.data ?? [],
  }
  return {
    unmet: isKnown ? unmetChecks(storyOf(text, known, links)) : null,
    isError: !isKnown && (files.some(hasFailed) || others.some(hasFailed)),
    retry: () => {
      for (const query of files) if (query.isError) void query.refetch()
      for (const query of others) if (query.isError) void query.refetch()
    },
  }
}

/** Asked once, also offline: a publish does not wait for a connection. */
const ONCE = { networkMode: 'always', retry: false } as const

async function loadKnown(client: QueryClient, text: CheckedText): Promise<Known> {
  const queries = queriesOf(text)
  const [files, roles, people, person, accounts] = await Promise.all([
    Promise.all(
      addressesOf(text).map((url) => client.fetchQuery({ ...mediaAtQuery(url), ...ONCE, staleTime: 0 })),
    ),
    client.fetchQuery({ ...creditRolesQuery, ...ONCE }),
    client.fetchQuery({ ...queries.people, ...ONCE }),
    text.form.author_id === null ? null : client.fetchQuery({ ...queries.person, ...ONCE }),
    client.fetchQuery({ ...queries.accounts, ...ONCE }),
  ])
  return { files, roles, people, person, accounts }
}

async function unmetOf(client: QueryClient, text: CheckedText): Promise<RequirableCheck[]> {
  const unmet = unmetChecks(storyOf(text, await loadKnown(client, text), NO_LINKS)).map(({ name }) => name)
  return REQUIRABLE_CHECKS.filter((name) => unmet.includes(name))
}

/**
 * The required checks for which the database would refuse the text on the screen: of a published story those that it
 * ceases to meet.
 */
export async function refusedChecks(
  client: QueryClient,
  state: SaveState,
  required: readonly RequirableCheck[],
): Promise<RequirableCheck[]> {
  const unmet = (await unmetOf(client, textOnScreen(state))).filter((name) => required.includes(name))
  const { saved } = state
  if (unmet.length === 0 || saved === null || !isPublished(state)) return unmet
  const before = await unmetOf(client, checkedText(saved.form, saved.content))
  return unmet.filter((name) => !before.includes(name))
}
