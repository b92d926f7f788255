import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { shownStatus } from '../../../domain/newsroom/imports.ts'
import { toastError } from '../../resources/describe-error.ts'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ProgressLine } from '../../ui/layout/progress-line.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { ShownImport } from './data/imports.ts'
import { showImportedName, useImportAct } from './data/publisher-imports.ts'
import { Problem } from './file-card.tsx'
import { STATUS_LABELS, progressText } from './import-words.ts'

/** The status of an import as people see it now. */
export const statusOf = (row: ShownImport) => shownStatus(row, serverClock.now())

export function StatusBadge({ row }: { row: ShownImport }) {
  const status = statusOf(row)
  const variant = status === 'failed' ? 'destructive' : status === 'running' ? 'default' : 'secondary'
  return <Badge variant={variant}>{STATUS_LABELS[status]}</Badge>
}

/**
 * An import: how far it is, and what can be done with it. `failed`: how many pictures could not be read; `children`: further
 * buttons.
 */
export function ImportCard({
  row,
  failed = 0,
  hasLink = false,
  children,
}: {
  row: ShownImport
  failed?: number
  /** Whether it links to its report. */
  hasLink?: boolean
  children?: ReactNode
}) {
  const client = useQueryClient()
  const act = useImportAct()
  const [pending, setPending] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const status = statusOf(row)
  const isBusy = status === 'running' || status === 'undoing'
  // Anything may have changed: lists and forms that are opened next must not show what was read before.
  useEffect(() => {
    if (!isBusy) return undefined
    return () => {
      void client.invalidateQueries()
      // Where it cannot be read, the former name stays until a reload.
      void showImportedName().catch(() => undefined)
    }
  }, [client, isBusy])

  const ask = async (name: string, failure: string, asked: Parameters<typeof act>[0]) => {
    setPending(name)
    try {
      await act(asked)
    } catch (error) {
      toastError(failure, error)
    } finally {
      setPending(null)
      setAsked(false)
    }
  }
  const { id, progress, error } = row
  const { done, total } = progress
  const goOn = () => void ask('go-on', 'The import does not go on', { act: 'go-on', id })
  const pause = () => void ask('pause', 'The import was not paused', { act: 'pause', id })
  // One button, which keeps the focus when it becomes the other.
  const main =
    status === 'running'
      ? { name: 'pause', label: 'Pause', act: pause }
      : status === 'paused' || status === 'failed' || status === 'undo paused'
        ? { name: 'go-on', label: 'Go On', act: goOn }
        : status === 'done' && failed > 0
          ? {
              name: 'go-on',
              label: `Try ${failed === 1 ? 'the Picture' : `${failed} Pictures`} Again`,
              act: goOn,
            }
          : null
  return (
    <Card title={row.file_name} aside={<StatusBadge row={row} />}>
      <div className="flex flex-col gap-4">
        <p className="text-sm [overflow-wrap:anywhere] text-soft">
          {[
            row.format,
            row.source === row.file_name ? null : row.source,
            `begun ${formatDateTime(row.started_at)}`,
            row.person?.full_name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {(isBusy || status === 'paused') && (
          <ProgressLine
            label={`Progress of ${row.file_name}`}
            share={total === null || total === 0 ? (isBusy ? null : 0) : done / total}
            text={progressText(progress)}
          />
        )}
        {error !== null && <Problem>{error}</Problem>}
        {status === 'undo paused' && (
          <p className="text-sm">
            The publisher has stopped while it took the import back. Part of it is still there.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {main !== null && (
            <Button isPending={pending === main.name} onPress={main.act}>
              {main.label}
            </Button>
          )}
          {hasLink && (
            <Link to="/admin/imports/$importId" params={{ importId: id }} className={buttonClass()}>
              Open the Report
            </Link>
          )}
          {(status === 'done' || status === 'paused' || status === 'failed') && (
            <Button variant="ghost" onPress={() => setAsked(true)}>
              Undo This Import
            </Button>
          )}
          {children}
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title="Undo this import?"
        confirmLabel="Undo This Import"
        tone="destructive"
        isPending={pending === 'undo'}
        onConfirm={() => void ask('undo', 'The import was not undone', { act: 'undo', id })}
        onCancel={() => setAsked(false)}
      >
        <p>
          The stories, pages, pictures, people and redirects that it made go, and what it changed is as
          before. What somebody has changed here since stays. Readers no longer find what goes.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
