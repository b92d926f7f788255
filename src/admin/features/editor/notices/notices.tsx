import { can } from '../../../../domain/role.ts'
import { useAuthorName } from '../../../data/author-name.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { sameFormState } from '../saving/form.ts'
import { isCopyOutdated } from '../saving/article-record.ts'
import { type SaveState, saveErrorOf } from '../saving/state.ts'
import { formatWhen } from '../format-when.ts'
import { useEditingSession, useEditorView, useSaveState } from '../use-editing-session.ts'
import { DiscardButton, Notice } from './notice.tsx'
import { LocalDrafts } from './local-drafts.tsx'

/** Notices about what is not saved or not published, most urgent first. */
export function Notices() {
  const localDraftFailed = useEditorView((view) => view.localDraftFailed)
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {localDraftFailed && (
        <Notice tone="wrong">
          This browser does not keep a copy of your text. Save before you leave this page.
        </Notice>
      )}
      <SaveErrorNotice />
      <ConflictNotice />
      <WorkingCopyNotice />
      <LocalDrafts />
    </div>
  )
}

function saveErrorText(state: SaveState): string | null {
  const error = saveErrorOf(state)
  switch (error?.kind) {
    case undefined:
      return null
    case 'offline':
      if (error.pending?.intent === 'publish') {
        return sameFormState(error.pending.form, state.form)
          ? 'No connection. Your text is kept on this device and published as soon as you are back online.'
          : 'No connection. Your text is kept on this device; press Publish again once you are back online.'
      }
      return 'No connection. Your text is kept on this device and saved as soon as you are back online.'
    case 'blocked':
    case 'failed':
      if (error.reason === 'signed-out')
        return 'Your session has ended. Your text is kept on this device: sign in again to save it.'
      if (error.reason === 'deleted')
        return 'This article has been deleted. Your text is kept on this device.'
      return ['The article could not be saved.', error.message, 'Your text is kept on this device.']
        .filter((sentence) => sentence !== '')
        .join(' ')
  }
}

function SaveErrorNotice() {
  const { session } = useEditingSession()
  const text = useSaveState(saveErrorText)
  const error = useSaveState(saveErrorOf)
  if (text === null) return null
  const retry = error?.kind === 'offline' && (
    <>
      {error.pending !== null && (
        <Button size="sm" variant="ghost" onPress={() => session.dispatch({ type: 'drop-pending' })}>
          Do Not Wait
        </Button>
      )}
      <Button size="sm" onPress={() => session.dispatch({ type: 'online' })}>
        Try Again
      </Button>
    </>
  )
  return (
    <Notice tone="wrong" {...(retry ? { actions: retry } : {})}>
      {text}
    </Notice>
  )
}

function ConflictNotice() {
  const { session } = useEditingSession()
  const isUndecided = useSaveState(({ save }) => save.kind === 'conflict' && !save.isPrompting)
  if (!isUndecided) return null
  return (
    <Notice
      tone="attention"
      actions={
        <Button size="sm" onPress={() => session.dispatch({ type: 'prompt-conflict' })}>
          Choose
        </Button>
      }
    >
      Someone else saved this article. Nothing is saved until you have chosen which text stays.
    </Notice>
  )
}

/** Notice of unpublished changes to a published article. */
function WorkingCopyNotice() {
  const { session } = useEditingSession()
  const me = useProfile()
  const authorName = useAuthorName()
  const workingCopy = useSaveState((state) => state.workingCopy)
  const saved = useSaveState((state) => state.saved)
  if (workingCopy === null || saved === null) return null
  const by = workingCopy.updated_by
  const name = by === me.id ? 'you' : authorName(by)
  const discard = async () => {
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
          <DiscardButton
            label="Discard Changes"
            keepLabel="Keep Them"
            title="Discard the unpublished changes?"
            onConfirm={() => void discard()}
          >
            The article goes back to the text that readers see now. The changes stay in the history.
          </DiscardButton>
        )
      }
    >
      These changes are not published yet. Saved {formatWhen(workingCopy.updated_at)}
      {name === '' ? '' : ` by ${name}`}; readers see them after Update.
      {isCopyOutdated({ article: saved, workingCopy }) &&
        ' The published article was changed after they were begun: Update puts this text in its place.'}
    </Notice>
  )
}
