import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/format.ts'

/** The notice that a form shows a restored draft. */
export function DraftNotice({ savedAt, onStartOver }: { savedAt: string; onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-tint px-3 py-2 text-sm"
    >
      <p className="min-w-48 flex-1">
        {`What you typed ${formatDateTime(savedAt)} and did not save is back.`}
      </p>
      <Button size="sm" onPress={onStartOver}>
        Start Over
      </Button>
    </div>
  )
}
