import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { publishStateQuery } from '../../../story/publishing/publish-state.ts'
import { useNow } from '../../../ui/keys/use-now.ts'
import { StatusDot } from '../../../ui/layout/status-dot.tsx'
import { useHeightVariable } from '../../../ui/layout/use-height-variable.ts'
import { UnsavedNotice } from '../notices/unsaved-notice.tsx'
import { savedLine, statusLine } from '../saving/publish-status.ts'
import { hasUnpublishedChanges, statusOf } from '../saving/state.ts'
import { SettingsButton } from '../sidebar/settings.tsx'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { EditorMenu, TOP_ICON } from './editor-menu.tsx'
import { PublishPrediction } from './publish-prediction.tsx'
import { SaveButtons } from './save-buttons.tsx'

/**
 * Top bar of the editor: back link, save status, what is not saved, save and publish buttons (on phones at the bottom),
 * and a menu of other actions. One row where it has 41rem; below 60rem, labels are short and the prediction of a publish is
 * below its button, on phones above.
 */
export function EditorTopBar() {
  const { isEditor } = useEditingSession()
  const isNew = useSaveState((state) => state.saved === null)
  const bar = useHeightVariable('--editor-bar')
  const bottomBar = useHeightVariable('--bottom-bar')
  return (
    <header ref={bar} className="z-15 border-b border-rule bg-paper md:@container md:sticky md:top-0">
      <div
        className={`flex flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-2.5 md:min-h-15 md:gap-x-3 md:px-7 @min-[60rem]:gap-x-4 @min-[60rem]:py-1.5 ${isEditor ? 'md:pt-2 md:pb-4.5' : 'md:py-1.5'}`}
      >
        <BackToArticles />
        <div className="min-w-0 max-md:order-last max-md:basis-full md:mr-auto md:flex-1 md:basis-40">
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
          <div className="relative flex flex-col gap-x-4 gap-y-2 @min-[60rem]:flex-row @min-[60rem]:items-center">
            {isEditor && (
              <div className="md:@max-[60rem]:absolute md:@max-[60rem]:top-full md:@max-[60rem]:right-0 md:@max-[60rem]:-mt-0.5">
                <PublishPrediction />
              </div>
            )}
            <SaveButtons />
          </div>
        </div>
        <div className="flex gap-4 max-md:ml-auto md:contents">
          <SettingsButton className={TOP_ICON} />
          <EditorMenu />
        </div>
      </div>
    </header>
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
  const { tone, text, detail } = statusLine(article, data, useNow([article.publishedAt]))
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
