import type { PublishLabel } from '../../../domain/story/article-state.ts'
import { refusalText } from '../../../domain/story/checks.ts'
import type { Place, UnmetCheck } from '../../../domain/story/story-checks.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { ToLookAt } from './checked-story.ts'
import { UnmetList } from './unmet-list.tsx'

/**
 * Confirmation before a story with unmet checks goes out: lists them with links to their places, and offers to publish all
 * the same unless the database refuses it. `question`: another question about the same press, asked above.
 */
export function GoingOutDialog({
  toLookAt: { unmet, refused },
  label,
  question = null,
  onGo,
  onAnyway,
  onClose,
}: {
  toLookAt: ToLookAt
  label: PublishLabel
  question?: { title: string; text: string } | null
  onGo: (place: Place, check: UnmetCheck) => void
  onAnyway: () => void
  onClose: () => void
}) {
  const count = `${unmet.length} to look at`
  return (
    <Dialog
      isOpen
      title={question?.title ?? count}
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
        {question !== null && (
          <>
            <p>{question.text}</p>
            <h3 className="border-t border-rule pt-4 font-semibold">{count}</h3>
          </>
        )}
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
