import { Dialog } from '../../../ui/dialog.tsx'
import { serializeForm } from '../saving/form.ts'
import { statusOf } from '../saving/state.ts'
import { useSaveState } from '../use-editing-session.tsx'
import { ArticlePreview, SearchResultPreview } from './article-preview.tsx'

/** Dialog with the preview of the unsaved article and its search result. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const form = serializeForm(useSaveState((state) => state.form))
  const saved = useSaveState((state) => state.saved)
  const status = useSaveState(statusOf)
  const content = form.html === null ? saved?.content : { html: form.html }
  return (
    <Dialog isOpen onClose={onClose} title="Preview" size="lg">
      <div className="flex flex-col gap-10">
        <ArticlePreview form={form} content={content} status={status} createdAt={saved?.created_at ?? null} />
        <SearchResultPreview form={form} />
      </div>
    </Dialog>
  )
}
