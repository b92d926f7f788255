import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { deviceName } from '../../../domain/readers/user-agent.ts'
import { attempt } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type OwnSession, ownSessionsQuery, useEndSessions } from './data/sessions.ts'

/** Where the person is signed in; each session can be ended. */
export function SessionsCard() {
  const { data, isPending, error, refetch } = useQuery(ownSessionsQuery)
  return (
    <Card title="Sessions">
      <p className="mb-3 text-sm text-soft">
        Where you are signed in. A session that you end can do nothing more after an hour at the latest.
      </p>
      {isPending ? (
        <div aria-busy className="flex flex-col gap-2.5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : data === undefined ? (
        <QueryError title="Failed to load your sessions" error={error} refetch={refetch} />
      ) : (
        <Sessions sessions={data} />
      )}
    </Card>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const { mutateAsync, isPending, variables } = useEndSessions()
  const end = (id: string | null) =>
    attempt('Failed to end the session', async () => {
      const ended = await mutateAsync(id)
      showToast({ title: ended === 1 ? 'Session ended' : `${ended} sessions ended` })
    })
  const others = sessions.filter(({ is_current }) => is_current !== true).length
  return (
    <>
      <ul aria-label="Sessions" className="divide-y divide-rule border-y border-rule">
        {sessions.map((session) => {
          const device = deviceName(session.user_agent)
          const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Laptop
          return (
            <li key={session.id} className="flex items-center gap-3 py-2.5">
              <Icon aria-hidden className="size-5 shrink-0 text-soft" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-semibold [overflow-wrap:anywhere]">{device}</span>
                  {session.is_current === true && <Badge variant="outline">This one</Badge>}
                </p>
                <p className="text-sm text-soft">
                  {`Signed in ${formatDateTime(session.created_at)}`}
                  {session.is_current !== true && ` · last used ${formatDateTime(session.last_used_at)}`}
                </p>
              </div>
              {session.is_current !== true && (
                <Button
                  size="sm"
                  aria-label={`End the session of ${device}`}
                  isDisabled={isPending && variables !== session.id}
                  isPending={isPending && variables === session.id}
                  onPress={() => void end(session.id)}
                >
                  End
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others > 0 && (
        <Button
          className="mt-3"
          isDisabled={isPending && variables !== null}
          isPending={isPending && variables === null}
          onPress={() => void end(null)}
        >
          End All Others
        </Button>
      )}
    </>
  )
}
