import { Captions, Copyright, type LucideIcon, Trash2 } from 'lucide-react'
import type { Action } from '../../../../domain/role.ts'

/** What can be done to many files: all but 'alt texts' are acts of private.change_file in supabase/schemas/many_at_once.sql. */
export type MediaAct = 'alt texts' | 'rights' | 'delete'

/** The acts, the most used first. */
export const MEDIA_ACTS: readonly {
  act: MediaAct
  label: string
  icon: LucideIcon
  needs: Action
  tone?: 'destructive'
}[] = [
  { act: 'alt texts', label: 'Alt Texts…', icon: Captions, needs: 'media.upload' },
  { act: 'rights', label: 'Rights…', icon: Copyright, needs: 'media.upload' },
  { act: 'delete', label: 'Delete', icon: Trash2, needs: 'media.delete', tone: 'destructive' },
]
