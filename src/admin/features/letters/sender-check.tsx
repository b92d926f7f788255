import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { AdapterName } from '../../../domain/letters/letter-requests.ts'
import type { SenderFinding } from '../../../domain/letters/sender-check.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { SENDER_WORDS, senderCheckQuery } from './data/sender.ts'

const STATES = {
  good: { icon: CircleCheck, className: 'text-soft', words: 'Good' },
  bad: { icon: CircleAlert, className: 'text-madder', words: 'Missing or wrong' },
  unknown: { icon: CircleHelp, className: 'text-soft', words: 'Not known' },
} as const

/** Whether mail hosts see letters of an adapter at all. */
export const isChecked = (adapter: AdapterName) => adapter !== 'mailbox' && adapter !== 'none'

/** What mail hosts will find of the sender in DNS, each with what to do. */
export function SenderCheck() {
  const { data: findings, error, isLoadingError, isFetching, refetch } = useQuery(senderCheckQuery)
  if (isLoadingError)
    return (
      <QueryError
        title="The sender was not checked"
        words={{ network: SENDER_WORDS.unreachable }}
        error={error}
        refetch={refetch}
      />
    )
  if (findings === undefined) return <Skeleton className="h-24" />
  return (
    <section aria-labelledby="sender-check" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id="sender-check" className="font-semibold">
          What Mail Hosts Ask For
        </h3>
        <Button size="sm" isPending={isFetching} onPress={() => void refetch()}>
          Check Again
        </Button>
      </div>
      <FindingList findings={findings} />
      <p className="text-sm text-soft">
        The first letter to more than ten readers waits until all of it is there.
      </p>
    </section>
  )
}

function FindingList({ findings }: { findings: readonly SenderFinding[] }) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {findings.map(({ what, state, says }) => {
        const { icon: Icon, className, words } = STATES[state]
        return (
          <li key={what} className="flex gap-2 [overflow-wrap:anywhere]">
            <Icon role="img" aria-label={words} className={`mt-0.5 size-4 shrink-0 ${className}`} />
            <span>
              <span className="font-semibold">{what}:</span> {says}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
