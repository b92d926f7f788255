import type { PublishLabel } from '../../../domain/article-state.ts'
import { refusalText } from '../../../domain/checks.ts'
import type { Place, UnmetCheck } from '../../../domain/story-checks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ToLookAt } from './checked-story.ts'
import { UnmetList } from './unmet-list.tsx'

/**
 * Asked before a story goes out: what there is to look at, with the way to it, and to publish it all the same unless the
 * database refuses it.
 */
export function GoingOutDialog({
  toLookAt: { unmet, refused },
  label,
  onGo,
  onAnyway,
  onClose,
}: {
  toLookAt: ToLookAt
  label: PublishLabel
  onGo: (place: Place, check: UnmetCheck) => void
  onAnyway: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      title={`${unmet.length} to look at`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            Cancel
          </Button>
          {refused.length === 0 && (
            <Button variant="primary" onPress={onAnyway}>
              {`${label} Anyway`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refused.length > 0 && (
          <p role="alert" className="text-sm font-semibold text-madder">
            {refusalText(refused)}
          </p>
        )}
        <UnmetList unmet={unmet} onGo={onGo} />
      </div>
    </Dialog>
  )
}
