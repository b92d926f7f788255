import { CalendarClock, Ellipsis } from 'lucide-react'
import { type Act, useActs } from '../../resources/acts.ts'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { TopBarActions } from '../../ui/layout/top-bar.tsx'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { FrontVersion } from './data/fronts.ts'
import type { FrontEdit } from './use-front-edit.ts'

/** Where the top bar has no room for three words. */
const NARROW_QUERY = '(max-width: 1023px)'

interface FrontActionsProps {
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
}

/** The buttons that save a front, and their questions. */
export function FrontActions(props: FrontActionsProps) {
  const { edit, isFormer, problem, savedAt } = props
  const { prepared, isChanged, isPending, conflict } = edit
  const isNarrow = useMediaQuery(NARROW_QUERY)
  const { actions, begin, dialog } = useActs(frontActs(props))
  const scheduleLabel = prepared === null ? 'Go Live at…' : 'Change Time…'
  const schedule = { isDisabled: problem !== null, onPress: () => begin('schedule') }
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
          actions={actions}
        />
        {isNarrow ? (
          <Button size="icon" aria-label={scheduleLabel} {...schedule}>
            <CalendarClock aria-hidden className="size-4" />
          </Button>
        ) : (
          <Button {...schedule}>{scheduleLabel}</Button>
        )}
        {prepared === null ? (
          <Button
            variant="primary"
            isDisabled={problem !== null || (!isChanged && !isFormer)}
            isPending={isPending}
            onPress={() => goLiveNow(edit)}
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
      {dialog}
      {conflict !== null && (
        <ConflictDialog noun="this page" onChoose={conflict.onChoose}>
          <p>
            {`It was saved${savedAt === null ? '' : ` ${savedAt}`}, after you had opened it. Yours has not been saved.`}
          </p>
        </ConflictDialog>
      )}
    </>
  )
}

const goLiveNow = ({ save, prepared }: FrontEdit) => void save({ liveFrom: null, note: prepared?.note ?? '' })

function frontActs({ edit, remark, onRemoved }: FrontActionsProps): Act[] {
  const { prepared, isPending } = edit
  const remove = async (id: string) => {
    if (await attempt('The version could not be deleted', () => edit.remove(id))) onRemoved()
  }
  const ofPrepared = ({ id }: FrontVersion): Act[] => [
    { id: 'now', label: 'Go Live Now', run: () => goLiveNow(edit) },
    {
      id: 'remove',
      label: 'Delete This Version…',
      tone: 'destructive',
      ask: (close) => (
        <ConfirmDialog
          isOpen
          title="Delete this version?"
          confirmLabel="Delete"
          tone="destructive"
          isPending={isPending}
          onConfirm={() => void remove(id)}
          onCancel={close}
        >
          It does not go live then, and cannot be brought back. What is live stays.
        </ConfirmDialog>
      ),
    },
  ]
  return [
    ...(prepared === null ? [] : ofPrepared(prepared)),
    {
      id: 'standard',
      label: 'Back to the Standard Page…',
      ask: (close) => (
        <ConfirmDialog
          isOpen
          title="Back to the standard page?"
          confirmLabel="Go Live Now"
          isPending={isPending}
          onConfirm={() => void edit.saveStandard().then((isDone) => isDone && close())}
          onCancel={close}
        >
          The page then fills itself, as it did before anybody chose its stories. This version is kept among
          the former ones.
        </ConfirmDialog>
      ),
    },
    {
      // A button of the bar, no entry of the menu.
      id: 'schedule',
      label: 'Go Live at…',
      isOffered: false,
      ask: (close) => (
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
      ),
    },
  ]
}
