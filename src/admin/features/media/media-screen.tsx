import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Table2, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { ACCEPTED_UPLOADS, formatBytes } from '../../../domain/media/media.ts'
import { can } from '../../../domain/people/role.ts'
import { FileButton } from '../../media-picker/file-button.tsx'
import { uploadRefusal } from '../../media-picker/upload-rules.ts'
import { FilterChips, MineChip } from '../../resources/filter-chips.tsx'
import { LeaveGuard } from '../../resources/leave-guard.tsx'
import { ListResults, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { BulkActs } from '../../resources/bulk/bulk-acts.tsx'
import { useSelection } from '../../resources/selection/use-selection.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { DropAnywhere } from '../../ui/overlays/drop-anywhere.tsx'
import { type MediaFile, fetchMediaIds, mediaListQuery, mediaTotalsQuery } from './data/media.ts'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { FilePreview } from './file-preview.tsx'
import { MEDIA_GRID, MediaGrid, MediaTable } from './media-list.tsx'
import {
  type MediaFilter,
  type MediaQuery,
  type MediaSearch,
  isRightsFilter,
  MEDIA_TYPES,
  mediaSearchSchema,
  RIGHTS_FILTERS,
  TEXT_FILTERS,
  toMediaQuery,
} from './media-search.ts'
import { MEDIA_ACTS } from './bulk/acts.ts'
import type { UploadsEnded } from './upload-queue.ts'
import { UploadsPanel, useUploads } from './uploads.tsx'

/** The media library; the open file is in the address, too. */
export function MediaScreen() {
  const profile = useProfile()
  const screen = useListScreen(mediaSearchSchema, toMediaQuery, (part) => mediaListQuery(part, profile.role))
  const { query, search } = screen
  const view = search.view ?? (isRightsFilter(query.filter) ? 'table' : 'grid')
  const [deleting, setDeleting] = useState<MediaFile | null>(null)
  const mayUpload = can(profile.role, 'media.upload')
  const selection = useSelection(screen)
  const acts = MEDIA_ACTS.filter(({ needs }) => can(profile.role, needs))
  const selected = acts.length > 0 ? selection : undefined

  /** The view and the open file leave the page of the list as it is. */
  const change = (part: MediaSearch) => {
    if ('view' in part || 'file' in part) screen.goTo(part, { replace: true })
    else screen.change(part)
  }
  const open = (file: string | undefined) => change({ file })

  const rows = screen.data?.rows ?? []
  const { previous, next } = useNeighbours(rows, search.file)

  return (
    <ScreenBox>
      <ScreenTitle>Media Library</ScreenTitle>
      {mayUpload && <UploadsOfScreen />}
      <MediaToolbar query={query} view={view} onText={screen.setText} onChange={change} />
      <ListResults
        screen={screen}
        noun="files"
        errorTitle="Failed to fetch media files"
        emptyTitle={
          mayUpload
            ? 'No files yet. Upload the first, or drop it anywhere on this screen.'
            : 'No published files yet.'
        }
        noMatchTitle="No files match."
        isFiltered={query.filter !== 'all' || query.uploader !== undefined}
        unfiltered={{ view: search.view }}
        skeleton={
          view === 'grid'
            ? { count: 12, className: 'mb-9 aspect-4/3 w-full', listClassName: MEDIA_GRID }
            : { count: 12, className: 'h-16' }
        }
      >
        {(files) =>
          view === 'grid' ? (
            <MediaGrid rows={files} selection={selected} onOpen={open} onDelete={setDeleting} />
          ) : (
            <MediaTable
              rows={files}
              selection={selected}
              list={screen}
              hasRights={isRightsFilter(query.filter)}
              onOpen={open}
              onDelete={setDeleting}
            />
          )
        }
      </ListResults>
      <BulkActs
        selection={selection}
        noun="files"
        total={screen.data?.total ?? 0}
        fetchIds={() => fetchMediaIds(query)}
        acts={acts}
        Dialog={MediaActDialog}
      />
      {search.file !== undefined && (
        <FilePreview
          id={search.file}
          previous={previous}
          next={next}
          onOpen={open}
          onClose={() => open(undefined)}
          onDelete={setDeleting}
        />
      )}
      {deleting !== null && (
        <DeleteFileDialog
          file={deleting}
          onDeleted={() => {
            if (search.file === deleting.id) open(undefined)
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </ScreenBox>
  )
}

/** Uploads to the library: the button, the whole screen to drop files on, their progress, and what was refused. */
function UploadsOfScreen() {
  const { id } = useProfile()
  const uploads = useUploads(id, toastUploads)
  const [refusal, setRefusal] = useState<string | null>(null)
  const upload = (files: readonly File[]) => {
    const reason = uploadRefusal(files)
    setRefusal(reason)
    if (reason === null) uploads.queue.add(files)
  }
  const isUploading = uploads.items.some(({ state }) => state !== 'failed')
  return (
    <>
      <TopBarActions>
        <FileButton kinds={ACCEPTED_UPLOADS} variant="primary" onFiles={upload}>
          <Upload aria-hidden className="size-4" />
          <span>
            Upload<span className="hidden md:inline"> Files</span>
          </span>
        </FileButton>
      </TopBarActions>
      <DropAnywhere onFiles={upload} />
      <div aria-live="assertive" className="contents">
        {refusal !== null && <Refusal text={refusal} onDismiss={() => setRefusal(null)} />}
      </div>
      <UploadsPanel {...uploads} />
      <LeaveGuard
        when={isUploading}
        title="Stop the uploads?"
        confirmLabel="Stop and Leave"
        cancelLabel="Stay"
      >
        <p>Some files are still on their way. They are only uploaded while this screen is open.</p>
      </LeaveGuard>
    </>
  )
}

const MediaActDialog = lazyPart(async () => (await import('./bulk/media-act-dialog.tsx')).MediaActDialog)

function Refusal({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="flex items-start gap-3 rounded-lg border border-madder bg-card py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 py-1 break-words">
        <strong className="text-madder">Nothing was uploaded.</strong> {text}
      </p>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onPress={onDismiss} className="size-8!">
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  )
}

function toastUploads({ uploaded, cancelled, failed }: UploadsEnded) {
  if (failed.length === 0) {
    showToast({
      title:
        cancelled === 0
          ? 'Files uploaded successfully'
          : `${uploaded} of ${uploaded + cancelled} files uploaded, the others cancelled`,
    })
    return
  }
  const others =
    uploaded > 0 ? ` The other ${uploaded === 1 ? 'one is' : `${uploaded} are`} in the library.` : ''
  showToast({
    title: 'Failed to upload files',
    description: `${failed.join(', ')}.${others}`,
    tone: 'destructive',
  })
}

const LABELS: Readonly<Record<MediaFilter, string>> = {
  all: 'All',
  images: 'Images',
  videos: 'Videos',
  documents: 'Documents',
  ending: 'Ends in 30 days',
  ended: 'Ended',
  uncredited: 'No credit',
  undescribed: 'No alt text',
}

const FILTERS: readonly { label: string; filters: readonly MediaFilter[]; isForWriters: boolean }[] = [
  { label: 'Type', filters: MEDIA_TYPES, isForWriters: false },
  { label: 'Rights', filters: RIGHTS_FILTERS, isForWriters: true },
  { label: 'Texts', filters: TEXT_FILTERS, isForWriters: true },
]

const VIEWS = [
  { id: 'grid', label: 'Grid', icon: LayoutGrid },
  { id: 'table', label: 'Table', icon: Table2 },
] as const

function MediaToolbar({
  query,
  view,
  onText,
  onChange,
}: {
  query: MediaQuery
  view: 'grid' | 'table'
  onText: (text: string) => void
  onChange: (part: MediaSearch) => void
}) {
  const isWriter = can(useProfile().role, 'media.upload')
  return (
    <search aria-label="Files" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <SearchBox label="Search files" text={query.text} onText={onText} className="flex-1 md:max-w-md" />
        <div role="group" aria-label="View" className="flex gap-1 rounded-md bg-tint p-1">
          {VIEWS.map(({ id, label, icon: Icon }) => (
            <button
              key={id}
              type="button"
              aria-label={label}
              title={label}
              aria-pressed={view === id}
              onClick={() =>
                onChange({ view: id === (isRightsFilter(query.filter) ? 'table' : 'grid') ? undefined : id })
              }
              className={`flex size-8 items-center justify-center rounded-sm ${view === id ? 'bg-card text-ink' : 'text-soft hover:text-ink'}`}
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2">
          {FILTERS.filter(({ isForWriters }) => isWriter || !isForWriters).map(({ label, filters }) => (
            <FilterChips
              key={label}
              label={label}
              chips={filters.map((value) => ({ value, label: LABELS[value] }))}
              value={query.filter}
              onChange={(filter) => onChange({ type: filter === 'all' ? undefined : filter })}
            />
          ))}
          {isWriter && <MineChip person={query.uploader} onChange={(uploader) => onChange({ uploader })} />}
        </div>
        <Totals query={query} />
      </div>
    </search>
  )
}

function Totals({ query }: { query: MediaQuery }) {
  const { role } = useProfile()
  const { data, isLoadingError } = useQuery(mediaTotalsQuery(query, role))
  return (
    <p role="status" className="min-h-5 text-sm text-soft">
      {data === undefined
        ? !isLoadingError && <Skeleton className="h-5 w-32" />
        : `${formatNumber(data.files)} ${data.files === 1 ? 'file' : 'files'}, ${formatBytes(data.bytes)}`}
    </p>
  )
}

/** The rows before and after an open one. One that leaves the list, as its change can make it, keeps its place there. */
function useNeighbours(rows: readonly MediaFile[], id: string | undefined) {
  const at = rows.findIndex((row) => row.id === id)
  const [seen, setSeen] = useState({ id, at })
  if (at !== -1 && (seen.id !== id || seen.at !== at)) setSeen({ id, at })
  const idAt = (place: number) => rows[place]?.id ?? null
  if (at !== -1) return { previous: idAt(at - 1), next: idAt(at + 1) }
  const hasLeft = seen.id === id && seen.at !== -1
  return hasLeft ? { previous: idAt(seen.at - 1), next: idAt(seen.at) } : { previous: null, next: null }
}
