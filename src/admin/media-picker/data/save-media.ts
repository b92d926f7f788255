import { adminClient } from '../../../backend/admin-client.ts'
import type { ColumnsOf } from '../../../domain/content-type.ts'
import type { mediaType } from '../../../domain/media.ts'
import { useEntityMutation } from '../../data/entity-mutation.ts'
import { expectChanged } from '../../data/postgrest.ts'

type MediaColumns = Partial<ColumnsOf<typeof mediaType.fields>>

/** Saves columns of a file in the media library. Rejects with a BackendError. */
export async function saveMedia(id: string, columns: MediaColumns): Promise<void> {
  expectChanged(
    await adminClient().from('media').update(columns).eq('id', id).select('id'),
    'You are not allowed to change this file',
  )
}

export const useSaveMedia = () =>
  useEntityMutation(['media'], ({ id, columns }: { id: string; columns: MediaColumns }) =>
    saveMedia(id, columns),
  )
