import { Check, Download, Trash2 } from 'lucide-react'
import { can } from '../../../domain/people/role.ts'
import type { Subscriber } from '../../../domain/readers/subscriber.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useExport } from '../../resources/export-file.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { fetchSubscriberData, useCloseRequests } from './data/subscribers.ts'
import { STATUS_LABELS } from './subscribers-search.ts'

/** `consent_source` in words; other values are shown unchanged. */
const SOURCES: Readonly<Record<string, string>> = {
  newsletter: 'Newsletter dialog',
  'letter-line': 'Line on the home page',
  contact: 'Contact form',
  'before confirmation': 'Before confirmation',
  import: 'Import',
  other: 'Another form',
}

/** What is known of a subscriber: consent, requests; with the actions that answer a request. */
export function SubscriberDialog({
  subscriber,
  onClose,
  onDelete,
}: {
  subscriber: Subscriber
  onClose: () => void
  onDelete: () => void
}) {
  const { role } = useProfile()
  const closeRequests = useCloseRequests()
  const { data_requested_at: dataAsked, erasure_requested_at: erasureAsked } = subscriber

  const download = useExport(
    async () => ({
      what: 'Data of a subscriber',
      rows: 1,
      fileName: 'subscriber-data.json',
      text: JSON.stringify(await fetchSubscriberData(subscriber.id), null, 2),
      type: 'json',
    }),
    { failed: 'Failed to load the data' },
  )
  const close = () =>
    attempt('Failed to update the subscriber', async () => {
      await closeRequests.mutateAsync(subscriber)
      showToast({ title: 'Marked as answered' })
      onClose()
    })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!closeRequests.isPending}
      title={subscriber.email}
      footer={
        <>
          {can(role, 'subscribers.delete') && (
            <Button
              variant="ghost"
              className="mr-auto text-madder!"
              isDisabled={closeRequests.isPending}
              onPress={onDelete}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          )}
          {(dataAsked !== null || erasureAsked !== null) && (
            <Button isPending={closeRequests.isPending} onPress={() => void close()}>
              <Check aria-hidden className="size-4" />
              Mark as Answered
            </Button>
          )}
          <Button isPending={download.isPending} onPress={download.start}>
            <Download aria-hidden className="size-4" />
            Download Data
          </Button>
        </>
      }
    >
      <FactList layout="rows">
        <Fact name="Status">{STATUS_LABELS[subscriber.status]}</Fact>
        <Fact name="Agreed to">{subscriber.consent_wording ?? <Unknown />}</Fact>
        <Fact name="Version">{subscriber.consent_version ?? <Unknown />}</Fact>
        <Fact name="Agreed on">
          <Moment iso={subscriber.consent_at} />
        </Fact>
        <Fact name="Form">{SOURCES[subscriber.consent_source] ?? subscriber.consent_source}</Fact>
        <Fact name="Page">{subscriber.source_page ?? <Unknown />}</Fact>
        <Fact name="Confirmed">
          <Moment iso={subscriber.confirmed_at} otherwise="Not by mail" />
        </Fact>
        {subscriber.status === 'unsubscribed' && (
          <Fact name="Unsubscribed">
            <Moment iso={subscriber.unsubscribed_at} />
          </Fact>
        )}
        {dataAsked !== null && (
          <Fact name="Data requested">
            <Moment iso={dataAsked} />
          </Fact>
        )}
        {erasureAsked !== null && (
          <Fact name="Erasure requested">
            <Moment iso={erasureAsked} />
          </Fact>
        )}
      </FactList>
    </Dialog>
  )
}

function Moment({ iso, otherwise = 'Not recorded' }: { iso: string | null; otherwise?: string }) {
  if (iso === null) return <span className="text-soft">{otherwise}</span>
  return <time dateTime={iso}>{formatDateTime(iso)}</time>
}

function Unknown() {
  return <span className="text-soft">Not recorded</span>
}
