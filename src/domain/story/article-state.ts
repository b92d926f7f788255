import { type Role, can } from '../people/role.ts'
import { type Article, type ArticleStatus, ARTICLE_STATUS_LABELS } from './article.ts'

/** Its status, and of a published article whether its date has come. */
export const ARTICLE_STATES = ['draft', 'review', 'scheduled', 'published', 'archived'] as const
export type ArticleState = (typeof ARTICLE_STATES)[number]

export const ARTICLE_STATE_LABELS: Readonly<Record<ArticleState, string>> = {
  ...ARTICLE_STATUS_LABELS,
  scheduled: 'Scheduled',
}

/** Whether a publish date is still to come. */
export function isAhead(date: string | null, now: Date): boolean {
  return date !== null && Date.parse(date) > now.getTime()
}

export function articleState(
  { status, published_at }: Pick<Article, 'status' | 'published_at'>,
  now: Date,
): ArticleState {
  return status === 'published' && isAhead(published_at, now) ? 'scheduled' : status
}

/** The publish date of an article: of one that is not published the date chosen for it, null for none. */
export function publishDate({
  published_at,
  publish_at,
}: Pick<Article, 'published_at' | 'publish_at'>): string | null {
  return published_at ?? publish_at
}

/** The columns that hold the publish date of an article with this status. */
export function dateColumns(
  status: ArticleStatus,
  date: string | null,
): Pick<Article, 'published_at' | 'publish_at'> {
  return status === 'published'
    ? { published_at: date, publish_at: null }
    : { published_at: null, publish_at: date }
}

/** What the button says that publishes an article, by its state and by whether the chosen date is ahead. */
export type PublishLabel = 'Publish' | 'Schedule' | 'Update'

export function publishLabel(state: ArticleState, isDateAhead: boolean): PublishLabel {
  if (isDateAhead) return state === 'scheduled' ? 'Update' : 'Schedule'
  return state === 'published' ? 'Update' : 'Publish'
}

/** A change of the status, other than by submitting and publishing. */
export interface StatusChange {
  to: 'draft' | 'archived'
  /** The entry of a menu. */
  label: string
  question: string
  /** What was done. */
  done: string
  /** Readers or the schedule lose the article: asked before, also where the label says what is done. */
  isAsked: boolean
  /** The writer is told why, in a note. */
  takesNote?: true
}

/** In place of Withdraw, where an editor has the story of somebody else. */
const SEND_BACK: StatusChange = {
  to: 'draft',
  label: 'Send Back',
  question: 'Send this article back to its writer?',
  done: 'Article sent back',
  isAsked: true,
  takesNote: true,
}

/** What was done when a story was sent back; `writer` is null where the name is not known. */
export function sentBackText(writer: string | null): string {
  return `Sent back to ${writer ?? 'its writer'}`
}

/** The change that makes a draft of an article, by its state. */
const TO_DRAFT: Readonly<Record<Exclude<ArticleState, 'draft'>, StatusChange>> = {
  review: {
    to: 'draft',
    label: 'Withdraw',
    question: 'Withdraw this article from review?',
    done: 'Article withdrawn from review',
    isAsked: false,
  },
  scheduled: {
    to: 'draft',
    label: 'Unschedule',
    question: 'Take this article off the schedule?',
    done: 'Article unscheduled',
    isAsked: true,
  },
  published: {
    to: 'draft',
    label: 'Unpublish',
    question: 'Take this article off the site?',
    done: 'Article unpublished',
    isAsked: true,
  },
  archived: {
    to: 'draft',
    label: 'Unarchive',
    question: 'Take this article out of the archive?',
    done: 'Article taken out of the archive',
    isAsked: false,
  },
}

/** What is lost when an article leaves a state. */
const LEAVING: Readonly<Record<ArticleState, string>> = {
  draft: '',
  review: 'It no longer waits for an editor.',
  scheduled: 'It does not come out at its date.',
  published: 'Readers no longer find it, and its address leads nowhere until it is published again.',
  archived: 'It is no longer in the archive.',
}

