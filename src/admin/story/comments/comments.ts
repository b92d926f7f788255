import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import {
  type Place,
  commentSchema,
  placeColumns,
  threadRowSchema,
  threadSchema,
} from '../../../domain/newsroom/comment.ts'
import { type Subject, SUBJECT_COLUMNS } from '../../../domain/newsroom/subject.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import type { Passage } from '../../../domain/story/passage.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { expectChanged, parseRow, unwrap } from '../../data/requests/postgrest.ts'
import { rowsQuery } from '../../data/requests/queries.ts'
import { foundRowsQuery, withWords } from '../../data/requests/text-search.ts'

/** How often an open story or letter asks for the comments of others. */
const POLL_MS = 4_000

const SELECT = `${selectOf(z.omit(threadRowSchema, { comments: true }))}, comments(${selectOf(commentSchema)})`

/** The threads of a story or a letter, the oldest first; asked for again while they are on a visible screen. */
export function threadsQuery({ kind, id }: Subject) {
  const request = () =>
    adminClient()
      .from('comment_threads')
      .select(SELECT)
      .eq(SUBJECT_COLUMNS[kind], id)
      .order('created_at')
      .order('created_at', { referencedTable: 'comments' })
  const query = rowsQuery(['comment_threads', kind, id], threadSchema, request)
  return { ...query, refetchInterval: POLL_MS, staleTime: 0 }
}

const personSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  name_confirmed: z.boolean(),
  /** What tells the person from another one of the same name. */
  hint: z.nullable(z.string()),
  can_be_mentioned: z.boolean(),
  is_guest: z.boolean(),
})

export type CommentPerson = z.infer<typeof personSchema>

/** The names of the people in the comments of a story or a letter, and of the people who can be mentioned. */
export function commentPeopleQuery({ kind, id }: Subject) {
  return rowsQuery(['comment_threads', 'people', id], personSchema, () =>
    adminClient().rpc(
      'get_comment_people',
      kind === 'story' ? { p_article: id } : { p_article: null, p_letter: id },
    ),
  )
}

/** The viewers in the conversation on a story; a viewer sees only whether they are in it themselves. */
export function guestsQuery(articleId: string) {
  return rowsQuery(['comment_threads', 'guests', articleId], z.object({ profile_id: idSchema }), () =>
    adminClient().from('comment_guests').select('profile_id').eq('article_id', articleId),
  )
}

const viewerSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type Viewer = z.infer<typeof viewerSchema>

const MAX_VIEWERS_FOUND = 20

/** The first viewers with `text` in name or e-mail address, by name. */
export function viewersQuery(text: string) {
  return foundRowsQuery({
    queryKey: ['users', 'viewers', text],
    table: 'profiles',
    text,
    schema: viewerSchema,
    request: (words) =>
      withWords(
        adminClient()
          .from('profiles')
          .select(selectOf(viewerSchema))
          .eq('role', 'viewer')
          .is('removed_at', null),
        words,
      )
        .order('full_name')
        .order('id')
        .limit(MAX_VIEWERS_FOUND),
    placeholderData: keepPreviousData,
  })
}

/** How many open threads each of these stories has; those without any are left out. */
export function openThreadsQuery(articleIds: readonly string[]) {
  return rowsQuery(
    ['comment_threads', 'open', articleIds],
    z.object({ article_id: idSchema, threads: z.number() }),
    () => adminClient().rpc('count_open_threads', { p_articles: [...articleIds] }),
    { enabled: articleIds.length > 0 },
  )
}

// All of these reject with a BackendError.

/** Starts a thread with its first comment. Returns its id. */
export async function startThread({ kind, id }: Subject, place: Place, body: string): Promise<string> {
  const p_thread = { [SUBJECT_COLUMNS[kind]]: id, ...placeColumns(place) }
  return parseRow(idSchema, await adminClient().rpc('start_thread', { p_thread, p_body: body }))
}

export async function addComment(threadId: string, body: string): Promise<void> {
  unwrap(await adminClient().from('comments').insert({ thread_id: threadId, body }))
}

export async function editComment(id: string, body: string): Promise<void> {
  const edited = await adminClient().from('comments').update({ body }).eq('id', id).select('id')
  expectChanged(edited, 'You are not allowed to change this comment')
}

export async function deleteComment(id: string): Promise<void> {
  const deleted = await adminClient().from('comments').delete().eq('id', id).select('id')
  expectChanged(deleted, 'You are not allowed to delete this comment')
}

/** Resolves a thread, or opens it again. The time is the database's. */
export async function setResolved(threadId: string, isResolved: boolean): Promise<void> {
  const resolved_at = isResolved ? new Date(0).toISOString() : null
  const changed = await adminClient()
    .from('comment_threads')
    .update({ resolved_at })
    .eq('id', threadId)
    .select('id')
  expectChanged(changed, 'You are not allowed to resolve this thread')
}

/** Deletes a thread with all its comments. */
export async function deleteThread(id: string): Promise<void> {
  const deleted = await adminClient().from('comment_threads').delete().eq('id', id).select('id')
  expectChanged(deleted, 'You are not allowed to delete this thread')
}

/** Lets a viewer into the conversation on a story. */
export async function inviteGuest(articleId: string, viewerId: string): Promise<void> {
  const guest = { article_id: articleId, profile_id: viewerId }
  unwrap(await adminClient().from('comment_guests').upsert(guest, { ignoreDuplicates: true }))
}

export async function endInvitation(articleId: string, viewerId: string): Promise<void> {
  unwrap(
    await adminClient()
      .from('comment_guests')
      .delete()
      .eq('article_id', articleId)
      .eq('profile_id', viewerId),
  )
}

/** Stores how a passage is found in the text that was saved. */
export async function movePassage(threadId: string, passage: Passage): Promise<void> {
  unwrap(await adminClient().from('comment_threads').update(passage).eq('id', threadId))
}

/** Makes a draft of a story that waits for an editor; `note` null: without a note. */
export async function sendBack(articleId: string, note: string | null): Promise<void> {
  unwrap(await adminClient().rpc('send_back', { p_article: articleId, p_note: note }))
}
