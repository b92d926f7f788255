import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatWhen } from '../format-when.ts'
import { serializeForm } from '../saving/form.ts'
import { type LocalDraft, recoveryFor } from '../saving/local-draft.ts'
import { versionsOf } from '../saving/state.ts'
import { useEditingSession, useEditorView, useSaveState } from '../use-editing-session.tsx'
import { Differences } from './differences.tsx'
import { Notice } from './notice.tsx'

/** The local drafts of this article: the one that was restored by itself, and those that can be taken. */
export function LocalDrafts() {
  const drafts = useEditorView((view) => view.drafts)
  const recovered = useEditorView((view) => view.recovered)
  return (
    <>
      {recovered && <RecoveredNotice savedAt={recovered.savedAt} />}
      {drafts.map((draft) => (
        <DraftNotice key={draft.id} draft={draft} />
      ))}
    </>
  )
}

function RecoveredNotice({ savedAt }: { savedAt: string }) {
  const { session } = useEditingSession()
  const [isAsking, setOpenDialog] = useState(false)
  return (
    <Notice
      tone="quiet"
      actions={
        <>
          <Button size="sm" variant="ghost" onPress={() => setOpenDialog(true)}>
            Drop It
          </Button>
          <Button size="sm" onPress={() => session.acceptRecovered()}>
            Keep It
          </Button>
        </>
      }
    >
      Text from {formatWhen(savedAt)} that was not saved has been restored.
      <ConfirmDialog
        isOpen={isAsking}
        title="Drop the restored text?"
        confirmLabel="Drop It"
        cancelLabel="Keep It"
        tone="destructive"
        onCancel={() => setOpenDialog(false)}
        onConfirm={() => {
          setOpenDialog(false)
          session.dropRecovered()
        }}
      >
        The article goes back to the text from before. The text from {formatWhen(savedAt)} is removed from
        this device. This cannot be undone.
      </ConfirmDialog>
    </Notice>
  )
}

function sentence({ kind, savedAt }: LocalDraft, recovery: 'restore' | 'compare'): string {
  const time = formatWhen(savedAt)
  if (kind === 'mine') return `Your own text from ${time} is kept on this device.`
  if (kind === 'theirs') return `The text you replaced ${time} is kept on this device.`
  if (recovery === 'restore') return `Text from ${time} that was not saved is kept on this device.`
  return `Text from ${time} that was not saved is kept on this device. The article has been saved since then.`
}

function DraftNotice({ draft }: { draft: LocalDraft }) {
  const { session } = useEditingSession()
  const savedForm = useSaveState((state) => state.savedForm)
  const version = useSaveState((state) => versionsOf(state).version)
  const copyVersion = useSaveState((state) => versionsOf(state).copyVersion)
  const [openDialog, setOpenDialog] = useState<'compare' | 'discard' | null>(null)
  const found = recoveryFor(draft, { version, copyVersion, form: serializeForm(savedForm) })
  const recovery = found === 'restore' ? 'restore' : 'compare'
  const close = () => setOpenDialog(null)
  const restore = () => {
    close()
    void session.restore(draft)
  }
  return (
    <Notice
      tone="quiet"
      actions={
        <>
          <Button size="sm" variant="ghost" onPress={() => setOpenDialog('discard')}>
            Discard
          </Button>
          <Button
            size="sm"
            variant={recovery === 'restore' ? 'ghost' : 'secondary'}
            onPress={() => setOpenDialog('compare')}
          >
            Compare
          </Button>
          {recovery === 'restore' && (
            <Button size="sm" onPress={restore}>
              Restore
            </Button>
          )}
        </>
      }
    >
      {sentence(draft, recovery)}
      {openDialog === 'compare' && <CompareDialog draft={draft} onClose={close} onRestore={restore} />}
      <ConfirmDialog
        isOpen={openDialog === 'discard'}
        title="Discard this text?"
        confirmLabel="Discard"
        cancelLabel="Keep It"
        tone="destructive"
        onCancel={close}
        onConfirm={() => session.discard(draft)}
      >
        The text from {formatWhen(draft.savedAt)} is removed from this device. This cannot be undone.
      </ConfirmDialog>
    </Notice>
  )
}

function CompareDialog({
  draft,
  onClose,
  onRestore,
}: {
  draft: LocalDraft
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
        afterLabel={`On this device, ${formatWhen(draft.savedAt)}`}
      />
    </Dialog>
  )
}
