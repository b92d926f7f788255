import { Captions, Copyright, Trash2 } from 'lucide-react'
import type { Action } from '../../../../domain/people/role.ts'
import type { OfferedAct } from '../../../resources/bulk/bulk-acts.tsx'

/** Bulk acts on files. All except 'alt texts' are acts of the database function private.change_file. */
export type MediaAct = 'alt texts' | 'rights' | 'delete'

/** The acts, the most used first. */
export const MEDIA_ACTS: readonly (OfferedAct<MediaAct> & { needs: Action })[] = [
  { act: 'alt texts', label: 'Alt Texts…', icon: Captions, needs: 'media.upload' },
  { act: 'rights', label: 'Rights…', icon: Copyright, needs: 'media.upload' },
  { act: 'delete', label: 'Delete', icon: Trash2, needs: 'media.delete', tone: 'destructive' },
]
