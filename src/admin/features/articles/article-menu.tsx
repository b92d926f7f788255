import { useNavigate } from '@tanstack/react-router'
import { Crown, Eye, RotateCcw, Star, UserPen } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import { TRASH_DAYS } from '../../../domain/story/article.ts'
import {
  type StatusChange,
  changeText,
  dateColumns,
  lossText,
  publishDate,
  statusChanges,
} from '../../../domain/story/article-state.ts'
import { sharePreview, statusEntry } from '../../story/article-acts.tsx'
import { useArticleState } from '../../components/use-article-state.ts'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { can, canEditArticle } from '../../../domain/people/role.ts'
import { type Act, useActs } from '../../resources/acts.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { DELETE, EDIT, RowMenu } from '../../resources/row-menu.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type ArticleRow, hasUnpublishedChanges } from './data/article-list.ts'
import { deleteForever, useChangeArticle } from './data/change-article.ts'
import { heroDisabledReason, useFlagToggle } from './flags.tsx'
import { SendBack } from './send-back.tsx'

/**
 * View, Edit, Share Preview, changes of the status and Delete of an article; in the trash, Restore and Delete Forever. A card has more
 * than a table row.
 */
export function ArticleMenu({ row, inCard }: { row: ArticleRow; inCard?: { onChangeAuthor: () => void } }) {
  const ofCard = useCardActs(row, inCard?.onChangeAuthor)
  const { actions, dialog } = useActs([
    ...useOpeningActs(row),
    ...ofCard,
    ...useStatusActs(row),
    ...useDeletionActs(row),
  ])
  return (
    <>
      <RowMenu name={row.title} actions={actions} />
      {dialog}
    </>
  )
}

function useOpeningActs(row: ArticleRow): Act[] {
  const profile = useProfile()
  const navigate = useNavigate()
  const isOut = useArticleState(row) === 'published'
  const isOffered = row.deleted_at === null && canEditArticle(profile, row)
  const params = { id: row.id }
  return [
    {
      id: 'view',
      label: 'View',
      icon: Eye,
      run: () => void navigate({ to: '/admin/articles/$id', params }),
    },
    { ...EDIT, isOffered, run: () => void navigate({ to: '/admin/articles/$id/edit', params }) },
    { ...sharePreview(row.id, isOut), isOffered },
  ]
}

/** What a table row has buttons for; none without `onChangeAuthor`. */
function useCardActs(row: ArticleRow, onChangeAuthor: (() => void) | undefined): Act[] {
  const { role } = useProfile()
  const toggle = useFlagToggle(row)
  if (onChangeAuthor === undefined || row.deleted_at !== null) return []
  const mayFeature = can(role, 'articles.feature')
  return [
    {
      id: 'author',
      label: 'Change Author',
      icon: UserPen,
      isOffered: can(role, 'articles.edit'),
      run: onChangeAuthor,
    },
    {
      id: 'featured',
      label: row.featured ? 'Unfeature' : 'Feature',
      icon: Star,
      isOffered: mayFeature,
      run: () => toggle('featured'),
    },
    {
      id: 'hero',
      label: row.hero ? 'Remove as Hero' : 'Set as Hero',
      icon: Crown,
      isOffered: mayFeature && (row.hero || heroDisabledReason(row) === undefined),
      run: () => toggle('hero'),
    },
  ]
}

function useStatusActs(row: ArticleRow): Act[] {
  const profile = useProfile()
  const state = useArticleState(row)
  const { mutateAsync: change } = useChangeArticle()
  const hasCopy = hasUnpublishedChanges(row)
  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  const changeStatus = ({ to, label, done }: StatusChange) =>
    void attempt(`Failed to ${label.toLowerCase()} article`, async () => {
      await change({
        id: row.id,
        change: { status: to, ...dateColumns(to, publishDate(row)) },
        discardsCopy: hasCopy,
      })
      showToast({ title: done, description: lossText(state, row.hero) || undefined })
    })
  const question = (asked: StatusChange, close: () => void) =>
    asked.takesNote ? (
      <SendBack article={row} question={asked.question} onClose={close}>
        {`“${row.title}”: ${changeText(state, asked, row.hero)}`}
      </SendBack>
    ) : (
      <ConfirmDialog
        isOpen
        title={asked.question}
        confirmLabel={asked.label}
        onCancel={close}
        onConfirm={() => {
          close()
          changeStatus(asked)
        }}
      >
        <p>
          “{row.title}”: {changeText(state, asked, row.hero)}
          {hasCopy && ' Its unpublished changes stay in its history.'}
        </p>
        {state === 'published' && (
          <PredictionLine
            changes={[{ table: 'articles', id: row.id, row: { status: asked.to } }]}
            className="mt-3"
          />
        )}
      </ConfirmDialog>
    )
  const isOffered = row.deleted_at === null && canEditArticle(profile, row)
  return statusChanges(state, profile.role, row.author_id === profile.id).map((one) => ({
    ...statusEntry(one),
    isOffered,
    ...(one.isAsked
      ? { ask: (close: () => void) => question(one, close) }
      : { run: () => changeStatus(one) }),
  }))
}

function useDeletionActs(row: ArticleRow): Act[] {
  const { role } = useProfile()
  const { mutateAsync: change } = useChangeArticle()
  const state = useArticleState(row)
  const isDeleted = row.deleted_at !== null
  const mayDelete = can(role, 'articles.delete')
  const restore = () =>
    void attempt('Failed to restore article', async () => {
      await change({ id: row.id, change: { deleted_at: null } })
      showToast({
        title: 'Article restored',
        description: state === 'published' ? 'Readers find it on the site again.' : undefined,
      })
    })
  return [
    {
      id: 'restore',
      label: 'Restore',
      icon: RotateCcw,
      isOffered: mayDelete && isDeleted,
      run: restore,
    },
    {
      ...DELETE,
      id: 'trash',
      // The row is shown as deleted while the server still answers.
      isOffered: mayDelete && !isDeleted,
      ask: (close) => (
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
      ),
    },
    {
      ...DELETE,
      label: 'Delete Forever',
      isOffered: mayDelete && isDeleted,
      ask: (close) => (
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
      ),
    },
  ]
}
