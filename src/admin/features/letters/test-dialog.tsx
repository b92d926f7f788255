import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Letter } from '../../../domain/letters/letter.ts'
import { type LetterTestResult, MAX_TEST_ADDRESSES } from '../../../domain/letters/letter-requests.ts'
import { can } from '../../../domain/people/role.ts'
import { isEmail } from '../../../domain/readers/email.ts'
import { describeError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { FormError } from '../../ui/fields/form-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SENDER_WORDS, sendTest } from './data/sender.ts'
import { addressesIn } from './letter-words.ts'

/** Sends a letter as it is stored to oneself and to colleagues, who see it before the readers do. */
export function TestDialog({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const client = useQueryClient()
  const { email: own, role } = useProfile()
  const email = own ?? ''
  const isToOneself = !can(role, 'letters.send')
  const [typed, setTyped] = useState(email)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [mails, setMails] = useState<LetterTestResult['mails'] | null>(null)

  const send = useOneAtATime(async () => {
    const to = isToOneself ? [email] : addressesIn(typed)
    const wrong = problemOfAddresses(to)
    setProblem(wrong ?? undefined)
    if (wrong !== null) return
    setPending(true)
    setFailure(null)
    setMails(null)
    try {
      setMails((await sendTest(client, { letterId: letter.id, to })).mails)
    } catch (error) {
      setFailure(describeError(error, { network: SENDER_WORDS.unreachable }))
    } finally {
      setPending(false)
    }
  })

  return (
    <Dialog
      isOpen
      size="sm"
      title="Send a Test"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{mails === null ? 'Cancel' : 'Close'}</Button>
          <Button variant="primary" isPending={isPending} onPress={send}>
            {isPending ? 'Sending…' : mails === null ? 'Send the Test' : 'Send Again'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isToOneself ? (
          <p>{`The letter as it is now goes to ${email} only.`}</p>
        ) : (
          <TextField
            label="To"
            description={`Your own address, and colleagues': up to ${MAX_TEST_ADDRESSES}, with commas between. No subscriber gets it.`}
            errorMessage={problem}
            value={typed}
            onChange={setTyped}
            inputMode="email"
            autoFocus
          />
        )}
        <div role="status" className="empty:hidden">
          {mails !== null && (
            <ul aria-label="What became of the tests" className="flex flex-col gap-1 text-sm">
              {mails.map(({ to, problem: why }) => (
                <li key={to} className={`[overflow-wrap:anywhere] ${why === null ? '' : 'text-madder'}`}>
                  {why === null ? `Sent to ${to}` : `Not sent to ${to}: ${why}`}
                </li>
              ))}
            </ul>
          )}
        </div>
        <FormError message={failure} />
      </div>
    </Dialog>
  )
}

function problemOfAddresses(to: readonly string[]): string | null {
  if (to.length === 0) return 'Type an address.'
  if (to.length > MAX_TEST_ADDRESSES) return `At most ${MAX_TEST_ADDRESSES} addresses at once.`
  const wrong = to.find((address) => !isEmail(address))
  return wrong === undefined ? null : `${wrong} is not an e-mail address.`
}
