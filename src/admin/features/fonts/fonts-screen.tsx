import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, Trash2, Type, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Font, GlobalStyles } from '../../../domain/media/font.ts'
import { can } from '../../../domain/people/role.ts'
import { FontSample, FontTags } from '../../components/font-sample.tsx'
import { fontsQuery, globalStylesQuery } from '../../data/files/fonts.ts'
import { deleteOrphanedFiles } from '../../data/files/orphaned-files.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { describeError } from '../../resources/describe-error.ts'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { deleteFont } from './data/change-fonts.ts'
import { FontPreviewDialog } from './font-preview-dialog.tsx'
import { FontUploadDialog } from './font-upload-dialog.tsx'

export function FontsScreen() {
  const profile = useProfile()
  const fonts = useQuery(fontsQuery)
  const { data: styles = null } = useQuery(globalStylesQuery)
  const [isUploading, setUploading] = useState(false)
  const [previewed, setPreviewed] = useState<Font | null>(null)
  const [deleting, setDeleting] = useState<Font | null>(null)
  const mayWrite = can(profile.role, 'fonts.write')
  useEffect(() => void deleteOrphanedFiles(profile.id), [profile.id])

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7">
      <ScreenTitle isInTopBar={false}>Font Management</ScreenTitle>
      <TopBarActions>
        <Link to="/admin/styles" className={buttonClass()}>
          <Type aria-hidden className="size-4" />
          <span className="max-md:sr-only">Global Styles</span>
        </Link>
        {mayWrite && (
          <Button variant="primary" onPress={() => setUploading(true)}>
            <Upload aria-hidden className="size-4" />
            Upload Font
          </Button>
        )}
      </TopBarActions>
      {fonts.isLoadingError ? (
        <QueryError title="Failed to load fonts" error={fonts.error} refetch={fonts.refetch} />
      ) : fonts.data === undefined ? (
        <ListSkeleton noun="fonts" count={3} className="h-72" listClassName={GRID} />
      ) : fonts.data.length === 0 ? (
        <EmptyState title="No fonts yet. The site uses its own until one is uploaded and chosen." />
      ) : (
        <ul aria-label="Fonts" className={GRID}>
          {fonts.data.map((font) => (
            <FontCard
              key={font.id}
              font={font}
              uses={fontUses(styles, font.id)}
              onPreview={() => setPreviewed(font)}
              onDelete={mayWrite ? () => setDeleting(font) : undefined}
            />
          ))}
        </ul>
      )}
      {isUploading && <FontUploadDialog onClose={() => setUploading(false)} />}
      {previewed !== null && <FontPreviewDialog font={previewed} onClose={() => setPreviewed(null)} />}
      {deleting !== null && <DeleteFontDialog font={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16.5rem),1fr))] gap-4'

/** A font with a sample of itself. Without `onDelete` it cannot be deleted. */
function FontCard({
  font,
  uses,
  onPreview,
  onDelete,
}: {
  font: Font
  uses: readonly string[]
  onPreview: () => void
  onDelete: (() => void) | undefined
}) {
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-rule bg-card">
      <div
        aria-hidden
        className="flex h-36 flex-col justify-center overflow-hidden border-b border-rule px-4"
      >
        <FontSample font={font}>
          <p className="text-[3.25rem] leading-none">Aa</p>
          <p className="mt-3 truncate text-xl leading-tight">Love where you live</p>
        </FontSample>
      </div>
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <h2 title={font.font_name} className="line-clamp-2 font-semibold break-words">
          {font.font_name}
        </h2>
        <FontTags font={font} />
        {uses.length > 0 && <p className="text-sm text-soft">In use: {uses.join(', ')}</p>}
        <div className="mt-auto flex gap-2 pt-1.5">
          <Button size="sm" aria-label={`Preview ${font.font_name}`} onPress={onPreview}>
            <Eye aria-hidden className="size-4" />
            Preview
          </Button>
          {onDelete !== undefined && (
            <Button size="sm" variant="ghost" aria-label={`Delete ${font.font_name}`} onPress={onDelete}>
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Confirmation dialog for the deletion of a font; lists where the site uses it. The toast's title names the error. */
function DeleteFontDialog({ font, onClose }: { font: Font; onClose: () => void }) {
  const { id: userId } = useProfile()
  const uses = useQuery({ ...globalStylesQuery, select: (styles) => fontUses(styles, font.id) })
  return (
    <DeleteDialog
      noun="font"
      confirmLabel={(uses.data ?? []).length > 0 ? 'Delete Anyway' : 'Delete'}
      changes={['fonts', 'styles']}
      planned={[{ table: 'fonts', id: font.id, row: null }]}
      onDelete={() => deleteFont(userId, font)}
      onError={(error) =>
        showToast({
          title: `Delete failed: ${describeError(error, { network: 'No connection' })}`,
          tone: 'destructive',
        })
      }
      uses={{
        query: uses,
        errorText: 'Failed to load Global Styles',
        text: (roles) =>
          roles.length > 0 ? (
            <p className="text-sm font-semibold text-madder">
              Global Styles use it as {roles.join(' and ')} font. The site then goes back to its own there.
            </p>
          ) : (
            <p className="text-sm text-soft">Global Styles do not use it.</p>
          ),
      }}
      onClose={onClose}
    >
      <p className="break-words">
        <strong>{font.font_name}</strong> cannot be brought back.
      </p>
    </DeleteDialog>
  )
}

const ROLES = [
  ['primary_font_id', 'Primary'],
  ['secondary_font_id', 'Secondary'],
  ['accent_font_id', 'Accent'],
] as const

/** The roles of the global styles that a font has: 'Primary', 'Secondary', 'Accent'. */
export function fontUses(
  styles: Pick<GlobalStyles, 'primary_font_id' | 'secondary_font_id' | 'accent_font_id'> | null,
  fontId: string,
): string[] {
  return ROLES.filter(([field]) => styles?.[field] === fontId).map(([, role]) => role)
}
