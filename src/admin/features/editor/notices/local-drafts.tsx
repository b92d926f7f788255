import { useState } from 'react'
import { serverClock } from '../../../../backend/server-clock.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { formatWhen } from '../../../ui/dates/format.ts'
import { lazyPart } from '../../../ui/layout/lazy-part.tsx'
import { serializeForm } from '../saving/form.ts'
import { type LocalDraft, recoveryFor } from '../saving/local-draft.ts'
import { versionsOf } from '../saving/state.ts'
import { useEditingSession, useEditorView, useSaveState } from '../use-editing-session.ts'
import { DiscardButton, Notice } from './notice.tsx'

export const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog)

/** Notices about local drafts of this article: the one restored automatically, and others that can be restored. */
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

const textTime = (savedAt: string): string => formatWhen(serverClock.fromDevice(savedAt))

function RecoveredNotice({ savedAt }: { savedAt: string }) {
  const { session } = useEditingSession()
  return (
    <Notice
      tone="quiet"
      actions={
        <>
          <DiscardButton
            label="Drop It"
            keepLabel="Keep It"
            variant="ghost"
            title="Drop the restored text?"
            onConfirm={() => session.dropRecovered()}
          >
            The article goes back to the text from before. The text from {textTime(savedAt)} is removed from
            this device. This cannot be undone.
          </DiscardButton>
          <Button size="sm" onPress={() => session.acceptRecovered()}>
            Keep It
          </Button>
        </>
      }
    >
      Text from {textTime(savedAt)} that was not saved has been restored.
    </Notice>
  )
}

function draftText({ kind, savedAt }: LocalDraft, recovery: 'restore' | 'compare'): string {
  const time = textTime(savedAt)
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
  const [isComparing, setComparing] = useState(false)
  const found = recoveryFor(draft, { version, copyVersion, form: serializeForm(savedForm) })
  const recovery = found === 'restore' ? 'restore' : 'compare'
  const restore = () => {
    setComparing(false)
    void session.restore(draft)
  }
  return (
    <Notice
      tone="quiet"
      actions={
        <>
          <DiscardButton
            label="Discard"
            keepLabel="Keep It"
            variant="ghost"
            title="Discard this text?"
            onConfirm={() => session.discard(draft)}
          >
            The text from {textTime(draft.savedAt)} is removed from this device. This cannot be undone.
          </DiscardButton>
          <Button
            size="sm"
            variant={recovery === 'restore' ? 'ghost' : 'secondary'}
            onPress={() => setComparing(true)}
            onHoverStart={CompareDialog.preload}
            onFocus={CompareDialog.preload}
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
      {draftText(draft, recovery)}
      {isComparing && (
        <CompareDialog
          draft={draft}
          time={textTime(draft.savedAt)}
          onClose={() => setComparing(false)}
          onRestore={restore}
        />
      )}
    </Notice>
  )
}
