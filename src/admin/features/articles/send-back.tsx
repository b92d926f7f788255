import { useQueryClient } from '@tanstack/react-query'
import { sentBackText } from '../../../domain/story/article-state.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { attempt } from '../../resources/describe-error.ts'
import { SendBackDialog } from '../../story/article-acts.tsx'
import { sendBack } from '../../story/comments/comments.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { type ArticleRow, useByline } from './data/article-list.ts'

/** Asks for the note with which an article goes back to its writer, and sends it back. */
export function SendBack({
  article,
  question,
  onClose,
  children,
}: {
  article: Pick<ArticleRow, 'id' | 'author_id' | 'author'>
  question: string
  onClose: () => void
  children: string
}) {
  const client = useQueryClient()
  const byline = useByline()
  const send = async (note: string | null) => {
    const isSent = await attempt('Failed to send article back', () => sendBack(article.id, note))
    await invalidate(client, 'articles', 'comment_threads')
    if (isSent) showToast({ title: sentBackText(byline(article)) })
    return isSent
  }
  return (
    <SendBackDialog articleId={article.id} title={question} onClose={onClose} onSend={send}>
      {children}
    </SendBackDialog>
  )
}
