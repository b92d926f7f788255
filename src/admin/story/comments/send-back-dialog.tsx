import { useState } from 'react'
import { COMMENT_LIMIT } from '../../../domain/newsroom/comment.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { useNoteDraft } from './comment-draft.ts'

/**
 * Asks for the note with which a story goes back to its writer. It can be left out, but only by saying so. `onSend` resolves
 * to whether the note was taken: until then it is kept, also when the page is reloaded.
 */
export function SendBackDialog({
  articleId,
  title,
  children,
  onSend,
  onClose,
}: {
  articleId: string
  title: string
  children: string
  /** `note` null: without one. */
  onSend: (note: string | null) => Promise<boolean>
  onClose: () => void
}) {
  const { note, write, forget } = useNoteDraft(`sent-back.${articleId}`)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const send = async (sent: string | null) => {
    if (isPending) return
    if (sent === '') return setError('Write what is to be done, or send it back without a note.')
    setPending(true)
    const isTaken = await onSend(sent)
    setPending(false)
    if (!isTaken) return
    forget()
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={title}
      size="sm"
      isDismissable={!isPending}
      onClose={onClose}
      footer={
        <>
          <Button isPending={isPending} onPress={() => void send(null)}>
            Send Back Without a Note
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void send(note.trim())}>
            Send Back
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="[overflow-wrap:anywhere]">{children}</p>
        <TextArea
          autoFocus
          label="Note to the writer"
          description="It stands first among the comments on the story. The site never shows it."
          maxLength={COMMENT_LIMIT}
          value={note}
          onChange={(next) => {
            setError(undefined)
            write(next)
          }}
          errorMessage={error}
          rows={4}
        />
      </div>
    </Dialog>
  )
}
