import * as z from 'zod/mini'
import { articleSchema, TRASH_DAYS } from '../../../../domain/story/article.ts'
import { type ArticleState, articleState, isAhead } from '../../../../domain/story/article-state.ts'
import type { RowState } from '../../../data/requests/bulk-change.ts'
import { formatList } from '../../../ui/dates/format.ts'
import type { BulkWords } from '../../../resources/bulk/bulk-change-dialog.tsx'
import type { ArticleAct } from './acts.ts'

const stateSchema = z.extend(
  z.pick(articleSchema, { status: true, published_at: true, publish_at: true, hero: true }),
  { has_copy: z.boolean() },
)
type State = z.infer<typeof stateSchema>

/** The names of the tags that the articles get and lose. */
interface TagNames {
  add: readonly string[]
  remove: readonly string[]
}

/** The texts of each bulk act on articles. */
export function articleWords(
  act: ArticleAct,
  now: Date,
  tags: TagNames = { add: [], remove: [] },
): BulkWords {
  const leaves = (keepsHistory: boolean) => (before: readonly RowState[]) =>
    leavingTexts(
      before.map((state) => stateSchema.parse(state)),
      now,
      keepsHistory,
    )
  const keepsCopies = (before: readonly RowState[]) =>
    copiesTexts(before.map((state) => stateSchema.parse(state)))
  const words: Readonly<Record<ArticleAct, BulkWords>> = {
    publish: {
      label: 'Publish',
      will: (rows, count) => `${rows} ${is(count)} published.`,
      done: (rows) => `${rows} published`,
      already: (rows, count) => `${rows} ${is(count)} published already.`,
      effects: (before) =>
        scheduledTexts(
          before.map((state) => stateSchema.parse(state)),
          now,
        ),
    },
    unpublish: {
      label: 'Unpublish',
      will: (rows, count) => `${rows} ${become(count)}.`,
      done: (rows) => `${rows} unpublished`,
      already: (rows, count) => `${rows} ${is(count)} not published.`,
      effects: leaves(true),
    },
    withdraw: {
      label: 'Withdraw',
      will: (rows, count) =>
        `${rows} ${become(count)} and no longer ${count === 1 ? 'waits' : 'wait'} for an editor.`,
      done: (rows) => `${rows} withdrawn from review`,
      already: (rows, count) => `${rows} ${is(count)} not under review.`,
    },
    'send back': {
      label: 'Send Back',
      will: (rows, count) =>
        `${rows} ${count === 1 ? 'goes back to its writer' : 'go back to their writers'}.`,
      done: (rows) => `${rows} sent back`,
      already: (rows, count) => `${rows} ${is(count)} not under review.`,
    },
    archive: {
      label: 'Archive',
      will: (rows, count) => `${rows} ${count === 1 ? 'goes' : 'go'} to the archive.`,
      done: (rows) => `${rows} archived`,
      already: (rows, count) => `${rows} ${is(count)} archived already.`,
      effects: leaves(true),
    },
    unarchive: {
      label: 'Unarchive',
      will: (rows, count) => `${rows} ${become(count)}.`,
      done: (rows) => `${rows} taken out of the archive`,
      already: (rows, count) => `${rows} ${is(count)} not in the archive.`,
    },
    tags: {
      label: 'Tag',
      title: (rows) => `Tags of ${rows}`,
      will: (rows, count) => `${rows} ${tagsText(tags, count === 1)}.`,
      done: (rows) => `${rows} tagged`,
      already: (rows, count) => `${rows} ${is(count)} tagged so already.`,
      effects: keepsCopies,
    },
    category: {
      label: 'Change',
      title: (rows) => `Category of ${rows}`,
      will: (rows, count) => `${rows} ${count === 1 ? 'gets' : 'get'} this category.`,
      done: (rows) => `Category of ${rows} changed`,
      already: (rows, count) => `${rows} ${count === 1 ? 'has' : 'have'} it already.`,
      effects: keepsCopies,
    },
    credit: {
      label: 'Add',
      title: (rows) => `Add a credit to ${rows}`,
      will: (rows, count) =>
        `${rows} ${count === 1 ? 'names' : 'name'} this person, after those named already.`,
      done: (rows) => `Credit added to ${rows}`,
      already: (rows, count) => `${rows} ${count === 1 ? 'has' : 'have'} this credit already.`,
      effects: keepsCopies,
    },
    author: {
      label: 'Change',
      title: (rows) => `Author of ${rows}`,
      will: (rows, count) => `${rows} ${count === 1 ? 'gets' : 'get'} this author.`,
      done: (rows) => `Author of ${rows} changed`,
      already: (rows, count) => `${rows} ${count === 1 ? 'has' : 'have'} this author already.`,
      effects: keepsCopies,
    },
    plan: {
      label: 'Plan',
      will: (rows, count) => `${rows} ${is(count)} planned for this day. Publish dates stay.`,
      done: (rows) => `${rows} planned`,
      already: (rows, count) => `${rows} ${is(count)} planned for this day already.`,
    },
    trash: {
      label: 'Delete',
      will: (rows, count) =>
        `${rows} ${count === 1 ? 'goes' : 'go'} to the trash and can be restored from there for ${TRASH_DAYS} days.`,
      done: (rows) => `${rows} moved to the trash`,
      already: (rows, count) => `${rows} ${is(count)} in the trash already.`,
      effects: leaves(false),
      tone: 'destructive',
    },
    restore: {
      label: 'Restore',
      will: (rows, count) => `${rows} ${count === 1 ? 'leaves' : 'leave'} the trash.`,
      done: (rows) => `${rows} restored`,
      already: (rows, count) => `${rows} ${is(count)} not in the trash.`,
      effects: (before) =>
        restoredTexts(
          before.map((state) => stateSchema.parse(state)),
          now,
        ),
    },
    'delete for good': {
      label: 'Delete Forever',
      will: (rows, count) =>
        `${rows} ${is(count)} deleted with ${count === 1 ? 'its' : 'their'} whole history. This cannot be undone.`,
      done: (rows) => `${rows} deleted`,
      already: (rows, count) => `${rows} ${is(count)} deleted already.`,
      tone: 'destructive',
    },
  }
  return words[act]
}

