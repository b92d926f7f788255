import {
  Archive,
  ArchiveRestore,
  CalendarDays,
  Folder,
  RotateCcw,
  Send,
  Tags,
  Trash2,
  Undo2,
  UserPen,
  UsersRound,
} from 'lucide-react'
import { type Action, type Role, can } from '../../../../domain/people/role.ts'
import type { OfferedAct } from '../../../resources/bulk/bulk-acts.tsx'
import type { ListStatus } from '../articles-search.ts'

/** Bulk acts on articles, named as in the database function private.change_article. */
export type ArticleAct =
  | 'publish'
  | 'unpublish'
  | 'withdraw'
  | 'send back'
  | 'archive'
  | 'unarchive'
  | 'tags'
  | 'category'
  | 'credit'
  | 'author'
  | 'plan'
  | 'trash'
  | 'restore'
  | 'delete for good'

interface ActEntry extends OfferedAct<ArticleAct> {
  needs: Action
  /** Not offered to roles with this right, which have another act in its place. */
  isLeftTo?: Action
  /** The lists that offer it; all but the trash where left out. */
  lists?: readonly ListStatus[]
}

/** The acts, the most used first. */
const ACTS: readonly ActEntry[] = [
  { act: 'restore', label: 'Restore', icon: RotateCcw, needs: 'articles.delete', lists: ['trash'] },
  {
    act: 'publish',
    label: 'Publish',
    icon: Send,
    needs: 'articles.publish',
    lists: ['all', 'draft', 'review', 'archived'],
  },
  { act: 'send back', label: 'Send Back…', icon: Undo2, needs: 'articles.publish', lists: ['review'] },
  {
    act: 'unpublish',
    label: 'Unpublish',
    icon: Undo2,
    needs: 'articles.publish',
    lists: ['published', 'scheduled'],
  },
  { act: 'tags', label: 'Tags…', icon: Tags, needs: 'articles.create' },
  { act: 'category', label: 'Category…', icon: Folder, needs: 'articles.create' },
  { act: 'credit', label: 'Credit…', icon: UsersRound, needs: 'articles.create' },
  { act: 'author', label: 'Author…', icon: UserPen, needs: 'articles.edit' },
  { act: 'plan', label: 'Plan…', icon: CalendarDays, needs: 'plan.read' },
  {
    ...{ act: 'withdraw', label: 'Withdraw', icon: Undo2, lists: ['review'] },
    ...{ needs: 'articles.create', isLeftTo: 'articles.publish' },
  },
  {
    act: 'unarchive',
    label: 'Unarchive',
    icon: ArchiveRestore,
    needs: 'articles.publish',
    lists: ['archived'],
  },
  { act: 'unpublish', label: 'Unpublish', icon: Undo2, needs: 'articles.publish', lists: ['all'] },
  {
    act: 'archive',
    label: 'Archive',
    icon: Archive,
    needs: 'articles.publish',
    lists: ['all', 'draft', 'review', 'scheduled', 'published'],
  },
  { act: 'trash', label: 'Delete', icon: Trash2, needs: 'articles.delete', tone: 'destructive' },
  {
    act: 'delete for good',
    label: 'Delete Forever',
    icon: Trash2,
    needs: 'articles.delete',
    lists: ['trash'],
    tone: 'destructive',
  },
]

/** The bulk acts that a role has in a list of articles. */
export function actsFor(role: Role, list: ListStatus): ActEntry[] {
  return ACTS.filter(
    ({ needs, isLeftTo, lists }) =>
      can(role, needs) &&
      !(isLeftTo !== undefined && can(role, isLeftTo)) &&
      (lists?.includes(list) ?? list !== 'trash'),
  )
}
