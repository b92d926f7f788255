import type { RowState } from '../../data/requests/bulk-change.ts'
import { type BulkWords, BulkChangeDialog } from '../../resources/bulk/bulk-change-dialog.tsx'
import type { BulkDialogProps } from '../../resources/bulk/bulk-acts.tsx'

/** Bulk acts on subscribers, named as in the database function private.change_subscriber. */
export type SubscriberAct = 'answered' | 'unsubscribe' | 'delete'

const WORDS: Readonly<Record<SubscriberAct, BulkWords>> = {
  answered: {
    label: 'Mark as Answered',
    title: (rows) => `Mark the requests of ${rows} as answered`,
    will: (rows, count) => `${rows} ${count === 1 ? 'waits' : 'wait'} for no answer any more.`,
    done: (rows) => `Requests of ${rows} marked as answered`,
    already: (rows, count) => `${rows} ${count === 1 ? 'waits' : 'wait'} for no answer.`,
    effects: (before) =>
      before.some(wantsErasure) ? ['What was asked to be erased is still stored: delete it instead.'] : [],
  },
  unsubscribe: {
    label: 'Unsubscribe',
    will: (rows, count) =>
      `${rows} ${count === 1 ? 'gets' : 'get'} no letters any more. Only the readers can subscribe again.`,
    done: (rows) => `${rows} unsubscribed`,
    already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} unsubscribed already.`,
    tone: 'destructive',
  },
  delete: {
    label: 'Delete',
    will: (rows, count) =>
      `${rows} ${count === 1 ? 'is' : 'are'} removed for good, with ${count === 1 ? 'its' : 'their'} consent and the messages from ${count === 1 ? 'this address' : 'these addresses'}. This cannot be undone.`,
    done: (rows) => `${rows} deleted`,
    already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} gone already.`,
    tone: 'destructive',
  },
}

const wantsErasure = ({ erasure_requested_at: at }: RowState) => at !== null

const NOUN = { one: 'subscriber', many: 'subscribers' }
const NOTHING = {}
const CHANGES = ['subscribers', 'messages'] as const

/** The dialog of a bulk act on subscribers. */
export function BulkSubscribersDialog({ act, ...props }: BulkDialogProps<SubscriberAct>) {
  return (
    <BulkChangeDialog
      {...props}
      noun={NOUN}
      table="subscribers"
      act={act}
      given={NOTHING}
      words={WORDS[act]}
      canBeUndone={false}
      changes={CHANGES}
    />
  )
}
