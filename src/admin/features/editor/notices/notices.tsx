import { can } from '../../../../domain/people/role.ts'
import { useAuthorName } from '../../../data/people/author-name.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { showToast } from '../../../ui/overlays/toast.ts'
import { isCopyOutdated } from '../saving/article-record.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatWhen } from '../../../ui/dates/format.ts'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { DiscardButton, Notice } from './notice.tsx'
import { LocalDrafts } from './local-drafts.tsx'

/** Notices about what is not published, and about local drafts. */
export function Notices() {
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      <WorkingCopyNotice />
      <LocalDrafts />
    </div>
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
    } catch (error) {
      showToast({
        title: 'The changes could not be discarded',
        description: describeFailure(
          error,
          'Somebody may have changed them just now. Reload the page to see them.',
        ),
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
        ' The published article was changed after they were begun; Update keeps those changes, too.'}
    </Notice>
  )
}
