import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Crown, Eye, RotateCcw, Star, UserPen } from 'lucide-react'
import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { TRASH_DAYS } from '../../../domain/article.ts'
import {
  type StatusChange,
  changeText,
  dateColumns,
  lossText,
  sentBackText,
  publishDate,
  statusChanges,
} from '../../../domain/article-state.ts'
import { sharePreviewAction, statusAction } from '../../components/article-actions.ts'
import { useArticleState } from '../../components/use-article-state.ts'
import { PredictionLine } from '../../components/prediction-line.tsx'
import { sendBack } from '../../data/comments.ts'
import { invalidate } from '../../data/entity-mutation.ts'
import { can, canEditArticle } from '../../../domain/role.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { deleteAction, editAction, RowMenu } from '../../resources/row-menu.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.ts'
import { type ArticleRow, hasUnpublishedChanges, useByline } from './data/article-list.ts'
import { deleteForever, useChangeArticle } from './data/change-article.ts'
import { heroDisabledReason, useFlagToggle } from './flags.tsx'

const SendBackDialog = lazyPart(
  async () => (await import('../../resources/comments/send-back-dialog.tsx')).SendBackDialog,
)

const SharePreviewDialog = lazyPart(
  async () => (await import('../../resources/preview-links/share-preview-dialog.tsx')).SharePreviewDialog,
)

/**
 * View, Edit, Share Preview, changes of the status and Delete of an article; in the trash, Restore and Delete Forever. A card has more
 * than a table row.
 */
export function ArticleMenu({ row, inCard }: { row: ArticleRow; inCard?: { onChangeAuthor: () => void } }) {
  const profile = useProfile()
  const navigate = useNavigate()
  const client = useQueryClient()
  const byline = useByline()
  const { mutateAsync: change } = useChangeArticle()
  const toggle = useFlagToggle(row)
  // Kept from the press on: the row is shown as deleted while the server still answers.
  const [deleting, setDeleting] = useState<'trash' | 'forever' | null>(null)
  const [askedStatus, setAsked] = useState<StatusChange['to'] | null>(null)
  const [isSharing, setSharing] = useState(false)
  const isDeleted = row.deleted_at !== null
  const state = useArticleState(row)
  const changes = statusChanges(state, profile.role, row.author_id === profile.id)
  const asked = changes.find(({ to }) => to === askedStatus)
  const params = { id: row.id }

  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  const restore = () =>
    attempt('Failed to restore article', async () => {
      await change({ id: row.id, change: { deleted_at: null } })
      showToast({
        title: 'Article restored',
        description: state === 'published' ? 'Readers find it on the site again.' : undefined,
      })
    })

  const changeStatus = ({ to, label, done }: StatusChange) =>
    attempt(`Failed to ${label.toLowerCase()} article`, async () => {
      await change({
        id: row.id,
        change: { status: to, ...dateColumns(to, publishDate(row)) },
        discardsCopy: hasUnpublishedChanges(row),
      })
      showToast({ title: done, description: lossText(state, row.hero) || undefined })
    })

  const sendBackWith = async (note: string | null) => {
    const isSent = await attempt('Failed to send article back', () => sendBack(row.id, note))
    await invalidate(client, 'articles', 'comment_threads')
    if (isSent) showToast({ title: sentBackText(byline(row)) })
    return isSent
  }

  const actions: MenuAction[] = [
    {
      id: 'view',
      label: 'View',
      icon: Eye,
      onAction: () => void navigate({ to: '/admin/articles/$id', params }),
    },
  ]
  if (!isDeleted && canEditArticle(profile, row)) {
    actions.push(editAction(() => void navigate({ to: '/admin/articles/$id/edit', params })))
    actions.push(sharePreviewAction(() => setSharing(true)))
  }
  if (inCard && !isDeleted && can(profile.role, 'articles.edit')) {
    actions.push({ id: 'author', label: 'Change Author', icon: UserPen, onAction: inCard.onChangeAuthor })
  }
  if (inCard && !isDeleted && can(profile.role, 'articles.feature')) {
    actions.push({
      id: 'featured',
      label: row.featured ? 'Unfeature' : 'Feature',
      icon: Star,
      onAction: () => toggle('featured'),
    })
    if (row.hero || heroDisabledReason(row) === undefined) {
      actions.push({
        id: 'hero',
        label: row.hero ? 'Remove as Hero' : 'Set as Hero',
        icon: Crown,
        onAction: () => toggle('hero'),
      })
    }
  }
  if (!isDeleted && canEditArticle(profile, row)) {
    for (const one of changes) {
      actions.push(statusAction(one, () => (one.isAsked ? setAsked(one.to) : void changeStatus(one))))
    }
  }
  if (can(profile.role, 'articles.delete')) {
    if (isDeleted) {
      actions.push({ id: 'restore', label: 'Restore', icon: RotateCcw, onAction: () => void restore() })
    }
    actions.push(
      isDeleted
        ? deleteAction(() => setDeleting('forever'), 'Delete Forever')
        : deleteAction(() => setDeleting('trash')),
    )
  }

  const close = () => setDeleting(null)
  return (
    <>
      <RowMenu name={row.title} actions={actions} />
      {isSharing && (
        <SharePreviewDialog
          articleId={row.id}
          isOut={state === 'published'}
          onClose={() => setSharing(false)}
        />
      )}
      {asked?.takesNote && (
        <SendBackDialog
          articleId={row.id}
          title={asked.question}
          onClose={() => setAsked(null)}
          onSend={sendBackWith}
        >
          {`“${row.title}”: ${changeText(state, asked, row.hero)}`}
        </SendBackDialog>
      )}
      {asked !== undefined && !asked.takesNote && (
        <ConfirmDialog
          isOpen
          title={asked.question}
          confirmLabel={asked.label}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void changeStatus(asked)
          }}
        >
          <p>
            “{row.title}”: {changeText(state, asked, row.hero)}
            {hasUnpublishedChanges(row) && ' Its unpublished changes stay in its history.'}
          </p>
          {state === 'published' && (
            <PredictionLine
              changes={[{ table: 'articles', id: row.id, row: { status: asked.to } }]}
              className="mt-3"
            />
          )}
        </ConfirmDialog>
      )}
      {deleting === 'trash' && (
        <DeleteDialog
          noun="article"
          title="Delete this article?"
          done={{
            title: 'Article moved to the trash',
            description: `It can be restored from there for ${TRASH_DAYS} days.`,
          }}
          planned={
            state === 'published'
              ? [{ table: 'articles', id: row.id, row: { deleted_at: new Date(0).toISOString() } }]
              : null
          }
          onDelete={() => change({ id: row.id, change: { deleted_at: serverClock.now().toISOString() } })}
          onClose={close}
        >
          <p>
            “{row.title}” goes to the trash
            {state === 'published' ? ' and readers can no longer see it' : ''}
            {state === 'scheduled' ? ' and does not come out at its date' : ''}. It can be restored from there
            for {TRASH_DAYS} days.
            {row.hero && ' It is no longer the hero; restoring it does not make it one.'}
          </p>
        </DeleteDialog>
      )}
      {deleting === 'forever' && (
        <DeleteDialog
          noun="article"
          title="Delete this article forever?"
          confirmLabel="Delete Forever"
          done={{ title: 'Article deleted' }}
          changes={['articles']}
          onDelete={() => deleteForever(row.id)}
          onClose={close}
        >
          <p>“{row.title}” and its whole history are deleted. This cannot be undone.</p>
        </DeleteDialog>
      )}
    </>
  )
}
