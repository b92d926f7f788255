import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  AlignLeft,
  ArrowLeft,
  Copy,
  Ellipsis,
  Eye,
  LayoutList,
  ListChecks,
  Rocket,
  Save,
  Send,
} from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type ArticleState,
  type PublishLabel,
  type StatusChange,
  articleActions,
  changeText,
  draftChange,
  isAhead,
  saveDraftText,
} from '../../../domain/story/article-state.ts'
import { FORMAT_NAMES, STORY_FORMATS, emptyStory } from '../../../domain/body/story-parts.ts'
import { SHARE_PREVIEW, statusEntry, viewOnSiteAction } from '../../story/article-actions.ts'
import { useAuthorName } from '../../data/people/author-name.ts'
import type { ToLookAt } from '../../story/checks/checked-story.ts'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { type MenuAction, Menu } from '../../ui/overlays/menu.tsx'
import { StatusDot } from '../../ui/layout/status-dot.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { publishStateQuery } from '../../story/publishing/publish-state.ts'
import { useScreenActions } from '../../ui/layout/screen-actions.ts'
import { ariaKeyShortcuts, EDITOR_SHORTCUTS, isPressed } from '../../ui/keys/shortcuts.ts'
import { useHeightVariable } from '../../ui/layout/use-height-variable.ts'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { useNow } from '../../ui/keys/use-now.ts'
import { Body } from '../../writing/body.ts'
import { CommentsButton } from '../../story/comments/comments-button.tsx'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { useGoTo } from './checks/go-to.ts'
import { showChecks } from './checks/show-checks.ts'
import { duplicateArticle } from './data/duplicate.ts'
import { plannedSave } from './data/planned-save.ts'
import { UnsavedNotice } from './notices/unsaved-notice.tsx'
import { PREVIEW_BUTTON, PreviewDialog, usePreview } from './preview/preview.tsx'
import { SettingsButton } from './sidebar/settings.tsx'
import { PublishPrediction } from './publish-prediction.tsx'
import { type FormState, isBlankBody, serializeForm } from './saving/form.ts'
import { type SaveIntent, hasUnpublishedChanges, isPublished, stateOf, statusOf } from './saving/state.ts'
import { savedLine, statusLine } from './saving/publish-status.ts'
import { useSaveState, useEditingSession } from './use-editing-session.ts'

const GoingOutDialog = lazyPart(
  async () => (await import('../../story/checks/going-out-dialog.tsx')).GoingOutDialog,
)

const SendBackDialog = lazyPart(
  async () => (await import('../../story/comments/send-back-dialog.tsx')).SendBackDialog,
)

const SharePreviewDialog = lazyPart(
  async () => (await import('../../story/previews/share-preview-dialog.tsx')).SharePreviewDialog,
)

/**
 * Top bar of the editor: back link, save status, what is not saved, save and publish buttons (on phones at the bottom),
 * and a menu of other actions. One row where it has 41rem; below 60rem, labels are short and the prediction of a publish is
 * above the buttons.
 */
