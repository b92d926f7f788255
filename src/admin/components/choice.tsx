import { Button } from '../ui/layout/button.tsx'

/** A few values side by side, of which one is chosen. */
export function Choice<Id extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string
  options: readonly (readonly [id: Id, label: string])[]
  value: Id
  onChoose: (id: Id) => void
}) {
  return (
    <div role="group" aria-label={label} className="flex gap-1">
      {options.map(([id, text]) => (
        <Button
          key={id}
          size="sm"
          variant={id === value ? 'secondary' : 'ghost'}
          aria-pressed={id === value}
          onPress={() => onChoose(id)}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}
