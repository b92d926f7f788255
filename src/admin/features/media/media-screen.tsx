import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Upload, X } from 'lucide-react'
import { useState } from 'react'
import { ACCEPTED_UPLOADS } from '../../../domain/media.ts'
import { can } from '../../../domain/role.ts'
import { FileButton } from '../../media-picker/file-button.tsx'
import { uploadRefusal } from '../../media-picker/upload-rules.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Button } from '../../ui/button.tsx'
import { LeaveGuard } from '../../resources/leave-guard.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { showToast } from '../../ui/toast.ts'
import { TopBarActions } from '../../ui/top-bar.tsx'
import type { MediaFile } from './data/media-file.ts'
import { mediaListQuery } from './data/media-list.ts'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { FilePreview } from './file-preview.tsx'
import { MediaResults } from './media-results.tsx'
import { MEDIA_PAGE_SIZE, toMediaQuery, type MediaSearch } from './media-search.ts'
import { MediaToolbar } from './media-toolbar.tsx'
import type { UploadsEnded } from './upload-queue.ts'
import { UploadsPanel } from './uploads-panel.tsx'
import { useUploads } from './use-uploads.ts'

const route = getRouteApi('/admin/media')

/** The media library (admin spec §2): search, filter, view, page and the open file live in the address. */
export function MediaScreen() {
  const profile = useProfile()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toMediaQuery(search)
  const view = search.view ?? 'grid'
  const list = useQuery(mediaListQuery(query))
  const uploads = useUploads(profile.id, sayEnded)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<MediaFile | null>(null)
  const mayUpload = can(profile.role, 'media.upload')

  /** A changed filter starts again at the first page; the view and the open file do not. */
  const change = (part: MediaSearch) => {
    const keepsPage = 'view' in part || 'file' in part
    void navigate({
      search: (before) => ({ ...before, ...(keepsPage ? {} : { page: undefined }), ...part }),
      replace: true,
    })
  }
  const open = (file: string | undefined) => change({ file })

  const upload = (files: readonly File[]) => {
    const reason = uploadRefusal(files)
    setRefusal(reason)
    if (reason === null) uploads.queue.add(files)
  }

  const rows = list.data?.rows ?? []
  const at = rows.findIndex(({ id }) => id === search.file)
  const isUploading = uploads.items.some(({ state }) => state !== 'failed')

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7">
      <ScreenTitle>Media Library</ScreenTitle>
      {mayUpload && (
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
      )}
      <MediaToolbar query={query} view={view} onChange={change} />
      <MediaResults
        query={query}
        view={view}
        page={list.data}
        isError={list.isError}
        isStale={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        onChange={change}
        onOpen={open}
        onDelete={setDeleting}
      />
      {list.data !== undefined && list.data.total > 0 && (
        <Pagination
          page={query.page}
          pageSize={MEDIA_PAGE_SIZE}
          total={list.data.total}
          noun="files"
          onPage={(page) => {
            scrollTo(0, 0)
            change({ page: page === 1 ? undefined : page })
          }}
        />
      )}
      {search.file !== undefined && (
        <FilePreview
          id={search.file}
          previous={rows[at - 1]?.id ?? null}
          next={at === -1 ? null : (rows[at + 1]?.id ?? null)}
          onOpen={open}
          onClose={() => open(undefined)}
          onDelete={setDeleting}
        />
      )}
      {deleting !== null && (
        <DeleteFileDialog
          file={deleting}
          onDeleted={() => {
            setDeleting(null)
            if (search.file === deleting.id) open(undefined)
          }}
          onCancel={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

function Refusal({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="flex items-start gap-3 rounded-lg border border-brick bg-card py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 py-1 break-words">
        <strong className="text-brick">Nothing was uploaded.</strong> {text}
      </p>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onPress={onDismiss} className="size-8!">
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  )
}

function sayEnded({ uploaded, failed }: UploadsEnded) {
  if (failed.length === 0) {
    showToast({ title: 'Files uploaded successfully' })
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