export function EditorTopBar() {
  const { isEditor } = useEditingSession()
  const isNew = useSaveState((state) => state.saved === null)
  const bar = useHeightVariable('--editor-bar')
  const bottomBar = useHeightVariable('--bottom-bar')
  return (
    <header ref={bar} className="z-15 border-b border-rule bg-paper md:@container md:sticky md:top-0">
      <div
        data-predicts={isEditor || undefined}
        className="group/bar flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 md:min-h-15 md:gap-x-3 md:px-7 md:py-1.5 @min-[60rem]:gap-x-4"
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
          <div className="flex flex-col gap-x-4 gap-y-2 md:gap-y-1 @min-[60rem]:flex-row @min-[60rem]:items-center">
            {isEditor && (
              <div className="md:h-4 @min-[60rem]:h-auto">
                <PublishPrediction />
              </div>
            )}
            <Actions />
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

/** The state of the article now, and whether the date on the screen is ahead; renders anew when one of the dates comes. */
function useArticleState(): { state: ArticleState; isDateAhead: boolean } {
  const date = useSaveState(({ form }) => form.published_at)
  const saved = useSaveState((state) => state.saved)
  const now = useNow([date, saved?.published_at ?? null])
  return { state: stateOf({ saved }, now), isDateAhead: isAhead(date, now) }
}

/** Whether the person editing is the author. */
function useIsOwn(): boolean {
  const { id } = useProfile()
  return useSaveState(({ saved }) => saved === null || saved.form.author_id === id)
}

/** A question before a save by which readers or editors lose something. */
interface Question {
  intent: 'draft' | 'publish' | 'archive'
  title: string
  text: string
  confirmLabel: string
  /** The writer is told why, in a note. */
  takesNote?: true | undefined
  /** It can be saved as it is instead. */
  keepLabel?: string | undefined
}

/** Asks questions before saves, and before changes of the status. */
function useQuestion() {
  const { session } = useEditingSession()
  const { state } = useArticleState()
  const saved = useSaveState((save) => save.saved)
  const [question, ask] = useState<Question | null>(null)
  const change = (chosen: StatusChange) => {
    const intent = chosen.to === 'draft' ? 'draft' : 'archive'
    if (saved === null || !chosen.isAsked) session.dispatch({ type: 'save', intent })
    else
      ask({
        intent,
        title: chosen.question,
        text: changeText(state, chosen, saved.hero),
        confirmLabel: chosen.label,
        takesNote: chosen.takesNote,
      })
  }
  return { ask, change, dialog: <QuestionDialog question={question} onClose={() => ask(null)} /> }
}

function QuestionDialog({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const { session, isEditor } = useEditingSession()
  const { state } = useArticleState()
  const saved = useSaveState((save) => save.saved)
  const authorName = useAuthorName()
  if (question?.takesNote && saved !== null)
    return (
      <SendBackDialog
        articleId={saved.id}
        title={question.title}
        onClose={onClose}
        onSend={(note) => session.sendBack({ note, writer: authorName(saved.form.author_id) || null })}
      >
        {question.text}
      </SendBackDialog>
    )
  const keepLabel = question?.keepLabel
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={question?.title ?? ''}
      confirmLabel={question?.confirmLabel ?? ''}
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        if (question !== null) session.dispatch({ type: 'save', intent: question.intent })
      }}
      {...(keepLabel === undefined
        ? {}
        : {
            other: {
              label: keepLabel,
              onPress: () => {
                onClose()
                session.dispatch({ type: 'save-as-is' })
              },
            },
          })}
    >
      {question?.text}
      {question !== null && state === 'published' && isEditor && (
        <PredictionLine changes={plannedSave(session.state, question.intent)} className="mt-3" />
      )}
    </ConfirmDialog>
  )
}

/** A button at the end of the bar, in line with those below a prediction; on phones its frame is not seen. */
const TOP_ICON =
  'max-md:-my-1.5 max-md:border-transparent! max-md:bg-transparent! md:@max-[60rem]:group-data-predicts/bar:self-end'

/** Narrow sides of the buttons where the bar has little room. */
const NARROW = 'max-sm:px-2.5! max-[24rem]:px-2! md:@max-[60rem]:px-2.5!'

