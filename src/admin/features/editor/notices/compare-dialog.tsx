import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { serializeForm } from '../saving/form.ts'
import type { LocalDraft } from '../saving/local-draft.ts'
import { useSaveState } from '../use-editing-session.ts'
import { Differences } from './differences.tsx'

/** Shows a local draft beside the text on the screen. */
export function CompareDialog({
  draft,
  time,
  onClose,
  onRestore,
}: {
  draft: LocalDraft
  /** When it was kept. */
  time: string
  onClose: () => void
  onRestore: () => void
}) {
  const form = useSaveState((state) => state.form)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Compare the two texts"
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button variant="primary" onPress={onRestore}>
            Restore This Text
          </Button>
        </>
      }
    >
      <Differences
        before={serializeForm(form)}
        after={draft.form}
        beforeLabel="On the screen"
        afterLabel={`On this device, ${time}`}
      />
    </Dialog>
  )
}
