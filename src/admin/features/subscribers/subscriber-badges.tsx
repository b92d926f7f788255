import type { Preferences, Subscriber } from '../../../domain/subscriber.ts'
import { Badge } from '../../ui/badge.tsx'
import type { SubscriberStatus } from './subscribers-search.ts'

export const STATUS_LABELS: Readonly<Record<SubscriberStatus, string>> = {
  active: 'Active',
  unsubscribed: 'Unsubscribed',
}

const PREFERENCES: readonly [keyof Preferences, label: string][] = [
  ['weeklyNewsletter', 'Newsletter'],
  ['designTips', 'Design Tips'],
  ['newArticles', 'New Articles'],
  ['specialOffers', 'Offers'],
]

export function StatusBadge({ status }: Pick<Subscriber, 'status'>) {
  return <Badge variant={status === 'active' ? 'default' : 'secondary'}>{STATUS_LABELS[status]}</Badge>
}

/** What somebody wants to hear of; nothing at all is said in a word. */
export function PreferenceBadges({ preferences }: Pick<Subscriber, 'preferences'>) {
  const wanted = PREFERENCES.filter(([key]) => preferences[key])
  if (wanted.length === 0) return <span className="text-sm text-soft">No preferences</span>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {wanted.map(([key, label]) => (
        <li key={key}>
          <Badge variant="outline">{label}</Badge>
        </li>
      ))}
    </ul>
  )
}
