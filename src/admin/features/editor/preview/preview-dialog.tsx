import { Dialog } from '../../../ui/dialog.tsx'
import { statusOf } from '../saving/editor-state.ts'
import { useEditorState } from '../use-sitting.tsx'
import { ArticleProof, SearchResultProof } from './article-proof.tsx'

/** What is on the screen, as readers and search engines will see it. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const form = useEditorState((state) => state.form)
  const stored = useEditorState((state) => state.stored)
  const status = useEditorState(statusOf)
  const content = form.html === null ? stored?.content : { html: form.html }
  return (
    <Dialog isOpen onClose={onClose} title="Preview" size="lg">
      <div className="flex flex-col gap-10">
        <ArticleProof form={form} content={content} status={status} createdAt={stored?.created_at ?? null} />
        <SearchResultProof form={form} />
      </div>
    </Dialog>
  )
}
