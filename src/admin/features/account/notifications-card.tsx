import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NotificationChoice,
  type NotificationKind,
  CHOICE_LABELS,
  MAIL_TIMES,
  NOTIFICATION_CHOICES,
  NOTIFICATION_KINDS,
} from '../../../domain/newsroom/notification.ts'
import { hasRole } from '../../../domain/people/role.ts'
import { attempt } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { notificationChoicesQuery, useSaveChoice } from './data/notification-choices.ts'

const OPTIONS = NOTIFICATION_CHOICES.map((id) => ({ id, label: CHOICE_LABELS[id] }))

/** Where the person is told of what concerns them. A choice is saved at once. */
export function NotificationsCard() {
  const { data, isPending, error, refetch } = useQuery(notificationChoicesQuery)
  const [isSaved, setSaved] = useState(false)
  return (
    <Card
      title="Notifications"
      aside={
        <span role="status" className="text-sm text-soft">
          {isSaved && 'Saved'}
        </span>
      }
    >
      <p className="mb-3 text-sm text-soft">
        Where you are told of what concerns you. {MAIL_TIMES} It has what you have not read in the bell.
      </p>
      {isPending ? (
        <div aria-busy className="flex flex-col gap-2.5">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      ) : data === undefined ? (
        <QueryError title="Failed to load your choices" error={error} refetch={refetch} />
      ) : (
        <Choices
          stored={Object.fromEntries(data.map(({ kind, choice }) => [kind, choice]))}
          onSaved={setSaved}
        />
      )}
    </Card>
  )
}

type StoredChoices = Partial<Record<NotificationKind, NotificationChoice>>

function Choices({ stored, onSaved }: { stored: StoredChoices; onSaved: (isSaved: boolean) => void }) {
  const profile = useProfile()
  const { mutateAsync } = useSaveChoice()
  /** What was chosen and is not stored yet. */
  const [chosen, setChosen] = useState<StoredChoices>({})
  const choose = async (kind: NotificationKind, choice: NotificationChoice) => {
    setChosen((before) => ({ ...before, [kind]: choice }))
    onSaved(false)
    const isSaved = await attempt('Your choice could not be saved', () => mutateAsync({ kind, choice }))
    setChosen(({ [kind]: last, ...others }) => (last === choice ? others : { ...others, [kind]: last }))
    onSaved(isSaved)
  }
  const kinds = (Object.keys(NOTIFICATION_KINDS) as NotificationKind[]).filter((kind) =>
    hasRole(profile, NOTIFICATION_KINDS[kind].roles),
  )
  return (
    <ul className="divide-y divide-rule border-t border-rule">
      {kinds.map((kind) => (
        <li
          key={kind}
          className="grid items-center gap-x-4 gap-y-1 py-2.5 last:pb-0 sm:grid-cols-[1fr_14rem]"
        >
          <span aria-hidden>{NOTIFICATION_KINDS[kind].label}</span>
          <Select
            label={NOTIFICATION_KINDS[kind].label}
            hideLabel
            options={OPTIONS}
            value={chosen[kind] ?? stored[kind] ?? null}
            onChange={(choice) => void choose(kind, choice)}
          />
        </li>
      ))}
    </ul>
  )
}
