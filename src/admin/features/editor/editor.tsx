import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { can } from '../../../domain/people/role.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { RenderedArticleBody } from '../../story/rendered-article-body.tsx'
import { DateTimePicker } from '../../ui/dates/date-time-field.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { EDITOR_SHORTCUTS, isPressed } from '../../ui/keys/shortcuts.ts'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { Body } from '../../writing/body.ts'
import { BodyEditor } from '../../writing/body-editor.tsx'
import { editorServer, keepCreatedText } from './data/article-text.ts'
import { HISTORY_KEY } from './data/revisions.ts'
import { EditorComments, EditorSide, useBodyComments } from './comments/editor-comments.tsx'
import { OpenedChecks } from './checks/show-checks.ts'
import { SentBackNotice } from './comments/sent-back-notice.tsx'
import { EditorTopBar } from './top-bar/top-bar.tsx'
import { ConflictChoice, ConflictDialog } from './notices/conflict-dialog.tsx'
import { CompareDialog } from './notices/local-drafts.tsx'
import { Notice } from './notices/notice.tsx'
import { Notices } from './notices/notices.tsx'
import { PreviewPanel, PreviewProvider } from './preview/preview.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import type { EditorForm } from './saving/form.ts'
import { type ScreenEffect, EditingSession } from './saving/session.ts'
import { openingState } from './saving/state.ts'
import { browserDrafts } from './saving/local-draft.ts'
import { openSessions, randomId } from './saving/tab-lock.ts'
import type { ArticleRecord } from './saving/article-record.ts'
import {
  type OpenEditor,
  EditorContext,
  fieldId,
  useEditingSession,
  useEditorView,
  useSaveState,
  useSessionLifetime,
} from './use-editing-session.ts'
import { ExcerptCard, SeoCard, SlugField, StandfirstField } from './writing/text-fields.tsx'
import { TitleField } from './writing/title-field.tsx'

const PartsEditor = lazyPart(
  async () => (await import('./parts/parts-editor.tsx')).PartsEditor,
  () => <Skeleton className="h-40" />,
)

interface EditorProps {
  /** Null for a new article. */
  opened: ArticleRecord | null
  /** The template of a new article. */
  initialForm?: EditorForm | undefined
  onCreated: (id: string) => void
}

/** The open editor: one session for one article, from mount to unmount. */
export function Editor({ opened, initialForm, onCreated }: EditorProps) {
  const profile = useProfile()
  const queryClient = useQueryClient()
  const [editor] = useState((): OpenEditor => {
    const sessionId = randomId()
    const onScreen = (effect: ScreenEffect) => {
      if (effect.type === 'notify') showToast(effect)
      else if (effect.type === 'focus') document.getElementById(fieldId(effect.field))?.focus()
      else if (effect.type === 'created') {
        if (session.state.saved !== null) keepCreatedText(queryClient, session.state.saved)
        onCreated(effect.id)
      } else {
        void invalidate(queryClient, 'articles', 'comment_threads')
        void queryClient.invalidateQueries({ queryKey: HISTORY_KEY })
      }
    }
    const session = new EditingSession({
      opening: openingState(opened, profile.id, initialForm),
      // A local draft of another new article is not restored over a template.
      recovers: initialForm === undefined,
      userId: profile.id,
      server: editorServer,
      drafts: browserDrafts(),
      sessionId,
      openSessions,
      onScreen,
    })
    return { session, sessionId, isEditor: can(profile.role, 'articles.publish') }
  })
  useSessionLifetime(editor)
  usePreload()
  // ⌘S saves without changing the status; a published article still needs Update.
  useKeyDown((event) => {
    if (!isPressed(EDITOR_SHORTCUTS.save, event)) return
    event.preventDefault()
    editor.session.dispatch({ type: 'save-as-is' })
  })

  return (
    <EditorContext value={editor}>
      <PreviewProvider>
        <EditorComments>
          <EditorTopBar />
          <div className="@container mx-auto max-w-340 p-4 [--toolbar-top:3.5rem] max-md:pb-[calc(var(--bottom-bar,0px)+1.5rem)] md:p-7 md:[--toolbar-top:var(--editor-bar)]">
            <EditorSide sidebar={<Sidebar />}>
              <SentBackNotice />
              <Notices />
              <WritingSurface />
              <ExcerptCard />
              <SeoCard />
            </EditorSide>
          </div>
          <OpenedChecks />
        </EditorComments>
      </PreviewProvider>
      <ConflictDialog />
      <LeaveWarning />
    </EditorContext>
  )
}

/** Loads what the editor opens later at the first key or press: the server may be away when it is opened. */
function usePreload(): void {
  useEffect(() => {
    const begun = new AbortController()
    const load = () => {
      begun.abort()
      for (const { preload } of [PreviewPanel, CompareDialog, ConflictChoice, DateTimePicker]) preload()
    }
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, load, { signal: begun.signal })
    return () => begun.abort()
  }, [])
}

/** Confirmation dialog for leaving where this browser does not keep the text. */
function LeaveWarning() {
  return <UnsavedWarning isDirty={useEditorView((view) => view.localDraftFailed && view.state.isDirty)} />
}

/** The writing surface: title, slug, and the text or the parts. A body that cannot be read is rendered read-only. */
function WritingSurface() {
  const { session } = useEditingSession()
  const isText = useSaveState((state) => state.form.body !== null)
  const inParts = useSaveState((state) => state.form.parts !== null)
  const revision = useSaveState((state) => state.formRevision)
  const content = useSaveState((state) => (isText ? null : state.saved))?.content
  const comments = useBodyComments()
  const focusNext = () => document.getElementById(fieldId(inParts ? 'parts' : 'slug'))?.focus()
  return (
    <section aria-label="Article" className="@container rounded-lg border border-rule bg-card">
      {isText ? (
        <BodyEditor
          id={fieldId('html')}
          // Read when mounted and after a replacement, not at each key.
          body={session.state.form.body ?? new Body('')}
          revision={revision}
          stored={session.state.saved?.content}
          placeholder="Tell the story…"
          comments={comments}
          onChange={(body) => session.dispatch({ type: 'edit', patch: { body } })}
        >
          {(focusBody) => (
            <>
              <TitleField onLeave={focusBody} />
              <StandfirstField onLeave={focusBody} />
              <SlugField />
            </>
          )}
        </BodyEditor>
      ) : (
        <div className="px-5 py-8 @2xl:px-14 @2xl:py-10">
          <div className="mx-auto flex max-w-170 flex-col gap-8">
            <div>
              <TitleField onLeave={focusNext} />
              <StandfirstField onLeave={focusNext} />
              <SlugField />
            </div>
            {inParts ? (
              <PartsEditor />
            ) : (
              <>
                <Notice tone="quiet">
                  The body of this story cannot be read, and so not edited. It stays as it is; everything else
                  can be changed.
                </Notice>
                <RenderedArticleBody content={content} />
              </>
            )}
          </div>
        </div>
      )}
    </section>
  )
}
