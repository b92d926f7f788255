import { Download } from 'lucide-react'
import { useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { Button } from '../../ui/button.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { showToast } from '../../ui/toast.ts'
import { allSubscribers } from './data/all-subscribers.ts'
import type { SubscriberFilter } from './subscribers-search.ts'

/** Saves everyone that the filters leave as a file (admin spec §9); says how far it is. */
export function ExportButton({ filter, total }: { filter: SubscriberFilter; total: number }) {
  const [done, setDone] = useState<number | null>(null)

  const save = async () => {
    setDone(0)
    try {
      const subscribers = await allSubscribers(filter, setDone)
      const { subscribersCsv, subscribersFileName } = await import('../../../domain/csv.ts')
      downloadText(subscribersFileName(new Date()), 'text/csv', subscribersCsv(subscribers))
      showToast({
        title: 'Export successful',
        description: `Exported ${subscribers.length} subscribers to CSV.`,
      })
    } catch (error) {
      const reason = error instanceof BackendError && error.kind !== 'network' ? error.message : ''
      showToast({
        title: 'Export failed',
        description: reason || 'The subscribers could not be fetched. Please try again.',
        tone: 'destructive',
      })
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
