import { Plus } from 'lucide-react'
import { Button } from './button.tsx'
import { TopBarActions } from './top-bar.tsx'

/** The filled button of a list, in the top bar: 'New Category'. */
export function NewButton({
  label,
  onPress,
  onApproach,
}: {
  /** What is created: 'Category'. */
  label: string
  onPress: () => void
  /** Pointer or focus come to it: preloads what it opens. */
  onApproach: () => void
}) {
  return (
    <TopBarActions>
      <Button variant="primary" onPress={onPress} onHoverStart={onApproach} onFocus={onApproach}>
        <Plus aria-hidden className="size-4" />
        {`New ${label}`}
      </Button>
    </TopBarActions>
  )
}
