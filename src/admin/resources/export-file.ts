import { adminClient } from '../../backend/admin-client.ts'
import { unwrap } from '../data/postgrest.ts'

interface ExportedFile {
  /** What is exported, as the audit log calls it: 'Subscribers'. */
  what: string
  rows: number
  fileName: string
  text: string
}

const TYPES = { csv: 'text/csv', json: 'application/json' } as const

/** Downloads a file after it is in the audit log: what cannot be logged is not exported. Rejects with a BackendError. */
export async function exportFile(
  { what, rows, fileName, text }: ExportedFile,
  type: keyof typeof TYPES = 'csv',
): Promise<void> {
  unwrap(await adminClient().rpc('log_export', { p_what: what, p_rows: rows }))
  const url = URL.createObjectURL(new Blob([text], { type: `${TYPES[type]};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
