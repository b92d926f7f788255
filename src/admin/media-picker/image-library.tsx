import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, Upload } from 'lucide-react'
import { useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { type Media, mediaKind, STORED_TYPES } from '../../domain/media/media.ts'
import { MediaThumbnail } from '../components/cropped-picture.tsx'
import { NotUsable } from '../components/account/not-usable.tsx'
import { useDebounced } from '../data/requests/use-debounced.ts'
import { NextPartError, QueryError } from '../resources/query-error.tsx'
import { Button } from '../ui/layout/button.tsx'
import { EmptyState, Skeleton } from '../ui/layout/states.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { imagesQuery } from './data/media.ts'
import { FileButton } from './file-button.tsx'

interface ImageLibraryProps {
  chosen: readonly Media[]
  onChoose: (images: readonly Media[]) => void
  /** Called on a double press or Enter, which choose and confirm at once. */
  onUse: (image: Media) => void
  multiple: boolean
  refusal: string | null
  /** Absent for those who may not upload. */
  onFiles?: (files: readonly File[]) => void
}

/** Search, the grid of pictures, and the drop zone for files. */
export function ImageLibrary({ onFiles, refusal, ...grid }: ImageLibraryProps) {
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebounced(search.trim())
  return (
    // As high without pictures: the dialog would move from under the pointer when they have loaded.
    <div className="flex min-h-[min(80dvh,56rem)] flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label="Search pictures"
          value={search}
          onChange={setSearch}
          className="min-w-48 flex-1"
        />
        {onFiles !== undefined && (
          <FileButton onFiles={onFiles}>
            <Upload aria-hidden className="size-4" />
            Upload
          </FileButton>
        )}
      </div>
      {refusal !== null && (
        <p role="alert" className="text-sm text-madder">
          {refusal}
        </p>
      )}
      {onFiles === undefined ? (
        <ImageGrid {...grid} search={debouncedSearch} />
      ) : (
        <DropZone
          aria-label="Drop pictures here"
          getDropOperation={(types) => (IMAGE_TYPES.some((type) => types.has(type)) ? 'copy' : 'cancel')}
          onDrop={({ items }) => {
            const files = items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))
            void Promise.all(files).then(onFiles)
          }}
          className="rounded-lg outline-offset-4 data-drop-target:bg-tint data-drop-target:outline-2 data-drop-target:outline-prussian data-drop-target:outline-dashed"
        >
          <ImageGrid {...grid} search={debouncedSearch} />
        </DropZone>
      )}
    </div>
  )
}

/** While files are dragged, browsers give only their types. */
const IMAGE_TYPES = [...STORED_TYPES].filter((type) => mediaKind(type) === 'image')

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3'

function ImageGrid({
  chosen,
  onChoose,
  onUse,
  multiple,
  search,
}: Omit<ImageLibraryProps, 'onFiles' | 'refusal'> & { search: string }) {
  const list = useInfiniteQuery(imagesQuery(search))
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage } = list
  if (isPending) {
    return (
      <div className={GRID}>
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} className="aspect-4/3 w-full" />
        ))}
      </div>
    )
  }
  if (data === undefined)
    return <QueryError title="Failed to load media library" error={error} refetch={refetch} />
  const images = data.pages.flatMap(({ rows }) => rows)
  if (images.length === 0) {
    return (
      <EmptyState
        title={search === '' ? 'No images found in media library' : 'No picture fits this search'}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <GridList
        aria-label="Pictures"
        layout="grid"
        escapeKeyBehavior="none"
        items={images}
        selectionMode={multiple ? 'multiple' : 'single'}
        selectionBehavior={multiple ? 'toggle' : 'replace'}
        selectedKeys={chosen.map(({ id }) => id)}
        onSelectionChange={(selection) => {
          const isChosen = (id: string) => selection === 'all' || selection.has(id)
          const kept = chosen.filter(({ id }) => isChosen(id))
          onChoose([
            ...kept,
            ...images.filter(({ id }) => isChosen(id) && !kept.some((image) => image.id === id)),
          ])
        }}
        {...(multiple
          ? {}
          : {
              onAction: (key) => {
                const image = images.find(({ id }) => id === key)
                if (image) onUse(image)
              },
            })}
        className={`${GRID} outline-none`}
      >
        {(image) => <ImageTile image={image} />}
      </GridList>
      {hasNextPage && (
        <Button
          className="self-center"
          isPending={list.isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        >
          Show More
        </Button>
      )}
      <NextPartError title="Failed to load more pictures" error={list.isFetchNextPageError ? error : null} />
    </div>
  )
}

function ImageTile({ image }: { image: Media }) {
  const { id, original_filename, alt_text, width, height } = image
  return (
    <GridListItem
      id={id}
      textValue={alt_text || original_filename}
      className="group relative cursor-pointer overflow-hidden rounded-md border border-rule bg-tint outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-focus data-selected:outline-3 data-selected:outline-prussian"
    >
      <MediaThumbnail
        file={image}
        alt={alt_text ?? ''}
        title={`${original_filename}${width && height ? `, ${width} × ${height}` : ''}`}
        className="aspect-4/3 w-full transition-transform duration-200 group-data-hovered:scale-[1.02]"
      />
      <NotUsable
        file={image}
        className="absolute bottom-2 left-2 rounded-sm bg-card px-2 py-0.5 text-xs font-semibold text-madder"
      />
      <span
        aria-hidden
        className="absolute top-2 right-2 hidden size-6 items-center justify-center rounded-full bg-fill text-on-fill group-data-selected:flex"
      >
        <Check className="size-4" />
      </span>
    </GridListItem>
  )
}
