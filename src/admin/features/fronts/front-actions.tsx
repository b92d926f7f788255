import { CalendarClock, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { FrontEdit } from './use-front-edit.ts'

/** Where the top bar has no room for three words. */
const NARROW_QUERY = '(max-width: 1023px)'

type Asking = 'schedule' | 'standard' | 'remove'

/** The buttons that save a front, and their questions. */
export function FrontActions({
  edit,
  isFormer,
  problem,
  remark,
  savedAt,
  onRemoved,
}: {
  edit: FrontEdit
  /** Whether a version is shown that was live once. */
  isFormer: boolean
  /** Why the blocks cannot be saved; null when they can. */
  problem: string | null
  /** What should be known before they are saved; null: nothing. */
  remark: string | null
  /** When the version of somebody else was saved, in words; null without one. */
  savedAt: string | null
  onRemoved: () => void
}) {
  const { prepared, isChanged, isPending, conflict } = edit
  const [asking, setAsking] = useState<Asking | null>(null)
  const isNarrow = useMediaQuery(NARROW_QUERY)
  const close = () => setAsking(null)
  const askForTime = () => setAsking('schedule')
  const scheduleLabel = prepared === null ? 'Go Live at…' : 'Change Time…'
  const goLiveNow = () => void edit.save({ liveFrom: null, note: prepared?.note ?? '' })
  const goBack = async () => {
    if (await edit.saveStandard()) close()
  }
  const remove = async () => {
    const id = prepared?.id ?? ''
    if (await attempt('The version could not be deleted', () => edit.remove(id))) onRemoved()
  }
  return (
    <>
      <TopBarActions>
        <Menu
          label="More for this page"
          trigger={
            isNarrow ? (
              <Button size="icon" aria-label="More">
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            ) : (
              <Button>More</Button>
            )
          }
          actions={[
            ...(prepared === null
              ? []
              : [
                  { id: 'now', label: 'Go Live Now', onAction: goLiveNow },
                  {
                    ...{ id: 'remove', label: 'Delete This Version…', tone: 'destructive' as const },
                    onAction: () => setAsking('remove'),
                  },
                ]),
            { id: 'standard', label: 'Back to the Standard Page…', onAction: () => setAsking('standard') },
          ]}
        />
        {isNarrow ? (
          <Button size="icon" aria-label={scheduleLabel} isDisabled={problem !== null} onPress={askForTime}>
            <CalendarClock aria-hidden className="size-4" />
          </Button>
        ) : (
          <Button isDisabled={problem !== null} onPress={askForTime}>
            {scheduleLabel}
          </Button>
        )}
        {prepared === null ? (
          <Button
            variant="primary"
            isDisabled={problem !== null || (!isChanged && !isFormer)}
            isPending={isPending}
            onPress={goLiveNow}
          >
            Go Live Now
          </Button>
        ) : (
          <Button
            variant="primary"
            isDisabled={problem !== null || !isChanged}
            isPending={isPending}
            onPress={() => void edit.save({ liveFrom: prepared.live_from, note: prepared.note })}
          >
            Save
          </Button>
        )}
      </TopBarActions>
      {asking === 'schedule' && (
        <ScheduleDialog
          time={prepared?.live_from ?? null}
          note={prepared?.note ?? ''}
          remark={remark}
          isPending={isPending}
          onSave={async (going) => {
            if (await edit.save(going)) close()
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={asking === 'standard'}
        title="Back to the standard page?"
        confirmLabel="Go Live Now"
        isPending={isPending}
        onConfirm={() => void goBack()}
        onCancel={close}
      >
        The page then fills itself, as it did before anybody chose its stories. This version is kept among the
        former ones.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'remove' && prepared !== null}
        title="Delete this version?"
        confirmLabel="Delete"
        tone="destructive"
        isPending={isPending}
        onConfirm={() => void remove()}
        onCancel={close}
      >
        It does not go live then, and cannot be brought back. What is live stays.
      </ConfirmDialog>
      {conflict !== null && (
        <ConflictDialog
          noun="this page"
          onTakeTheirs={edit.discard}
          onOverwrite={edit.overwrite}
          onLater={edit.keepEditing}
        >
          <p>
            {`It was saved${savedAt === null ? '' : ` ${savedAt}`}, after you had opened it. Yours has not been saved.`}
          </p>
        </ConflictDialog>
      )}
    </>
  )
}
