import * as z from 'zod/mini'
import { invoke } from '../../../data/requests/invoke.ts'

/** Makes the first account of the magazine, a super admin. Rejects with a BackendError. */
export async function makeFirstAccount(
  token: string,
  { email, password, fullName }: { email: string; password: string; fullName: string },
): Promise<void> {
  await invoke('first-account', { token, email, password, full_name: fullName }, z.object({}))
}
