import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Letter } from '../../../domain/letters/letter.ts'
import { can } from '../../../domain/people/role.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type LetterAct, isGoingOut, useLetterAct } from './data/letters.ts'
import { senderStatusQuery } from './data/sender.ts'
import { holdText, senderProblem } from './letter-words.ts'

/** What each act is called, what it says when it is done, and when it fails. */
const ACTS: Readonly<Record<LetterAct, { label: string; done: string; failed: string }>> = {
  unschedule: {
    label: 'Take Back',
    done: 'It is a draft again, and does not go out',
    failed: 'The letter was not taken back',
  },
  hold: {
    label: 'Pause',
    done: 'Paused: nothing more goes out until somebody resumes it',
    failed: 'The letter was not paused',
  },
  resume: { label: 'Resume', done: 'It goes on', failed: 'The letter does not go on' },
  cancel: {
    label: 'Cancel the Letter…',
    done: 'Cancelled: what had not gone out is not sent',
    failed: 'The letter was not cancelled',
  },
}

function actsOf({ status, hold }: Letter): LetterAct[] {
  const isHeld = hold !== null
  if (status === 'scheduled') return isHeld ? ['cancel', 'unschedule', 'resume'] : ['hold', 'unschedule']
  if (status === 'sending') return isHeld ? ['cancel', 'resume'] : ['cancel', 'hold']
  return []
}

/** That a letter waits for its time, goes out or is held, why, and what can be done. Nothing for other letters. */
export function WaitingNotice({ letter }: { letter: Letter }) {
  const { role } = useProfile()
  const act = useLetterAct(letter.id)
  const calendar = useCalendar()
  const [pending, setPending] = useState<LetterAct | null>(null)
  const [isAsked, setAsked] = useState(false)
  const { status, hold, problem, send_at } = letter
  const isWaiting = hold === null && (status === 'scheduled' || status === 'sending')
  const { data: sender } = useQuery({
    ...senderStatusQuery,
    enabled: isWaiting && can(role, 'letters.write'),
  })
  if (status !== 'scheduled' && status !== 'sending') return null

  const run = async (name: LetterAct) => {
    setPending(name)
    const { done, failed } = ACTS[name]
    if (await attempt(failed, () => act(name))) showToast({ title: done })
    setPending(null)
    setAsked(false)
  }
  const { why, what } =
    hold !== null
      ? holdText({ status, hold, problem })
      : status === 'sending'
        ? { why: 'It goes out now.', what: 'You may leave this screen.' }
        : isGoingOut(letter)
          ? {
              why: 'It begins to go out.',
              what: `The sender takes it within ${sender?.sent_by === 'function' ? 'a minute' : 'seconds'}.`,
            }
          : {
              why: `It goes out ${send_at === null ? '' : `${calendar.format(send_at, 'dateAndTime')} (${calendar.zoneText(send_at)})`}.`,
              what: 'Until then it can be changed: what is saved is what goes out.',
            }
  const lack = isWaiting && sender !== undefined ? senderProblem(sender) : null
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border px-4 py-3 ${hold === null ? 'border-rule bg-tint' : 'border-madder bg-card'}`}
    >
      <p className="max-w-prose min-w-56 flex-1 [overflow-wrap:anywhere]">
        <span className="font-semibold">
          {hold === null ? '' : 'Held. '}
          {why}
        </span>{' '}
        {what}
        {lack !== null && <span className="mt-1 block text-madder">{lack}</span>}
      </p>
      {can(role, 'letters.send') && (
        <span className="flex flex-wrap gap-2">
          {actsOf(letter).map((name) => (
            <Button
              key={name}
              size="sm"
              isPending={pending === name}
              onPress={() => (name === 'cancel' ? setAsked(true) : void run(name))}
            >
              {ACTS[name].label}
            </Button>
          ))}
        </span>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title="Cancel this letter?"
        confirmLabel="Cancel the Letter"
        cancelLabel="Back"
        tone="destructive"
        isPending={pending === 'cancel'}
        onConfirm={() => void run('cancel')}
        onCancel={() => setAsked(false)}
      >
        {status === 'sending'
          ? 'Whoever has got it keeps it; nobody else gets it. This cannot be taken back.'
          : 'Nobody has got it, and nobody gets it. To change it and send it later, take it back instead.'}
      </ConfirmDialog>
    </div>
  )
}
