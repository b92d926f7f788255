import type { Subscriber } from '../../description.ts'
import { importedId } from '../../imported-id.ts'
import type { PlannedRow } from '../planned.ts'
import { shortened } from '../texts.ts'

export function subscriberRow({ place, notes, email, name, receives, since }: Subscriber): PlannedRow {
  const status = receives ? 'active' : 'unsubscribed'
  return {
    ...{ table: 'subscribers', key: importedId('subscriber', 'email', email.toLowerCase()), place, notes },
    // The address is nobody's business but the row's.
    title: 'A subscriber',
    values: {
      ...{ email, first_name: shortened(name, 120) || null, status, consent_source: 'import' },
      ...(since === null ? {} : { subscribed_at: since, unsubscribed_at: receives ? null : since }),
    },
  }
}
