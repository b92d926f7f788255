import { Plus } from 'lucide-react'
import { Button } from './button.tsx'
import { TopBarActions } from './top-bar.tsx'

/** The filled button of a list, in the top bar: 'New Category', on a phone only 'New'. */
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
      <Button
        variant="primary"
        aria-label={`New ${label}`}
        onPress={onPress}
        onHoverStart={onApproach}
        onFocus={onApproach}
      >
        <Plus aria-hidden className="size-4" />
        <span>
          New<span className="hidden md:inline"> {label}</span>
        </span>
      </Button>
    </TopBarActions>
  )
}
