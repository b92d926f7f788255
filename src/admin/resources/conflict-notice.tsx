import { Button } from '../ui/button.tsx'

/** Says that something was saved by somebody else (or in another tab) meanwhile, and asks whose text stays. */
export function ConflictNotice({
  title,
  detail,
  onTakeTheirs,
  onKeepMine,
}: {
  title: string
  detail: string
  onTakeTheirs: () => void
  onKeepMine: () => void
}) {
  return (
    <div role="alert" className="rounded-lg border border-brick bg-card p-4">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-sm text-soft">{detail}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button onPress={onTakeTheirs}>Show What Is Saved</Button>
        <Button onPress={onKeepMine}>Save Mine over It</Button>
      </div>
    </div>
  )
}
