import { useNavigate } from '@tanstack/react-router'
import { Crown, Ellipsis, Eye, Pencil, RotateCcw, Star, Trash2, UserPen } from 'lucide-react'
import { useState } from 'react'
import { TRASH_DAYS } from '../../../domain/article.ts'
import { can, canEditArticle } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle } from './data/change-article.ts'
import { useDeleteForever } from './data/delete-forever.ts'
import { tellFailure } from './tell-failure.ts'
import { heroHindrance, useFlags } from './use-flags.ts'

/** View, Edit and Delete of one article; in the trash, Restore and Delete forever. `inCard`: with what the cells of a table offer. */
export function RowMenu({ row, inCard }: { row: ArticleRow; inCard?: { onChangeAuthor: () => void } }) {
  const profile = useProfile()
  const navigate = useNavigate()
  const change = useChangeArticle()
  const deleteForever = useDeleteForever()
  const flags = useFlags(row)
  const [isAsking, setAsking] = useState(false)
  const deleted = row.deleted_at !== null

  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  const carryOut = async (work: Promise<unknown>, done: Parameters<typeof showToast>[0], failed: string) => {
    try {
      await work
      showToast(done)
    } catch (error) {
      tellFailure(failed)(error)
    } finally {
      setAsking(false)
    }
  }

  const restore = () =>
    carryOut(
      change.mutateAsync({ id: row.id, change: { deleted_at: null } }),
      {
        title: 'Article restored',
        ...(row.status === 'published' ? { description: 'Readers find it on the site again.' } : {}),
      },
      'Failed to restore article',
    )

  const remove = () =>
    carryOut(
      change.mutateAsync({ id: row.id, change: { deleted_at: new Date().toISOString() } }),
      {
        title: 'Article moved to the trash',
        description: `It can be restored from there for ${TRASH_DAYS} days.`,
      },
      'Failed to delete article',
    )

  const removeForever = () =>
    carryOut(deleteForever.mutateAsync(row.id), { title: 'Article deleted' }, 'Failed to delete article')

  const actions: MenuAction[] = [
    {
      id: 'view',
      label: 'View',
      icon: Eye,
      onAction: () => void navigate({ to: '/admin/articles/$id', params: { id: row.id } }),
    },
  ]
  if (!deleted && canEditArticle(profile, row)) {
    actions.push({
      id: 'edit',
      label: 'Edit',
      icon: Pencil,
      onAction: () => void navigate({ to: '/admin/articles/$id/edit', params: { id: row.id } }),
    })
  }
  if (inCard && !deleted && can(profile.role, 'articles.edit')) {
    actions.push({ id: 'author', label: 'Change Author', icon: UserPen, onAction: inCard.onChangeAuthor })
  }
  if (inCard && !deleted && can(profile.role, 'articles.feature')) {
    actions.push({
      id: 'featured',
      label: row.featured ? 'Unfeature' : 'Feature',
      icon: Star,
      onAction: flags.toggleFeatured,
    })
    if (row.hero || heroHindrance(row) === undefined) {
      actions.push({
        id: 'hero',
        label: row.hero ? 'Remove as Hero' : 'Set as Hero',
        icon: Crown,
        onAction: flags.toggleHero,
      })
    }
  }
  if (can(profile.role, 'articles.delete')) {
    if (deleted)
      actions.push({ id: 'restore', label: 'Restore', icon: RotateCcw, onAction: () => void restore() })
    actions.push({
      id: 'delete',
      label: deleted ? 'Delete Forever' : 'Delete',
      icon: Trash2,
      tone: 'destructive',
      onAction: () => setAsking(true),
    })
  }

  return (
    <>
      <Menu
        label={`Actions for ${row.title}`}
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${row.title}`}>
            <Ellipsis aria-hidden className="size-4.5" />
          </Button>
        }
        actions={actions}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={deleted ? 'Delete this article forever?' : 'Delete this article?'}
        confirmLabel={deleted ? 'Delete Forever' : 'Delete'}
        tone="destructive"
        isPending={change.isPending || deleteForever.isPending}
        onConfirm={() => void (deleted ? removeForever() : remove())}
        onCancel={() => setAsking(false)}
      >
        {deleted ? (
          <p>“{row.title}” and its whole history are deleted. This cannot be undone.</p>
        ) : (
          <p>
            “{row.title}” goes to the trash
            {row.status === 'published' ? ' and readers can no longer see it' : ''}. It can be restored from
            there for {TRASH_DAYS} days.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
