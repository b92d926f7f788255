import { Plus } from 'lucide-react'
import { Button } from './button.tsx'
import { TopBarActions } from './top-bar.tsx'

/** The filled button of a list, in the top bar: 'New Category', on a phone only 'New'. */
export function NewButton({
  what,
  onPress,
  onApproach,
}: {
  what: string
  onPress: () => void
  /** Pointer or focus come to it: what it opens can be loaded. */
  onApproach: () => void
}) {
  return (
    <TopBarActions>
      <Button
        variant="primary"
        aria-label={`New ${what}`}
        onPress={onPress}
        onHoverStart={onApproach}
        onFocus={onApproach}
      >
        <Plus aria-hidden className="size-4" />
        <span>
          New<span className="hidden md:inline"> {what}</span>
        </span>
      </Button>
    </TopBarActions>
  )
}
