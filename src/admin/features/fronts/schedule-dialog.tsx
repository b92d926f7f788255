import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { Button } from '../../ui/layout/button.tsx'
import { DateTimeField } from '../../ui/dates/date-time-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { Going } from './use-front-edit.ts'

const MAX_NOTE = 300

/** When a front goes live, and what it is for. */
export function ScheduleDialog({
  time,
  note: storedNote,
  remark,
  isPending,
  onSave,
  onClose,
}: {
  time: string | null
  note: string
  /** What should be known before; null: nothing. */
  remark: string | null
  isPending: boolean
  onSave: (going: Going) => Promise<void>
  onClose: () => void
}) {
  const [liveFrom, setLiveFrom] = useState(time)
  const [note, setNote] = useState(storedNote)
  const isOver = liveFrom !== null && Date.parse(liveFrom) <= serverClock.now().getTime()
  return (
    <Dialog
      isOpen
      size="sm"
      title="When does it go live?"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={liveFrom === null || isOver}
            isPending={isPending}
            onPress={() => {
              void onSave({ liveFrom, note: note.trim() })
            }}
          >
            Prepare
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <DateTimeField label="Live from" value={liveFrom} onChange={setLiveFrom} emptyText="Choose a time" />
        {isOver && (
          <p role="alert" className="text-sm text-madder">
            This time is over. Choose a later one.
          </p>
        )}
        {remark !== null && <p className="text-sm">{remark}</p>}
        <TextField
          label="Note"
          description="For the newsroom: what it is for."
          value={note}
          maxLength={MAX_NOTE}
          onChange={setNote}
        />
      </div>
    </Dialog>
  )
}
