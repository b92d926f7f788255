import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import type { LetterSenderStatus } from '../../../domain/letters/letter-requests.ts'
import type { Letter } from '../../../domain/letters/letter.ts'
import { MAX_UNCHECKED, isReady as isSenderReady } from '../../../domain/letters/sender-check.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { describeError } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { DateTimeField } from '../../ui/dates/date-time-field.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { FormError } from '../../ui/fields/form-error.tsx'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type Audience, audienceQuery, useScheduleLetter } from './data/letters.ts'
import type { DrawnLetter } from './data/preview.ts'
import { senderCheckQuery, senderStatusQuery } from './data/sender.ts'
import { useTopicNames } from './data/topics.ts'
import { ProblemList } from './letter-preview.tsx'
import { readers, senderNotes, senderProblem, speedOf, willHappen } from './letter-words.ts'
import { SenderCheck } from './sender-check.tsx'

/** To whom a letter goes, when, what should be looked at before, and what a press on the button does. */
export function SendDialog({
  letter,
  drawn,
  onClose,
}: {
  letter: Letter
  /** Undefined while it is drawn. */
  drawn: DrawnLetter | undefined
  onClose: () => void
}) {
  const topics = useTopicNames()
  const calendar = useCalendar()
  const audience = useQuery(audienceQuery(letter.topic))
  const sender = useQuery(senderStatusQuery)
  const schedule = useScheduleLetter(letter)
  const [isTimed, setTimed] = useState(letter.status === 'scheduled')
  const [sendAt, setSendAt] = useState(letter.status === 'scheduled' ? letter.send_at : null)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const isOver = isTimed && sendAt !== null && Date.parse(sendAt) <= serverClock.now().getTime()
  const errors = drawn?.problems.filter(({ kind }) => kind === 'error') ?? []
  const warnings = drawn?.problems.filter(({ kind }) => kind === 'warning') ?? []
  const recipients = audience.data?.recipients ?? 0
  const needsCheck = sender.data?.is_first === true && recipients > MAX_UNCHECKED
  const check = useQuery({ ...senderCheckQuery, enabled: needsCheck })
  const isChecked = !needsCheck || (check.data !== undefined && isSenderReady(check.data))
  const isReady =
    isChecked &&
    drawn !== undefined &&
    errors.length === 0 &&
    recipients > 0 &&
    sender.data !== undefined &&
    senderProblem(sender.data) === null &&
    (!isTimed || (sendAt !== null && !isOver))

  const send = useOneAtATime(async () => {
    setPending(true)
    setFailure(null)
    try {
      await schedule(isTimed ? sendAt : null)
      showToast({
        title:
          isTimed && sendAt !== null
            ? `It goes out ${calendar.format(sendAt, 'dateAndTime')}`
            : 'It goes out now',
      })
      onClose()
    } catch (error) {
      setFailure(describeError(error))
    } finally {
      setPending(false)
    }
  })

  const label = `${isTimed ? 'Schedule for' : 'Send to'} ${formatNumber(recipients)} ${recipients === 1 ? 'Reader' : 'Readers'}`
  return (
    <Dialog
      isOpen
      size="md"
      title={letter.status === 'scheduled' ? 'When Does It Go Out?' : 'Send the Letter'}
      onClose={onClose}
      isDismissable={!isPending}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isDisabled={!isReady} isPending={isPending} onPress={send}>
            {warnings.length > 0 && isReady ? `${label} Anyway` : label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Part title="To Whom">
          {audience.isLoadingError ? (
            <QueryError
              title="The subscribers could not be counted"
              error={audience.error}
              refetch={audience.refetch}
            />
          ) : audience.data === undefined ? (
            <Skeleton className="h-12" />
          ) : (
            <AudienceText audience={audience.data} topic={topics[letter.topic]} />
          )}
        </Part>
        <Part title="When">
          <TimeChoice isTimed={isTimed} onChoose={setTimed} />
          {isTimed && (
            <DateTimeField label="Goes out" value={sendAt} onChange={setSendAt} emptyText="Choose a time" />
          )}
          {isOver && (
            <p role="alert" className="text-sm text-madder">
              This time is over. Choose a later one, or send it now.
            </p>
          )}
        </Part>
        {(drawn === undefined || drawn.problems.length > 0) && (
          <Part title={errors.length > 0 ? 'It Cannot Go Out Like This' : 'To Look At'}>
            {drawn === undefined ? <Skeleton className="h-5" /> : <ProblemList problems={drawn.problems} />}
          </Part>
        )}
        {!isChecked && (
          <Part title={check.data === undefined ? 'The Sender' : 'The Sender Is Not Ready'}>
            <SenderCheck />
          </Part>
        )}
        <Part title="What Will Happen">
          {!isChecked ? (
            <p className="text-soft">Nothing yet: the sender is not checked, or not ready.</p>
          ) : sender.isLoadingError ? (
            <QueryError title="Letters cannot be sent now" error={sender.error} refetch={sender.refetch} />
          ) : sender.data === undefined || audience.data === undefined ? (
            <Skeleton className="h-12" />
          ) : (
            <WhatHappens
              sender={sender.data}
              audience={audience.data}
              at={isTimed ? (sendAt === null ? undefined : calendar.format(sendAt, 'dateAndTime')) : null}
            />
          )}
        </Part>
        <FormError message={failure} />
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function AudienceText({
  audience: { candidates, recipients, excluded },
  topic,
}: {
  audience: Audience
  topic: string
}) {
  if (candidates === 0)
    return <p className="text-madder">{`Nobody has chosen “${topic}” yet. Choose another topic.`}</p>
  return (
    <>
      <p>
        <span className="font-semibold">{readers(recipients)}</span>
        {` of ${formatNumber(candidates)} who chose “${topic}”.`}
      </p>
      {excluded.length > 0 && (
        <ul aria-label="Who does not get it" className="text-sm text-soft">
          {excluded.map(({ reason, count }) => (
            <li key={reason}>{`${formatNumber(count)} not: ${reason}.`}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function TimeChoice({ isTimed, onChoose }: { isTimed: boolean; onChoose: (isTimed: boolean) => void }) {
  const name = useId()
  const choices = [
    { label: 'Now', value: false },
    { label: 'At a day and time', value: true },
  ]
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
      <legend className="sr-only">When it goes out</legend>
      {choices.map(({ label, value }) => (
        <label key={label} className="flex min-h-8 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={isTimed === value}
            onChange={() => onChoose(value)}
            className="size-4 accent-fill"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** `at`: the time in words; null: now; undefined: none is chosen yet. */
function WhatHappens({
  sender,
  audience,
  at,
}: {
  sender: LetterSenderStatus
  audience: Audience
  at: string | null | undefined
}) {
  const problem = senderProblem(sender)
  if (problem !== null)
    return (
      <p role="alert" className="[overflow-wrap:anywhere] text-madder">
        {problem}
      </p>
    )
  if (at === undefined) return <p className="text-soft">Nothing yet: no time is chosen.</p>
  if (audience.recipients === 0) return <p className="text-soft">Nothing: nobody would get it.</p>
  const isLocal = sender.adapter === 'mailbox'
  return (
    <>
      <p>{willHappen(audience, { at, perMinute: speedOf(sender), isLocal })}</p>
      {senderNotes(sender, audience.recipients).map((note) => (
        <p key={note} className="text-sm text-soft">
          {note}
        </p>
      ))}
    </>
  )
}
