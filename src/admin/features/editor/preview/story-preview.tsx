import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Device, DeviceChoice, PageFrame } from '../../../components/page-frame.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { useKeyDown } from '../../../ui/keys/use-key-down.ts'
import { useNow } from '../../../ui/keys/use-now.ts'
import { Notice } from '../notices/notice.tsx'
import { type EditorForm, contentOf, serializeForm } from '../saving/form.ts'
import { stateOf } from '../saving/state.ts'
import { useSaveState } from '../use-editing-session.ts'
import { ArticlePreview, PreviewFacts } from './article-preview.tsx'
import { useDrawnStory } from './drawn-story.ts'
import { PREVIEW_BUTTON, usePreview } from './preview.tsx'

/** The preview as a dialog. */
export function PreviewDialog() {
  const { setOpen } = usePreview()
  return (
    <Dialog isOpen onClose={() => setOpen(false)} title="Preview" size="lg">
      <StoryPreview frameClass="h-[65dvh]" />
    </Dialog>
  )
}

/** The preview beside the text. */
export function PreviewPanel() {
  const { setOpen } = usePreview()
  const close = () => {
    setOpen(false)
    document.getElementById(PREVIEW_BUTTON)?.focus()
  }
  const aside = useRef<HTMLElement>(null)
  useKeyDown((event) => {
    const isHere = aside.current?.contains(document.activeElement) === true
    if (event.key === 'Escape' && !event.defaultPrevented && isHere) close()
  })
  return (
    <aside
      aria-label="Preview"
      ref={aside}
      className="sticky top-[calc(var(--toolbar-top)+1rem)] flex max-h-[calc(100dvh-var(--toolbar-top)-1.5rem)] min-w-0 flex-col self-start"
    >
      <header className="mb-2 flex items-center gap-2">
        <h2 className="mr-auto text-lg font-semibold">Preview</h2>
        <Button size="icon" variant="ghost" aria-label="Close preview" onPress={close}>
          <X aria-hidden className="size-4.5" />
        </Button>
      </header>
      <div className="min-h-0 overflow-y-auto">
        <StoryPreview frameClass="h-[calc(100dvh-var(--toolbar-top)-17.5rem)] min-h-80" />
      </div>
    </aside>
  )
}

/** What is on the screen as readers would see it, and its search result. */
function StoryPreview({ frameClass }: { frameClass: string }) {
  const form = serializeForm(useSaveState((state) => state.form))
  const saved = useSaveState((state) => state.saved)
  const state = stateOf({ saved }, useNow([saved?.published_at ?? null]))
  const page = useDrawnStory()
  const [device, setDevice] = useState<Device>('phone')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PreviewFacts form={form} state={state} createdAt={saved?.created_at ?? null} />
        {page !== null && <DeviceChoice device={device} onChoose={setDevice} />}
      </div>
      {page === null ? (
        <ArticlePreview form={form} content={contentOf(form) ?? saved?.content} />
      ) : (
        <>
          <div role="status" className="empty:hidden">
            {page.notice !== null && <Notice tone="quiet">{page.notice}</Notice>}
          </div>
          {page.html !== null && (
            <PageFrame
              title="The page as readers would see it"
              html={page.html}
              device={device}
              className={frameClass}
            />
          )}
          {page.html === null && page.notice === null && (
            <div aria-busy>
              <Skeleton className={frameClass} />
            </div>
          )}
        </>
      )}
      <SearchResultPreview form={form} />
    </div>
  )
}

/** Preview of a search result. */
function SearchResultPreview({ form }: { form: EditorForm }) {
  const title = form.meta_title.trim() || form.title.trim() || 'Untitled Article'
  const description = form.meta_description.trim() || form.excerpt.trim() || 'No description available'
  return (
    <section className="rounded-lg border border-rule bg-card p-4">
      <h3 className="mb-2 text-xs font-semibold tracking-wide text-soft uppercase">SEO Preview</h3>
      <p className="text-lg [overflow-wrap:anywhere] text-prussian">{title}</p>
      <p className="text-sm break-all text-soft">{`${__SITE_URL__}/article/${form.slug}`}</p>
      <p className="mt-1 text-sm">{description}</p>
    </section>
  )
}
