import * as z from 'zod/mini'
import { idSchema } from '../../../domain/rows/row.ts'
import { invoke } from '../requests/invoke.ts'

const answerSchema = z.object({ user: z.object({ id: idSchema }) })

/** Removes an account; its open stories go to `heir`, unless that is null: both happen, or nothing does. */
export async function removeAccount(id: string, heir: string | null): Promise<void> {
  await invoke('delete-user', { id, heir }, answerSchema)
}
