import { Button } from '../../ui/button.tsx'

/** The styles were saved in another tab or by somebody else while fonts were chosen here. */
export function ChangedElsewhere({
  isPending,
  onTakeTheirs,
  onSaveMine,
}: {
  isPending: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-marigold bg-card p-4"
    >
      <p className="min-w-60 flex-1">
        <strong>The styles have been saved somewhere else in the meantime.</strong> Your choice is still here.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" onPress={onTakeTheirs}>
          Take Theirs
        </Button>
        <Button size="sm" isPending={isPending} onPress={onSaveMine}>
          Save Mine
        </Button>
      </div>
    </div>
  )
}
