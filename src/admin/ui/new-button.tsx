import { Plus } from 'lucide-react'
import { Button } from './button.tsx'
import { TopBarActions } from './top-bar.tsx'

/** The filled button of a list, in the top bar: 'New Category', on a phone only 'New'. */
export function NewButton({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <TopBarActions>
      <Button variant="primary" aria-label={`New ${what}`} onPress={onPress}>
        <Plus aria-hidden className="size-4" />
        <span>
          New<span className="hidden md:inline"> {what}</span>
        </span>
      </Button>
    </TopBarActions>
  )
}
