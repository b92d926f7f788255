import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { historyQuery } from '../data/revisions.ts'
import { HistoryList } from './history-list.tsx'
import { RevisionView } from './revision-view.tsx'

/** The revisions of the article, each to view and restore. */
export function HistoryDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const [every, setEvery] = useState(false)
  return (
    <Dialog isOpen onClose={onClose} title="History" size="lg">
      <div className="flex flex-col gap-4 md:min-h-[60vh]">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-sm text-soft">
            A restore brings back the text; the address, author, publish date and status stay as they are.
          </p>
          <Switch label="Every Save" isSelected={every} onChange={setEvery} />
        </div>
        <Versions key={String(every)} articleId={articleId} every={every} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Versions({ articleId, every, onClose }: { articleId: string; every: boolean; onClose: () => void }) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(historyQuery(articleId, every))
  const [chosen, setChosen] = useState<number | null>(null)
  if (isPending) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">Loading history…</span>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-16 md:max-w-72" />
        ))}
      </div>
    )
  }
  if (isError) return <ErrorState title="Failed to load history" onRetry={() => void refetch()} />
  const entries = data.pages.flat()
  const [newest] = entries
  if (newest === undefined) return <EmptyState title="No version of this article was kept." />
  const index = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  )
  const entry = entries[index] ?? newest
  return (
    <div className="grid items-start gap-5 md:grid-cols-[17rem_minmax(0,1fr)] md:gap-7">
      <div className="flex flex-col gap-3 max-md:max-h-64 max-md:overflow-y-auto md:sticky md:top-0">
        <div className="md:max-h-[58vh] md:overflow-y-auto">
          <HistoryList entries={entries} chosen={entry.id} onChoose={setChosen} />
          {hasNextPage && (
            <Button
              size="sm"
              className="mt-2 w-full"
              isPending={isFetchingNextPage}
              onPress={() => void fetchNextPage()}
            >
              Show Older
            </Button>
          )}
        </div>
      </div>
      <RevisionView
        key={entry.id}
        entry={entry}
        isNewest={index === 0}
        before={entries[index + 1]?.id ?? null}
        onClose={onClose}
      />
    </div>
  )
}
