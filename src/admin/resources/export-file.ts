import { useState } from 'react'
import { adminClient } from '../../backend/admin-client.ts'
import { unwrap } from '../data/requests/postgrest.ts'
import { showToast } from '../ui/overlays/toast.ts'
import { type ErrorWords, attempt } from './describe-error.ts'

interface ExportedFile {
  /** What is exported, as the audit log calls it: 'Subscribers'. */
  what: string
  rows: number
  fileName: string
  text: string
  type?: keyof typeof TYPES
}

const TYPES = { csv: 'text/csv', json: 'application/json' } as const

/** Downloads a file after it is in the audit log: what cannot be logged is not exported. Rejects with a BackendError. */
async function exportFile({ what, rows, fileName, text, type = 'csv' }: ExportedFile): Promise<void> {
  unwrap(await adminClient().rpc('log_export', { p_what: what, p_rows: rows }))
  const url = URL.createObjectURL(new Blob([text], { type: `${TYPES[type]};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** An export for a button: `collect` makes the file, and what is in it (`done`) or why there is none is shown. */
export function useExport(
  collect: () => Promise<ExportedFile & { done?: string }>,
  { failed = 'Export failed', words }: { failed?: string; words?: ErrorWords } = {},
) {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    const act = async () => {
      const { done, ...file } = await collect()
      await exportFile(file)
      if (done !== undefined) showToast({ title: 'Export successful', description: done })
    }
    await attempt(failed, act, words)
    setPending(false)
  }
  return { isPending, start: () => void save() }
}
