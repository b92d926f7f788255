import { type StatusChange, changeText } from '../../../../domain/story/article-state.ts'
import { useAuthorName } from '../../../data/people/author-name.ts'
import type { Act } from '../../../resources/acts.ts'
import { PredictionLine } from '../../../resources/prediction/prediction-line.tsx'
import { SendBackDialog, statusEntry } from '../../../story/article-acts.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { plannedSave } from '../data/planned-save.ts'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { useEditedState } from './edited-state.ts'

/** Returns the act that changes the status of the article: it saves, or asks before. */
export function useStatusAct(): (change: StatusChange) => Act {
  const { session } = useEditingSession()
  const { state } = useEditedState()
  const saved = useSaveState((save) => save.saved)
  return (change) => {
    const intent = change.to === 'draft' ? 'draft' : 'archive'
    const entry = statusEntry(change)
    if (saved === null || !change.isAsked)
      return { ...entry, run: () => session.dispatch({ type: 'save', intent }) }
    return {
      ...entry,
      ask: (close) => (
        <SaveQuestion
          intent={intent}
          title={change.question}
          text={changeText(state, change, saved.hero)}
          confirmLabel={change.label}
          takesNote={change.takesNote}
          onClose={close}
        />
      ),
    }
  }
}

/** A question before a save by which readers or editors lose something. */
export function SaveQuestion({
  intent,
  title,
  text,
  confirmLabel,
  takesNote,
  keepLabel,
  onClose,
}: {
  intent: 'draft' | 'publish' | 'archive'
  title: string
  text: string
  confirmLabel: string
  /** The writer is told why, in a note. */
  takesNote?: true | undefined
  /** It can be saved as it is instead. */
  keepLabel?: string | undefined
  onClose: () => void
}) {
  const { session, isEditor } = useEditingSession()
  const { state } = useEditedState()
  const saved = useSaveState((save) => save.saved)
  const authorName = useAuthorName()
  if (takesNote && saved !== null)
    return (
      <SendBackDialog
        articleId={saved.id}
        title={title}
        onClose={onClose}
        onSend={(note) => session.sendBack({ note, writer: authorName(saved.form.author_id) || null })}
      >
        {text}
      </SendBackDialog>
    )
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={confirmLabel}
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        session.dispatch({ type: 'save', intent })
      }}
      {...(keepLabel !== undefined && {
        other: {
          label: keepLabel,
          onPress: () => {
            onClose()
            session.dispatch({ type: 'save-as-is' })
          },
        },
      })}
    >
      {text}
      {state === 'published' && isEditor && (
        <PredictionLine changes={plannedSave(session.state, intent)} className="mt-3" />
      )}
    </ConfirmDialog>
  )
}
