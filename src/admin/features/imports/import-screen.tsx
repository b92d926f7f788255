import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { type ShownImport, importQuery, importReportQuery } from './data/imports.ts'
import { ImportCard, statusOf } from './import-card.tsx'
import { failedPictures } from './import-words.ts'
import { MadeCard, OutcomeCards, ReportCards } from './report-cards.tsx'

/** One import, with the report that stays. */
export function ImportScreen() {
  const { importId } = useParams({ from: '/admin/imports/$importId' })
  const { data: row, isLoadingError, error, refetch } = useQuery(importQuery(importId))
  return (
    <ScreenBox>
      <ScreenTitle>Import</ScreenTitle>
      {isLoadingError ? (
        <QueryError title="Failed to load the import" error={error} refetch={refetch} />
      ) : row === undefined ? (
        <ListSkeleton noun="the import" count={2} className="h-48" />
      ) : row === null ? (
        <EmptyState title="There is no such import." />
      ) : (
        <Report row={row} />
      )}
    </ScreenBox>
  )
}

function Report({ row }: { row: ShownImport }) {
  const query = useQuery(importReportQuery(row.id, row.ended_at))
  const { data: report } = query
  if (query.isLoadingError)
    return <QueryError title="Failed to load the report" error={query.error} refetch={query.refetch} />
  const outcome = report?.outcome ?? null
  const pictures = outcome === null ? 0 : failedPictures(outcome).length
  return (
    <>
      <ImportCard row={row} failed={pictures} />
      {report === undefined ? (
        <ListSkeleton noun="the report" count={2} className="h-32" />
      ) : report === null ? (
        <EmptyState title="This import has no report." />
      ) : (
        <>
          <MadeCard dryRun={report.dryRun} title="What It Became" />
          {outcome !== null && <OutcomeCards outcome={outcome} />}
          <ReportCards dryRun={report.dryRun} hasLinks={statusOf(row) !== 'undone'} />
        </>
      )}
    </>
  )
}
