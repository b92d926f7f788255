import { Captions, Copyright, Trash2 } from 'lucide-react'
import type { Action } from '../../../../domain/role.ts'
import type { OfferedAct } from '../../../resources/many/many-acts.tsx'

/** What can be done to many files: all but 'alt texts' are acts of private.change_file in supabase/schemas/many_at_once.sql. */
export type MediaAct = 'alt texts' | 'rights' | 'delete'

/** The acts, the most used first. */
export const MEDIA_ACTS: readonly (OfferedAct<MediaAct> & { needs: Action })[] = [
  { act: 'alt texts', label: 'Alt Texts…', icon: Captions, needs: 'media.upload' },
  { act: 'rights', label: 'Rights…', icon: Copyright, needs: 'media.upload' },
  { act: 'delete', label: 'Delete', icon: Trash2, needs: 'media.delete', tone: 'destructive' },
]
