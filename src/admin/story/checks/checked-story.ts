import { type QueryClient, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { serverClock } from '../../../backend/server-clock.ts'
import { type Article, type ArticleForm, articleType } from '../../../domain/story/article.ts'
import { publishDate } from '../../../domain/story/article-state.ts'
import { type LinkState, type RefusedCheck, ALWAYS_REQUIRED } from '../../../domain/story/checks.ts'
import type { Thread } from '../../../domain/newsroom/comment.ts'
import type { CreditRole } from '../../../domain/story/credit.ts'
import type { Media } from '../../../domain/media/media.ts'
import {
  type BodyText,
  type CheckedFields,
  type CheckedStory,
  type UnmetCheck,
  pictureAddresses,
  readBody,
  unmetChecks,
} from '../../../domain/story/story-checks.ts'
import { writersQuery } from '../../data/people/author-options.ts'
import { threadsQuery } from '../comments/comments.ts'
import {
  type Person,
  creditRolesQuery,
  peopleOfQuery,
  personOfAccountQuery,
} from '../credits/credit-queries.ts'
import { mediaAtQuery } from '../../data/files/media-at.ts'
import { loadRequiredChecks } from './required-checks.ts'

/** What is checked of a story, stored or in the editor. */
export interface CheckedText {
  /** Null for one that was never saved. */
  id: string | null
  /** `published_at`: the date on which it goes out, null for now. */
  form: CheckedFields & Pick<ArticleForm, 'slug' | 'title_emphasis' | 'author_id' | 'published_at'>
  body: readonly BodyText[]
}

/** What is checked of a stored article. */
export function checkedRow(row: Article): CheckedText {
  const dated = { ...row, published_at: publishDate(row) }
  const form = articleType.formOf(dated, { html: null, parts: null, tag_ids: [] })
  return { id: row.id, form, body: readBody(row.content) }
}

/** What the backend knows of a story. */
interface Known {
  files: readonly (Media | null)[]
  roles: readonly CreditRole[]
  people: readonly Person[]
  /** Of the owner. */
  person: Person | null
  accounts: readonly { id: string; full_name: string | null }[]
  threads: readonly Thread[]
}

const addressesOf = ({ form, body }: CheckedText) => pictureAddresses({ ...form, body })
const queriesOf = ({ id, form }: CheckedText) => ({
  people: peopleOfQuery(form.credits.map(({ person_id }) => person_id)),
  person: personOfAccountQuery(form.author_id),
  accounts: writersQuery(form.author_id),
  threads: { ...threadsQuery({ kind: 'story', id: id ?? '' }), enabled: id !== null },
})

/** The key of what is known of links (a map of LinkState by address): it is asked for in the list of checks only. */
export const LINK_STATES = ['link states']
export const NO_LINKS: ReadonlyMap<string, LinkState> = new Map()

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
    proposedNames: known.people.filter(({ isProposed }) => isProposed).map(({ name }) => name),
    files: new Map(
      addressesOf(text).flatMap((url, at) => {
        const file = known.files[at]
        return file ? [[url, file] as const] : []
      }),
    ),
    goesOutAt: form.published_at === null ? now : Math.max(now, Date.parse(form.published_at)),
    links,
    threads: known.threads,
  }
}

type Asked = Pick<UseQueryResult<unknown>, 'data' | 'isEnabled' | 'isLoadingError'>
const isLoaded = ({ data, isEnabled }: Asked) => data !== undefined || !isEnabled
const hasFailed = ({ isLoadingError }: Asked) => isLoadingError

/** The checks that a text does not meet; null while they are loaded. */
export function useUnmetChecks(
  text: CheckedText,
  links: ReadonlyMap<string, LinkState>,
): { unmet: UnmetCheck[] | null; isLoadingError: boolean; retry: () => void } {
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
  const threads = useQuery(queries.threads)
  const others = [roles, people, person, accounts, threads]
  const isKnown = files.every(isLoaded) && others.every(isLoaded)
  const known: Known = {
    files: files.map(({ data }) => data ?? null),
    roles: roles.data ?? [],
    people: people.data ?? [],
    person: person.data ?? null,
    accounts: accounts.data ?? [],
    threads: threads.data ?? [],
  }
  return {
    unmet: isKnown ? unmetChecks(storyOf(text, known, links)) : null,
    isLoadingError: !isKnown && (files.some(hasFailed) || others.some(hasFailed)),
    retry: () => {
      for (const query of files) if (query.isLoadingError) void query.refetch()
      for (const query of others) if (query.isLoadingError) void query.refetch()
    },
  }
}

/** Asked once, also offline: a publish does not wait for a connection. */
const ONCE = { networkMode: 'always', retry: false } as const

async function loadKnown(client: QueryClient, text: CheckedText): Promise<Known> {
  const queries = queriesOf(text)
  const [files, roles, people, person, accounts, threads] = await Promise.all([
    Promise.all(
      addressesOf(text).map((url) => client.fetchQuery({ ...mediaAtQuery(url), ...ONCE, staleTime: 0 })),
    ),
    client.fetchQuery({ ...creditRolesQuery, ...ONCE }),
    client.fetchQuery({ ...queries.people, ...ONCE }),
    text.form.author_id === null ? null : client.fetchQuery({ ...queries.person, ...ONCE }),
    client.fetchQuery({ ...queries.accounts, ...ONCE }),
    text.id === null ? [] : client.fetchQuery({ ...queries.threads, ...ONCE }),
  ])
  return { files, roles, people, person, accounts, threads }
}

/** The checks that a text does not meet, as they are now. Rejects with a BackendError. */
export async function loadUnmet(client: QueryClient, text: CheckedText): Promise<UnmetCheck[]> {
  const links = client.getQueryData<ReadonlyMap<string, LinkState>>(LINK_STATES) ?? NO_LINKS
  return unmetChecks(storyOf(text, await loadKnown(client, text), links))
}

/** What there is to look at before a story goes out, and for what of it the database refuses the story. */
export interface ToLookAt {
  unmet: readonly UnmetCheck[]
  refused: readonly RefusedCheck[]
}

/**
 * What a text lacks before it goes out. `before` is the text that is out already, which is refused only for what it ceases
 * to meet. Rejects with a BackendError.
 */
export async function loadToLookAt(
  client: QueryClient,
  text: CheckedText,
  before: CheckedText | null = null,
): Promise<ToLookAt> {
  const [unmet, known, required] = await Promise.all([
    loadUnmet(client, text),
    before === null ? [] : loadUnmet(client, before),
    loadRequiredChecks(client),
  ])
  const isUnmet = (all: readonly UnmetCheck[], wanted: RefusedCheck) =>
    all.some(({ name }) => name === wanted)
  const asked: readonly RefusedCheck[] = [...ALWAYS_REQUIRED, ...required]
  return { unmet, refused: asked.filter((name) => isUnmet(unmet, name) && !isUnmet(known, name)) }
}
