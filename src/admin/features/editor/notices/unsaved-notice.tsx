import { isRefusalText } from '../../../../domain/story/checks.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { useNow } from '../../../ui/keys/use-now.ts'
import { showChecks } from '../checks/show-checks.ts'
import { saveErrorText } from '../saving/save-error-text.ts'
import { type Conflict, mergeOf, saveErrorOf } from '../saving/state.ts'
import { useEditingSession, useEditorView, useSaveState } from '../use-editing-session.ts'
import { useWhoSaved } from './who-saved.ts'
import { Notice } from './notice.tsx'

/** Notice that the text is not saved, in the bar with the save buttons: in sight wherever the page is scrolled to. */
export function UnsavedNotice() {
  return (
    <div className="flex flex-col gap-2 empty:hidden md:order-first md:w-full">
      <SaveErrorNotice />
      <ConflictNotice />
    </div>
  )
}

function SaveErrorNotice() {
  const { session } = useEditingSession()
  const error = useSaveState(saveErrorOf)
  const saved = useSaveState((state) => state.saved)
  const pending = error?.kind === 'offline' ? error.pending : null
  const now = useNow([saved?.published_at ?? null, pending?.form.published_at ?? null])
  const text = useEditorView(({ state, localDraftFailed }) => saveErrorText(state, !localDraftFailed, now))
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
  const refusedFile = error?.kind === 'failed' ? error.refusedFile : undefined
  // The text of the database for a file begins with the same words.
  const isRefused = refusedFile === undefined && error?.kind === 'failed' && isRefusalText(error.message)
  const actions =
    retry ||
    (isRefused && (
      <Button size="sm" onPress={showChecks}>
        Show the Checks
      </Button>
    )) ||
    (refusedFile !== undefined && (
      <a href={`/admin/media?file=${refusedFile}`} target="_blank" className="font-semibold underline">
        Show the File
      </a>
    ))
  return (
    <Notice tone="wrong" {...(actions ? { actions } : {})}>
      {text}
    </Notice>
  )
}

function ConflictNotice() {
  const undecided = useSaveState(({ save }) => (save.kind === 'conflict' && !save.isPrompting ? save : null))
  const isWithPublished = useSaveState((state) => {
    const merge = state.save.kind === 'conflict' ? mergeOf(state, state.save.remote) : null
    return merge?.kind === 'clash' && merge.against === 'published'
  })
  return undecided && <Undecided remote={undecided.remote} isWithPublished={isWithPublished} />
}

function Undecided({ remote, isWithPublished }: Pick<Conflict, 'remote'> & { isWithPublished: boolean }) {
  const { session } = useEditingSession()
  const { title } = useWhoSaved(remote)
  return (
    <Notice
      tone="attention"
      actions={
        <Button size="sm" onPress={() => session.dispatch({ type: 'prompt-conflict' })}>
          Choose
        </Button>
      }
    >
      {isWithPublished ? 'The published article was changed as well' : title}. Nothing is saved until you have
      chosen which text stays.
    </Notice>
  )
}