/** 'get the tags oak and lime and lose the tag beech' of several, 'gets …' of one. */
export function tagsText({ add, remove }: TagNames, isOne: boolean): string {
  const named = (names: readonly string[]) =>
    `the ${names.length === 1 ? 'tag' : 'tags'} ${formatList(names)}`
  return [
    ...(add.length > 0 ? [`${isOne ? 'gets' : 'get'} ${named(add)}`] : []),
    ...(remove.length > 0 ? [`${isOne ? 'loses' : 'lose'} ${named(remove)}`] : []),
  ].join(', and ')
}

const is = (count: number) => (count === 1 ? 'is' : 'are')
const become = (count: number) => (count === 1 ? 'becomes a draft' : 'become drafts')

/** 'it', 'them', 'one of them' or '3 of them'. */
function object(count: number, total: number): string {
  if (total === 1) return 'it'
  if (count === total) return 'them'
  return `${count === 1 ? 'one' : count} of them`
}

/** The same where it begins a sentence: 'It', 'They', 'One of them' or '3 of them'. */
function subject(count: number, total: number): string {
  if (total === 1) return 'It'
  if (count === total) return 'They'
  return `${count === 1 ? 'One' : count} of them`
}

function counted(states: readonly State[], now: Date) {
  const inState = (wanted: ArticleState) =>
    states.filter((state) => articleState(state, now) === wanted).length
  return { total: states.length, out: inState('published'), scheduled: inState('scheduled') }
}

/** What readers and the schedule lose when articles leave the site. */
export function leavingTexts(states: readonly State[], now: Date, keepsHistory: boolean): string[] {
  const { total, out, scheduled } = counted(states, now)
  const copies = states.filter(({ has_copy }) => has_copy).length
  return [
    ...(out > 0 ? [`Readers no longer find ${object(out, total)}.`] : []),
    ...(scheduled > 0
      ? [
          scheduled === 1
            ? `${subject(1, total)} does not come out at its date.`
            : `${subject(scheduled, total)} do not come out at their dates.`,
        ]
      : []),
    ...(states.some(({ hero }) => hero) ? [`${subject(1, total)} is no longer the hero.`] : []),
    ...(keepsHistory && copies > 0
      ? [`The unpublished changes of ${object(copies, total)} stay in the history only.`]
      : []),
  ]
}

/** What becomes of unpublished changes when the article that readers see is changed. */
export function copiesTexts(states: readonly State[]): string[] {
  const copies = states.filter(({ has_copy }) => has_copy).length
  if (copies === 0) return []
  return [
    `${subject(copies, states.length)} ${copies === 1 ? 'has' : 'have'} unpublished changes: they stay, and are published with this change. Where they change the same, the editor asks.`,
  ]
}

/** Which articles are not out at once when they are published. */
export function scheduledTexts(states: readonly State[], now: Date): string[] {
  const later = states.filter(({ publish_at }) => isAhead(publish_at, now)).length
  if (later === 0) return []
  return [
    later === 1
      ? `${subject(1, states.length)} comes out at the date chosen for it.`
      : `${subject(later, states.length)} come out at the dates chosen for them.`,
  ]
}

/** What readers get back. */
export function restoredTexts(states: readonly State[], now: Date): string[] {
  const { total, out } = counted(states, now)
  return out === 0 ? [] : [`Readers find ${object(out, total)} on the site again.`]
}