/** How to save changes and leave the article in its state, instead of Save Draft; of review the question offers it. */
const STAYING: Readonly<Record<Exclude<ArticleState, 'draft'>, string>> = {
  review: '',
  scheduled: 'To change it and leave it scheduled, use Update.',
  published: 'To change it and leave it on the site, use Update.',
  archived: '',
}

/** What Save Draft does besides saving; null when the article is a draft already. `isOwn`: the caller is its author. */
export function draftChange(state: ArticleState, role: Role, isOwn: boolean): StatusChange | null {
  if (state === 'draft') return null
  return state === 'review' && !isOwn && can(role, 'articles.publish') ? SEND_BACK : TO_DRAFT[state]
}

/** What a change of the status takes away, in sentences; '' for nothing. */
export function lossText(state: ArticleState, isHero: boolean): string {
  const crown = isHero ? 'It is no longer the hero; publishing it again does not make it one.' : ''
  return sentences(LEAVING[state], crown)
}

/** The text of the question before a change of the status. */
export function changeText(state: ArticleState, change: StatusChange, isHero: boolean): string {
  return sentences(
    change.to === 'draft' ? 'It becomes a draft.' : 'It goes to the archive.',
    lossText(state, isHero),
  )
}

/** The text of the question before Save Draft. */
export function saveDraftText(state: ArticleState, change: StatusChange, isHero: boolean): string {
  return sentences(changeText(state, change, isHero), state === 'draft' ? '' : STAYING[state])
}

function sentences(...some: string[]): string {
  return some.filter((sentence) => sentence !== '').join(' ')
}

/** The changes of the status that a menu offers. A contributor's: of their own articles. */
export function statusChanges(state: ArticleState, role: Role, isOwn: boolean): StatusChange[] {
  const toDraft = draftChange(state, role, isOwn)
  if (!can(role, 'articles.publish')) {
    return can(role, 'articles.create') && state === 'review' && toDraft !== null ? [toDraft] : []
  }
  const archive: StatusChange = {
    to: 'archived',
    label: 'Archive',
    question: 'Archive this article?',
    done: 'Article archived',
    isAsked: state === 'scheduled' || state === 'published',
  }
  return [...(toDraft ? [toDraft] : []), ...(state === 'archived' ? [] : [archive])]
}

/** The actions of a story in the editor: buttons beside Preview and Save Draft, and entries of the menu. */
export interface ArticleActions {
  isSubmitShown: boolean
  /** The button by which it leaves review: Send Back or Withdraw. */
  leaveReview: StatusChange | null
  /** Null for roles that may not publish. */
  publish: PublishLabel | null
  /** The highlighted button; null where nothing is left to do. */
  primary: 'submit' | 'publish' | null
  isOnSite: boolean
  /** The changes of the status in the menu. */
  changes: StatusChange[]
}

/** What decides about the actions, besides the state and the role. */
export interface ArticleCase {
  /** Whether the viewer is its author. */
  isOwn: boolean
  /** The date on the screen is still to come. */
  isDateAhead: boolean
  /** Readers do not see what the screen of an article on the site holds. */
  hasChanges: boolean
}

export function articleActions(
  state: ArticleState,
  role: Role,
  { isOwn, isDateAhead, hasChanges }: ArticleCase,
): ArticleActions {
  const changes = statusChanges(state, role, isOwn)
  const leaveReview = state === 'review' ? (changes.find(({ to }) => to === 'draft') ?? null) : null
  const publish = can(role, 'articles.publish') ? publishLabel(state, isDateAhead) : null
  const isSubmitShown = can(role, 'articles.create') && (state === 'draft' || state === 'archived')
  const submit = isSubmitShown ? 'submit' : null
  return {
    isSubmitShown,
    leaveReview,
    publish,
    primary: publish === null ? submit : publish === 'Update' && !hasChanges ? null : 'publish',
    isOnSite: state === 'published',
    changes: changes.filter((change) => change !== leaveReview),
  }
}
