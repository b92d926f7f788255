import { useState } from 'react'
import { can } from '../../../../domain/role.ts'
import { useAuthorName } from '../../../data/author-name.ts'
import { useProfile } from '../../../session/use-auth.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { copyIsBehind, type EditorState } from '../saving/editor-state.ts'
import { when } from '../when.ts'
import { useEditorState, useSitting, useSnapshot } from '../use-sitting.tsx'
import { Notice } from './notice.tsx'
import { Offers } from './offers.tsx'

/** Everything the writer should know about the safety of the text, most urgent first. */
export function Notices() {
  const unsafe = useSnapshot((snapshot) => snapshot.unsafe)
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {unsafe && (
        <Notice tone="wrong">
          This browser does not keep a copy of your text. Save before you leave this page.
        </Notice>
      )}
      <TroubleNotice />
      <ConflictNotice />
      <WorkingCopyNotice />
      <Offers />
    </div>
  )
}

function troubleText({ trouble, waiting, form }: EditorState): string | null {
  if (trouble === null) return null
  switch (trouble.kind) {
    case 'offline':
      if (waiting?.intent === 'publish') {
        return waiting.form === form
          ? 'No connection. Your text is kept on this device and published as soon as you are back online.'
          : 'No connection. Your text is kept on this device; press Publish again once you are back online.'
      }
      return 'No connection. Your text is kept on this device and saved as soon as you are back online.'
    case 'signed-out':
      return 'Your session has ended. Your text is kept on this device: sign in again to save it.'
    case 'gone':
      return 'This article has been deleted. Your text is kept on this device.'
    case 'denied':
    case 'failed':
      return `The article could not be saved. ${trouble.message} Your text is kept on this device.`
  }
}

function TroubleNotice() {
  const { session } = useSitting()
  const text = useEditorState(troubleText)
  const isOffline = useEditorState((state) => state.trouble?.kind === 'offline')
  const isWaiting = useEditorState((state) => state.waiting !== null)
  if (text === null) return null
  return (
    <Notice
      tone="wrong"
      {...(isOffline
        ? {
            actions: (
              <>
                {isWaiting && (
                  <Button
                    size="sm"
                    variant="ghost"
                    onPress={() => session.dispatch({ type: 'stop-waiting' })}
                  >
                    Do Not Wait
                  </Button>
                )}
                <Button size="sm" onPress={() => session.dispatch({ type: 'online' })}>
                  Try Again
                </Button>
              </>
            ),
          }
        : {})}
    >
      {text}
    </Notice>
  )
}

function ConflictNotice() {
  const { session } = useSitting()
  const waits = useEditorState(({ conflict }) => conflict?.phase === 'choose' && !conflict.asking)
  if (!waits) return null
  return (
    <Notice
      tone="attention"
      actions={
        <Button size="sm" onPress={() => session.dispatch({ type: 'ask-again' })}>
          Choose
        </Button>
      }
    >
      Someone else saved this article. Nothing is saved until you have chosen which text stays.
    </Notice>
  )
}

/** Changes of a published article that readers do not see yet. */
function WorkingCopyNotice() {
  const { session } = useSitting()
  const me = useProfile()
  const authorName = useAuthorName()
  const [isAsking, setAsking] = useState(false)
  const workingCopy = useEditorState((state) => state.workingCopy)
  const stored = useEditorState((state) => state.stored)
  if (workingCopy === null || stored === null) return null
  const by = workingCopy.updated_by
  const name = by === me.id ? 'you' : authorName(by)
  const discard = async () => {
    setAsking(false)
    try {
      await session.discardWorkingCopy()
    } catch {
      showToast({
        title: 'The changes could not be discarded',
        description: 'Somebody may have changed them just now. Reload the page to see them.',
        tone: 'destructive',
      })
    }
  }
  return (
    <Notice
      tone="attention"
      actions={
        can(me.role, 'articles.publish') && (
          <Button size="sm" onPress={() => setAsking(true)}>
            Discard Changes
          </Button>
        )
      }
    >
      These changes are not published yet. Saved {when(workingCopy.updated_at)}
      {name === '' ? '' : ` by ${name}`}; readers see them after Update.
      {copyIsBehind({ article: stored, workingCopy }) &&
        ' The published article was changed after they were begun: Update puts this text in its place.'}
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard the unpublished changes?"
        confirmLabel="Discard Changes"
        cancelLabel="Keep Them"
        tone="destructive"
        onCancel={() => setAsking(false)}
        onConfirm={() => void discard()}
      >
        The article goes back to the text that readers see now. The changes stay in the history.
      </ConfirmDialog>
    </Notice>
  )
}
