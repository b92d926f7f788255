import { useQuery } from '@tanstack/react-query'
import { type PlanRow, planQuery } from '../../story/plan/plans.ts'
import { PlanDialog } from '../../story/plan/plan-dialog.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** The plan with an id, loaded where the calendar does not show it, or a new idea (`id` null). */
export function OpenPlan({
  id,
  plan,
  day,
  onClose,
}: {
  id: string | null
  plan: PlanRow | null
  /** The day of a new idea. */
  day: string | null
  onClose: () => void
}) {
  const loaded = useQuery({ ...planQuery(id ?? ''), enabled: id !== null && plan === null })
  if (id === null) return <PlanDialog plan={null} day={day} onClose={onClose} />
  const opened = plan ?? loaded.data
  if (opened !== undefined) return <PlanDialog plan={opened} onClose={onClose} />
  if (!loaded.isLoadingError) return null
  return (
    <Dialog isOpen title="Plan" onClose={onClose}>
      <QueryError title="Failed to load the plan" error={loaded.error} refetch={loaded.refetch} />
    </Dialog>
  )
}
