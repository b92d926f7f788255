import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Eye } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { publishStateQuery } from '../../data/publish-state.ts'
import { ariaKeyShortcuts, EDITOR_SHORTCUTS } from '../../ui/shortcuts.ts'
import { PredictionLine } from '../../components/prediction-line.tsx'
import { plannedSave } from './data/planned-save.ts'
import { UnsavedNotice } from './notices/unsaved-notice.tsx'
import { PreviewDialog } from './preview.tsx'
import { PublishPrediction } from './publish-prediction.tsx'
import { type SaveIntent, hasUnpublishedChanges, isPublished, statusOf } from './saving/state.ts'
import { savedLine, statusLine } from './saving/publish-status.ts'
import { useSaveState, useEditingSession } from './use-editing-session.ts'

/**
 * Top bar of the editor: back link, save status, what is not saved, save and publish buttons (on phones at the bottom). One
 * row: below 60rem, labels are short and what a publish changes stands above the buttons.
 */
export function EditorTopBar() {
  const { isEditor } = useEditingSession()
  const isNew = useSaveState((state) => state.saved === null)
  const bar = useHeightVariable('--editor-bar')
  const bottomBar = useHeightVariable('--bottom-bar')
  return (
    <header ref={bar} className="z-15 border-b border-rule bg-paper md:@container md:sticky md:top-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 md:min-h-15 md:gap-x-3 md:px-7 md:py-1.5 @min-[60rem]:gap-x-4">
        <BackToArticles />
        <div className="mr-auto min-w-0 md:flex-1 md:basis-0">
          <h1 className="truncate leading-tight font-semibold max-md:sr-only">
            {isNew ? 'New Article' : 'Edit Article'}
          </h1>
          <p
            role="status"
            className="flex min-w-0 items-center gap-x-2 text-sm text-soft max-md:flex-wrap md:whitespace-nowrap"
          >
            <PublishLine />
            <SavedLine />
          </p>
        </div>
        <div
          ref={bottomBar}
          className="flex flex-col gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-rule max-md:bg-paper max-md:px-4 max-md:py-2.5 md:contents"
        >
          <UnsavedNotice />
          <div className="flex flex-col gap-x-4 gap-y-2 md:gap-y-1 @min-[60rem]:flex-row @min-[60rem]:items-center">
            {isEditor && (
              <div className="md:h-4 @min-[60rem]:h-auto">
                <PublishPrediction />
              </div>
            )}
            <Actions />
          </div>
        </div>
      </div>
    </header>
  )
}

/** A ref for an element whose height in pixels other elements need: the custom property of the document's root. */
function useHeightVariable(name: '--editor-bar' | '--bottom-bar') {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const { style } = document.documentElement
      const observer = new ResizeObserver(([entry]) => {
        style.setProperty(name, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}

export function BackToArticles() {
  return (
    <Link
      to="/admin/articles"
      className="flex items-center gap-1.5 rounded-sm text-sm whitespace-nowrap text-soft hover:text-ink hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      <span className="md:@max-[60rem]:sr-only">Back to Articles</span>
    </Link>
  )
}

function PublishLine() {
  const articleId = useSaveState((state) => state.saved?.id ?? '')
  const { data = null } = useQuery({ ...publishStateQuery(articleId), enabled: articleId !== '' })
  const article = {
    status: useSaveState(statusOf),
    publishedAt: useSaveState((state) => state.saved?.published_at ?? null),
    hasUnpublishedChanges: useSaveState(hasUnpublishedChanges),
  }
  const { tone, text, detail } = statusLine(article, data, new Date())
  return (
    <span title={detail} className="min-w-0">
      <StatusDot tone={tone}>
        <span className="max-w-96 truncate">{text}</span>
      </StatusDot>
    </span>
  )
}

function SavedLine() {
  const line = useSaveState(savedLine)
  return line === null ? null : <span className="shrink-0">· {line}</span>
}

/** Narrow sides of the buttons where the bar has little room. */
const NARROW = 'md:@max-[60rem]:px-2.5!'

function Actions() {
  const { session, isEditor } = useEditingSession()
  const published = useSaveState(isPublished)
  const saving = useSaveState(({ save }) => (save.kind === 'saving' ? save.intent : null))
  const [open, setOpen] = useState<'preview' | 'unpublish' | null>(null)
  const close = () => setOpen(null)
  const save = (intent: SaveIntent) => session.dispatch({ type: 'save', intent })
  return (
    <div className="flex items-center justify-end gap-2.5 md:@max-[60rem]:gap-1.5">
      <Button
        onPress={() => setOpen('preview')}
        aria-label="Preview"
        className={`px-3! ${NARROW} @min-[60rem]:px-4!`}
      >
        <Eye aria-hidden className="size-4 @min-[60rem]:hidden" />
        <span className="hidden @min-[60rem]:inline">Preview</span>
      </Button>
      <Button
        className={NARROW}
        isPending={saving === 'draft'}
        aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.save)}
        onPress={() => (published ? setOpen('unpublish') : save('draft'))}
      >
        Save Draft
      </Button>
      {!published && (
        <Button
          {...(isEditor ? {} : { variant: 'primary' as const })}
          className={NARROW}
          isPending={saving === 'review'}
          aria-label="Submit for Review"
          onPress={() => save('review')}
        >
          <span>
            Submit<span className="max-sm:hidden md:@max-[60rem]:hidden"> for Review</span>
          </span>
        </Button>
      )}
      {isEditor && (
        <Button
          variant="primary"
          className={NARROW}
          isPending={saving === 'publish'}
          onPress={() => save('publish')}
        >
          {published ? 'Update' : 'Publish'}
        </Button>
      )}
      {open === 'preview' && <PreviewDialog onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'unpublish'}
        title="Take this article off the site?"
        confirmLabel="Unpublish and Save Draft"
        onCancel={close}
        onConfirm={() => {
          close()
          save('draft')
        }}
      >
        The article is published. Saving it as a draft unpublishes it: readers will no longer find it, and its
        address leads nowhere until you publish it again. To change it and leave it on the site, use Update.
        {open === 'unpublish' && (
          <PredictionLine changes={plannedSave(session.state, 'draft')} className="mt-3" />
        )}
      </ConfirmDialog>
    </div>
  )
}
