import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Font } from '../../../domain/font.ts'
import { can } from '../../../domain/role.ts'
import { fontsQuery, globalStylesQuery } from '../../data/fonts.ts'
import { deleteOrphanedFiles } from '../../data/orphaned-files.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { DeleteFontDialog } from './delete-font-dialog.tsx'
import { FontPreviewDialog } from './font-preview-dialog.tsx'
import { FontResults } from './font-results.tsx'
import { FontUploadDialog } from './font-upload-dialog.tsx'
import { fontUses } from './font-uses.ts'

/** The fonts that Global Styles can choose from. */
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
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ScreenTitle isInTopBar={false}>Font Management</ScreenTitle>
        <Link to="/admin/styles" className={buttonClass({ size: 'sm' })}>
          Global Styles
        </Link>
      </div>
      {mayWrite && (
        <TopBarActions>
          <Button variant="primary" onPress={() => setUploading(true)}>
            <Upload aria-hidden className="size-4" />
            Upload Font
          </Button>
        </TopBarActions>
      )}
      <FontResults
        fonts={fonts.data}
        isError={fonts.isError}
        usesOf={({ id }) => fontUses(styles, id)}
        onRetry={() => void fonts.refetch()}
        onPreview={setPreviewed}
        onDelete={mayWrite ? setDeleting : undefined}
      />
      {isUploading && <FontUploadDialog onClose={() => setUploading(false)} />}
      {previewed !== null && <FontPreviewDialog font={previewed} onClose={() => setPreviewed(null)} />}
      {deleting !== null && (
        <DeleteFontDialog
          font={deleting}
          uses={fontUses(styles, deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}
