import * as z from 'zod/mini'
import { type Role, ROLES, EDITORS, WRITERS } from '../people/role.ts'
import { daySchema, idSchema, timestampSchema } from '../rows/row.ts'

/** What people are told of, as it is called at their choice, and whom it can concern. */
export const NOTIFICATION_KINDS = {
  assigned: { label: 'I get a story, a letter or a task', roles: WRITERS },
  due: { label: 'The day of my story, letter or task has come', roles: WRITERS },
  submitted: { label: 'A story is submitted for review', roles: EDITORS },
  sent_back: { label: 'My story is sent back', roles: WRITERS },
  mentioned: { label: 'A comment mentions me', roles: ROLES },
  commented: { label: 'A comment on my story, or in my thread', roles: ROLES },
  published: { label: 'My story is published', roles: WRITERS },
} as const satisfies Record<string, { label: string; roles: readonly Role[] }>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const notificationKindSchema = z.enum(
  Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]],
)

/** When a mail comes, for the person who gets it. What comes at once is the database's (private.is_mailed_at_once). */
export const MAIL_TIMES =
  'A mail comes at once when your story is sent back or a comment mentions you; otherwise at most one in an hour.'

/** Where a person is told of a kind. The defaults are the database's (private.default_choice). */
export const NOTIFICATION_CHOICES = ['mail', 'bell', 'none'] as const
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number]

export const CHOICE_LABELS: Readonly<Record<NotificationChoice, string>> = {
  mail: 'In the bell and by mail',
  bell: 'Only in the bell',
  none: 'Not at all',
}

/** A line of the bell and of mails: notifications of one kind on one letter, one story with its tasks, or entry of the plan. */
export const notificationLineSchema = z.object({
  /** The notifications, the newest first; what the line says is of the newest. */
  ids: z.array(idSchema),
  kind: notificationKindSchema,
  /** Null when nobody acted, and when the account is gone. */
  actor: z.nullable(z.string()),
  /** Whether an editor has confirmed the actor's name. */
  actor_confirmed: z.nullable(z.boolean()),
  actors: z.number(),
  article_id: z.nullable(idSchema),
  letter_id: z.nullable(idSchema),
  plan_id: z.nullable(idSchema),
  thread_id: z.nullable(idSchema),
  /** Of the story or the idea, or the subject of the letter. */
  title: z.nullable(z.string()),
  /** The kinds of the tasks, such as Photographs. */
  tasks: z.array(z.string()),
  /** Whether it is about the story itself, too, and not about its tasks alone. */
  is_whole: z.boolean(),
  due_on: z.nullable(daySchema),
  /** The first words of the comment, or of the note with which a story was sent back. */
  words: z.nullable(z.string()),
  may_edit: z.nullable(z.boolean()),
  created_at: timestampSchema,
  read_at: z.nullable(timestampSchema),
})
export type NotificationLine = z.infer<typeof notificationLineSchema>

/** Beside the name of an account that no editor has confirmed: anybody may have chosen it. */
export const UNCONFIRMED = ' (name not confirmed)'

/** A line as the magazine mails it: without a name that no editor has confirmed. */
export function mailedLine(line: NotificationLine): NotificationLine {
  return line.actor_confirmed === true ? line : { ...line, actor: null }
}

/** A part of a sentence; names and titles are emphasised. */
export interface SentencePart {
  text: string
  isName: boolean
}

const name = (text: string): SentencePart => ({ text, isName: true })
const words = (text: string): SentencePart => ({ text, isName: false })

/** What happened, in parts: 'Mina Falk' ' commented on ' 'The green room'. `dayOf` writes a day, such as '14 Nov'. */
export function notificationSentence(line: NotificationLine, dayOf: (day: string) => string): SentencePart[] {
  const { kind, tasks, is_whole, due_on } = line
  const many = line.ids.length
  const called = name(line.title?.trim() || 'Untitled')
  const title = line.letter_id === null ? [called] : [words('the letter '), called]
  const others =
    line.actors > 1 ? [words(line.actors === 2 ? ' and one other' : ` and ${line.actors - 1} others`)] : []
  const doubt = line.actor !== null && line.actor_confirmed === false ? [words(UNCONFIRMED)] : []
  const who = [name(line.actor ?? 'Somebody'), ...doubt, ...others]
  const named = tasks.flatMap((task, at) => (at === 0 ? [name(task)] : [words(', '), name(task)]))
  const subject =
    named.length === 0
      ? title
      : is_whole
        ? [...title, words(' with '), ...named]
        : [...named, words(' for '), ...title]
  switch (kind) {
    case 'assigned':
      return [...who, words(' gave you '), ...subject]
    case 'due':
      return [words(`Due ${due_on === null ? '' : dayOf(due_on)}: `), ...subject]
    case 'submitted':
      return [...who, words(' submitted '), ...title, words(' for review')]
    case 'sent_back':
      return [...who, words(' sent back '), ...title]
    case 'mentioned':
      return [
        ...who,
        words(many === 1 ? ' mentioned you on ' : ` mentioned you in ${many} comments on `),
        ...title,
      ]
    case 'commented':
      return [...who, words(many === 1 ? ' commented on ' : ` wrote ${many} comments on `), ...title]
    case 'published':
      // Nobody acts when the hour of a scheduled story comes.
      return line.actors === 0 ? [...title, words(' is out')] : [...who, words(' published '), ...title]
  }
}

/** The address of what a line is about, in the admin: the entry of the plan, the thread, the letter or the story. */
export function notificationAddress(line: NotificationLine): string {
  if (line.plan_id !== null) return `/admin/plan?plan=${line.plan_id}`
  const thread = line.thread_id === null ? '' : `?thread=${line.thread_id}`
  if (line.letter_id !== null) return `/admin/letters/${line.letter_id}${thread}`
  const isRead = line.kind === 'published' || line.may_edit !== true
  return `/admin/articles/${line.article_id ?? ''}${isRead ? '' : '/edit'}${thread}`
}