function Actions() {
  const { session } = useEditingSession()
  const { role } = useProfile()
  const isOwn = useIsOwn()
  const { state, isDateAhead } = useArticleState()
  const date = useSaveState(({ form }) => form.published_at)
  const isHero = useSaveState(({ saved }) => saved?.hero ?? false)
  const hasChanges = useSaveState(hasUnpublishedChanges)
  const saving = useSaveState(({ save }) => (save.kind === 'saving' ? save.intent : null))
  const preview = usePreview()
  const { ask, change, dialog } = useQuestion()
  const actions = articleActions(state, role, { isOwn, isDateAhead, hasChanges })
  const { leaveReview, publish: publishLabel } = actions
  const save = (intent: SaveIntent) => session.dispatch({ type: 'save', intent })

  const saveDraft = () => {
    const toDraft = draftChange(state, role, isOwn)
    if (toDraft === null) save('draft')
    else
      ask({
        intent: 'draft',
        title: toDraft.question,
        text: saveDraftText(state, toDraft, isHero),
        confirmLabel: `${toDraft.label} and Save Draft`,
        takesNote: toDraft.takesNote,
        keepLabel: state === 'review' ? 'Save and Keep under Review' : undefined,
      })
  }
  const withdrawal =
    state === 'published' && date !== null && isDateAhead
      ? {
          title: 'Take this article off the site until its date?',
          text: `Readers do not find it until ${formatDateTime(date)}.`,
        }
      : null
  const goingOut = useGoingOut(publishLabel ?? 'Publish', {
    question: withdrawal,
    // When the checks found nothing.
    onClear: () =>
      withdrawal === null
        ? save('publish')
        : ask({ intent: 'publish', ...withdrawal, confirmLabel: 'Schedule' }),
    onAnyway: () => save('publish'),
  })
  const { isChecking, publish } = goingOut

  const submit = actions.isSubmitShown ? () => save('review') : null
  useScreenActions([
    ...(publishLabel === null
      ? []
      : [{ id: 'publish', label: publishLabel, icon: Rocket, onAction: () => void publish() }]),
    ...(leaveReview === null ? [] : [{ ...statusEntry(leaveReview), onAction: () => change(leaveReview) }]),
    ...(submit === null ? [] : [{ id: 'submit', label: 'Submit for Review', icon: Send, onAction: submit }]),
    { id: 'save-draft', label: 'Save Draft', icon: Save, onAction: saveDraft },
    { id: 'preview', label: 'Preview', icon: Eye, onAction: () => preview.setOpen(true) },
  ])
  useKeyDown((event) => {
    // In a dialog, Enter is for the dialog.
    const isInDialog = event.target instanceof Element && event.target.closest('[role$=dialog]') !== null
    if (isInDialog || event.repeat) return
    // Beside another save, also one that was not asked for, they wait for its end as the buttons do.
    if (isPressed(EDITOR_SHORTCUTS.publish, event) && publishLabel !== null) {
      if (saving !== 'publish' && !isChecking) void publish()
    } else if (isPressed(EDITOR_SHORTCUTS.submit, event) && submit !== null) {
      if (saving !== 'review') submit()
    } else return
    event.preventDefault()
  })

  return (
    <div className="flex items-center justify-end gap-2.5 max-sm:gap-1.5 md:@max-[60rem]:gap-1.5">
      <CommentsButton className={`px-3! ${NARROW}`} />
      <Button
        id={PREVIEW_BUTTON}
        onPress={() => preview.setOpen(!preview.isOpen)}
        onHoverStart={PreviewDialog.preload}
        onFocus={PreviewDialog.preload}
        aria-label="Preview"
        {...(preview.isBeside ? { 'aria-pressed': preview.isOpen } : {})}
        className={`px-3! ${NARROW} @min-[60rem]:px-4!`}
      >
        <Eye aria-hidden className="size-4 @min-[60rem]:hidden" />
        <span className="hidden @min-[60rem]:inline">Preview</span>
      </Button>
      <Button
        className={NARROW}
        isPending={saving === 'draft'}
        aria-label="Save Draft"
        aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.save)}
        onPress={saveDraft}
      >
        <span>
          Save<span className="max-[26rem]:hidden"> Draft</span>
        </span>
      </Button>
      {submit !== null && (
        <Button
          variant={actions.primary === 'submit' ? 'primary' : 'secondary'}
          className={NARROW}
          isPending={saving === 'review'}
          aria-label="Submit for Review"
          aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.submit)}
          onPress={submit}
        >
          <span>
            Submit<span className="max-sm:hidden md:@max-[60rem]:hidden"> for Review</span>
          </span>
        </Button>
      )}
      {leaveReview !== null && (
        <Button className={NARROW} onPress={() => change(leaveReview)}>
          {leaveReview.label}
        </Button>
      )}
      {publishLabel !== null && (
        <Button
          variant={actions.primary === 'publish' ? 'primary' : 'secondary'}
          className={NARROW}
          isPending={saving === 'publish' || isChecking}
          aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.publish)}
          onPress={() => void publish()}
        >
          {publishLabel}
        </Button>
      )}
      {preview.isOpen && !preview.isBeside && <PreviewDialog />}
      {dialog}
      {goingOut.dialog}
    </div>
  )
}

/**
 * Publishes once it is known that there is nothing to look at, or all the same. What is out already is only asked about for
 * what it would be refused for.
 */
