import { Download } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '../../resources/describe-error.ts'
import { Button } from '../../ui/button.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { showToast } from '../../ui/toast.ts'
import { fetchSubscribers } from './data/subscribers.ts'
import type { SubscriberFilter } from './subscribers-search.ts'

/** Downloads all subscribers that the filters leave as a CSV file, with its progress. */
export function ExportButton({ filter, total }: { filter: SubscriberFilter; total: number }) {
  const [done, setDone] = useState<number | null>(null)

  const save = async () => {
    setDone(0)
    try {
      const subscribers = await fetchSubscribers(filter, setDone)
      const { subscribersCsv, subscribersFileName } = await import('../../../domain/csv.ts')
      downloadText(subscribersFileName(new Date()), 'text/csv', subscribersCsv(subscribers))
      showToast({
        title: 'Export successful',
        description: `Exported ${subscribers.length} subscribers to CSV.`,
      })
    } catch (error) {
      const failed = 'The subscribers could not be fetched. Please try again.'
      toastError('Export failed', error, { network: failed, otherwise: failed })
    } finally {
      setDone(null)
    }
  }

  const share = done === null || total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
  return (
    <Button variant="primary" isDisabled={total === 0} isPending={done !== null} onPress={() => void save()}>
      <Download aria-hidden className="size-4" />
      {done === null ? 'Export CSV' : `Exporting… ${share} %`}
    </Button>
  )
}
