import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImporterStatus, ReadExport } from '../../../domain/newsroom/imports.ts'
import { toastError } from '../../resources/describe-error.ts'
import { type Column, TableOrCards } from '../../resources/data-table.tsx'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { DropAnywhere } from '../../ui/overlays/drop-anywhere.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { type ShownImport, importsQuery } from './data/imports.ts'
import { IMPORT_WORDS, importerStatusQuery, useImportAct } from './data/publisher-imports.ts'
import { FileCard } from './file-card.tsx'
import { ImportCard, StatusBadge, statusOf } from './import-card.tsx'
import { MadeCard, ReportCards } from './report-cards.tsx'
import { useUpload } from './use-upload.ts'

/** Export files of other systems become stories, pages and what belongs to them, for super admins. */
export function ImportsScreen() {
  const imports = useQuery(importsQuery)
  return (
    <ScreenBox>
      <div>
        <ScreenTitle>Import</ScreenTitle>
        <p className="text-soft md:mt-1">
          What another system exports becomes part of this magazine. Only what everybody could read there is
          published.
        </p>
      </div>
      <ImporterStatusCards rows={imports.data ?? []} />
      {imports.isLoadingError ? (
        <QueryError title="Failed to load the imports" error={imports.error} refetch={imports.refetch} />
      ) : imports.data === undefined ? (
        <ListSkeleton noun="imports" count={3} />
      ) : (
        <ImportsList rows={imports.data} />
      )}
    </ScreenBox>
  )
}

/** The button that began the import is gone: the focus goes to what took its place. */
function focusWhenBegun(box: HTMLElement | null): void {
  if (document.activeElement === document.body) box?.focus()
}

/** What the publisher has on its status: a file, or the import that has begun with it. */
function ImporterStatusCards({ rows }: { rows: readonly ShownImport[] }) {
  const { data: status, error, isLoadingError, refetch } = useQuery(importerStatusQuery)
  const uploads = useUpload()
  const act = useImportAct()
  if (isLoadingError)
    return (
      <Card title="Import">
        <QueryError
          title="Nothing can be imported now"
          words={{ network: IMPORT_WORDS.unreachable }}
          {...{ error, refetch }}
        />
      </Card>
    )
  if (status === undefined) return <ListSkeleton noun="the import" count={1} className="h-48" />
  const begun = status.state.kind === 'begun' ? status.state.id : null
  const row = rows.find(({ id }) => id === begun)
  const isBusy = row !== undefined && ['running', 'undoing'].includes(statusOf(row))
  const start = (files: readonly File[]) => {
    const [file] = files
    if (file !== undefined && !isBusy) uploads.start(file, 'export')
  }
  return (
    <>
      {!isBusy && <DropAnywhere text="Drop the export file" onFiles={start} />}
      {begun === null || uploads.upload.kind !== 'none' ? (
        <>
          <FileCard status={status} uploads={uploads} />
          {uploads.upload.kind === 'none' && <ReadCards status={status} />}
        </>
      ) : row === undefined ? (
        <ListSkeleton noun="the import" count={1} className="h-48" />
      ) : (
        <div ref={focusWhenBegun} tabIndex={-1} className="outline-none">
          <ImportCard row={row} hasLink>
            {!isBusy && (
              <Button
                onPress={() =>
                  void act({ act: 'drop', what: 'all' }).catch((failure: unknown) =>
                    toastError('The file is still there', failure),
                  )
                }
              >
                Import Another File
              </Button>
            )}
          </ImportCard>
        </div>
      )}
    </>
  )
}

/** What becomes of the file with the choices; what was read last stays while it is read again. */
function ReadCards({ status: { file, state } }: { status: ImporterStatus }) {
  const act = useImportAct()
  const [last, setLast] = useState<{ file: string; read: ReadExport } | null>(null)
  const [isPending, setPending] = useState(false)
  const name = JSON.stringify(file)
  if (state.kind === 'ready' && last?.read !== state.read) setLast({ file: name, read: state.read })
  const read =
    state.kind === 'ready' ? state.read : state.kind === 'reading' && last?.file === name ? last.read : null
  if (read === null) return null
  const begin = async () => {
    setPending(true)
    await act({ act: 'begin' }).catch((error: unknown) => toastError('The import was not begun', error))
    setPending(false)
  }
  return (
    <>
      <TopBarActions>
        <Button
          variant="primary"
          isDisabled={state.kind !== 'ready'}
          isPending={isPending}
          onPress={() => void begin()}
        >
          Import
        </Button>
      </TopBarActions>
      <div
        aria-busy={state.kind === 'reading'}
        className={`flex flex-col gap-4 transition-opacity duration-200 ${state.kind === 'reading' ? 'opacity-60' : ''}`}
      >
        <MadeCard dryRun={read.dryRun} title={`What It Becomes · ${read.format}`} />
        <ChoicesCard read={read} />
        <ReportCards dryRun={read.dryRun} hasLinks={false} />
      </div>
    </>
  )
}

const COLUMNS: readonly Column<ShownImport>[] = [
  {
    header: 'File',
    headClassName: 'w-1/2',
    cellClassName: 'min-w-44 font-semibold [overflow-wrap:anywhere]',
    cell: (row) => <ReportLink row={row} />,
  },
  {
    header: 'From',
    headClassName: 'w-1/2',
    cellClassName: 'min-w-36 text-sm [overflow-wrap:anywhere]',
    cell: fromOf,
  },
  { header: 'Status', cellClassName: 'whitespace-nowrap', cell: (row) => <StatusBadge row={row} /> },
  {
    header: 'Begun',
    cellClassName: 'text-sm whitespace-nowrap text-soft tabular-nums',
    cell: ({ started_at }) => <time dateTime={started_at}>{formatDateTime(started_at)}</time>,
  },
  {
    header: 'By',
    cellClassName: 'max-w-44 truncate text-sm',
    cell: ({ person }) => person?.full_name ?? 'npm run import',
  },
]

function fromOf({ format, source, file_name }: ShownImport): string {
  return source === file_name ? format : `${format}, ${source}`
}

function ReportLink({ row: { id, file_name } }: { row: ShownImport }) {
  return (
    <Link
      to="/admin/imports/$importId"
      params={{ importId: id }}
      className="line-clamp-2 rounded-sm hover:underline"
    >
      {file_name}
    </Link>
  )
}

function ImportsList({ rows }: { rows: readonly ShownImport[] }) {
  return (
    <section aria-label="Imports" className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">Imports</h2>
      {rows.length === 0 ? (
        <p className="text-soft">Nothing has been imported yet.</p>
      ) : (
        <TableOrCards
          label="Imports"
          columns={COLUMNS}
          rows={rows}
          minWidth={760}
          card={(row) => (
            <li key={row.id} className="flex flex-col gap-1 p-3.5 [overflow-wrap:anywhere]">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-semibold">
                  <ReportLink row={row} />
                </span>
                <StatusBadge row={row} />
              </p>
              <p className="text-sm">{fromOf(row)}</p>
              <p className="text-sm text-soft">
                <time dateTime={row.started_at}>{formatDateTime(row.started_at)}</time>
                {` · ${row.person?.full_name ?? 'npm run import'}`}
              </p>
            </li>
          )}
        />
      )}
    </section>
  )
}