function useGoingOut(
  label: PublishLabel,
  {
    question,
    onClear,
    onAnyway,
  }: { question: { title: string; text: string } | null; onClear: () => void; onAnyway: () => void },
) {
  const { session } = useEditingSession()
  const client = useQueryClient()
  const goTo = useGoTo()
  const [isChecking, setChecking] = useState(false)
  const [toLookAt, setToLookAt] = useState<ToLookAt | null>(null)
  const publish = async () => {
    // A title that is missing is told by the save.
    if (session.state.form.title.trim() === '') return onClear()
    setChecking(true)
    try {
      const [{ loadToLookAt }, { textOnScreen, savedText }] = await Promise.all([
        import('../../story/checks/checked-story.ts'),
        import('./checks/text-on-screen.ts'),
      ])
      const before = isPublished(session.state) ? savedText(session.state) : null
      const found = await loadToLookAt(client, textOnScreen(session.state), before)
      const asks = label === 'Update' ? found.refused : found.unmet
      if (asks.length > 0) return setToLookAt(found)
    } catch (error) {
      // The database decides.
      console.error(error)
    } finally {
      setChecking(false)
    }
    onClear()
  }
  const close = () => setToLookAt(null)
  const dialog = toLookAt !== null && (
    <GoingOutDialog
      toLookAt={toLookAt}
      label={label}
      question={question}
      onClose={close}
      onGo={(place) => {
        flushSync(close)
        goTo(place)
      }}
      onAnyway={() => {
        close()
        onAnyway()
      }}
    />
  )
  return { isChecking, publish, dialog }
}

/** What can be done with an article besides saving and publishing it. */
function EditorMenu() {
  const { session } = useEditingSession()
  const { role } = useProfile()
  const isOwn = useIsOwn()
  const navigate = useNavigate()
  const { state, isDateAhead } = useArticleState()
  const saved = useSaveState((save) => save.saved)
  const isReadable = useSaveState(({ form }) => form.body !== null || form.parts !== null)
  const formats = useFormatActions()
  const [isSharing, setSharing] = useState(false)
  const { change, dialog } = useQuestion()

  const duplicate = async () => {
    try {
      const id = await duplicateArticle(serializeForm(session.state.form))
      await navigate({ to: '/admin/articles/$id/edit', params: { id } })
      showToast({ title: 'Article duplicated', description: 'You see the copy. It is a draft.' })
    } catch (error) {
      toastError('Failed to duplicate article', error)
    }
  }
  const { isOnSite, changes } = articleActions(state, role, { isOwn, isDateAhead, hasChanges: false })
  const ofSaved = (): MenuAction[] =>
    saved === null
      ? []
      : [
          { ...SHARE_PREVIEW, onAction: () => setSharing(true) },
          ...(isOnSite ? [viewOnSiteAction(saved.form.slug)] : []),
          // A body that cannot be read cannot be written to another article either.
          ...(isReadable
            ? [{ id: 'duplicate', label: 'Duplicate', icon: Copy, onAction: () => void duplicate() }]
            : []),
          ...changes.map((one) => ({ ...statusEntry(one), onAction: () => change(one) })),
        ]
  const checks = { id: 'checks', label: 'Before It Goes Out', icon: ListChecks, onAction: showChecks }
  const entries = [checks, ...formats, ...ofSaved()]
  useScreenActions(entries)
  return (
    <>
      <Menu
        label="More actions"
        trigger={
          <Button size="icon" aria-label="More actions" className={TOP_ICON}>
            <Ellipsis aria-hidden className="size-4.5" />
          </Button>
        }
        actions={entries}
      />
      {isSharing && saved !== null && (
        <SharePreviewDialog
          articleId={saved.id}
          isOut={state === 'published'}
          onClose={() => setSharing(false)}
        />
      )}
      {dialog}
    </>
  )
}

/** The other formats that a story can be begun in, while nothing is written in it. */
function useFormatActions(): MenuAction[] {
  const { session } = useEditingSession()
  const format = useSaveState(({ form }) => form.parts?.type ?? 'text')
  const isBlank = useSaveState(({ form }) => isBlankBody(form))
  if (!isBlank) return []
  const begin = (patch: Pick<FormState, 'body' | 'parts'>) => () => session.dispatch({ type: 'edit', patch })
  return [
    {
      id: 'text',
      label: 'Write it as one text',
      icon: AlignLeft,
      onAction: begin({ body: new Body(''), parts: null }),
    },
    ...FORMAT_NAMES.map((id) => ({
      id,
      label: STORY_FORMATS[id].begin,
      icon: LayoutList,
      onAction: begin({ body: null, parts: emptyStory(id) }),
    })),
  ].filter(({ id }) => id !== format)
}
