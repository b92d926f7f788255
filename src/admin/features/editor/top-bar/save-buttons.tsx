import { useQueryClient } from '@tanstack/react-query'
import { Eye, Save, Send } from 'lucide-react'
import { articleActions, draftChange, saveDraftText } from '../../../../domain/story/article-state.ts'
import { type Act, useActs } from '../../../resources/acts.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { statusEntry } from '../../../story/article-acts.tsx'
import { useGoingOutActs } from '../../../story/checks/going-out-acts.tsx'
import { CommentsButton } from '../../../story/comments/comments-button.tsx'
import { formatDateTime } from '../../../ui/dates/format.ts'
import { type Shortcut, EDITOR_SHORTCUTS, ariaKeyShortcuts, isPressed } from '../../../ui/keys/shortcuts.ts'
import { useKeyDown } from '../../../ui/keys/use-key-down.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { useScreenActions } from '../../../ui/layout/screen-actions.ts'
import { useGoTo } from '../checks/go-to.ts'
import { PREVIEW_BUTTON, PreviewDialog, usePreview } from '../preview/preview.tsx'
import { type SaveIntent, hasUnpublishedChanges, isPublished } from '../saving/state.ts'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { useEditedState, useIsOwn } from './edited-state.ts'
import { SaveQuestion, useStatusAct } from './status-acts.tsx'

/** Narrow sides of the buttons where the bar has little room. */
const NARROW = 'max-sm:px-2.5! max-[24rem]:px-2! md:@max-[60rem]:px-2.5!'

/** The buttons for comments, the preview, saving and publishing, and their keys. */
export function SaveButtons() {
  const { role } = useProfile()
  const isOwn = useIsOwn()
  const { state, isDateAhead } = useEditedState()
  const hasChanges = useSaveState(hasUnpublishedChanges)
  const saving = useSaveState(({ save }) => (save.kind === 'saving' ? save.intent : null))
  const preview = usePreview()
  const {
    leaveReview,
    publish: publishLabel,
    isSubmitShown,
    primary,
  } = articleActions(state, role, {
    ...{ isOwn, isDateAhead, hasChanges },
  })
  const going = usePublishActs(publishLabel)
  const { isChecking } = going
  const save = useSaveActs()
  const statusAct = useStatusAct()
  const { actions, begin, dialog } = useActs([
    ...going.acts,
    ...(leaveReview === null ? [] : [statusAct(leaveReview)]),
    { ...save.submit, isOffered: isSubmitShown },
    save.draft,
    { id: 'preview', label: 'Preview', icon: Eye, run: () => preview.setOpen(true) },
  ])
  useScreenActions(actions)
  // Beside another save, also one that was not asked for, they wait for its end as the buttons do.
  useKeys(EDITOR_SHORTCUTS.publish, publishLabel !== null, () => {
    if (saving !== 'publish' && !isChecking) begin('publish')
  })
  useKeys(EDITOR_SHORTCUTS.submit, isSubmitShown, () => {
    if (saving !== 'review') begin('submit')
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
        onPress={() => begin('save-draft')}
      >
        <span>
          Save<span className="max-[26rem]:hidden"> Draft</span>
        </span>
      </Button>
      {isSubmitShown && (
        <Button
          variant={primary === 'submit' ? 'primary' : 'secondary'}
          className={NARROW}
          isPending={saving === 'review'}
          aria-label="Submit for Review"
          aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.submit)}
          onPress={() => begin('submit')}
        >
          <span>
            Submit<span className="max-sm:hidden md:@max-[60rem]:hidden"> for Review</span>
          </span>
        </Button>
      )}
      {leaveReview !== null && (
        <Button className={NARROW} onPress={() => begin(statusEntry(leaveReview).id)}>
          {leaveReview.label}
        </Button>
      )}
      {publishLabel !== null && (
        <Button
          variant={primary === 'publish' ? 'primary' : 'secondary'}
          className={NARROW}
          isPending={saving === 'publish' || isChecking}
          aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.publish)}
          onPress={() => begin('publish')}
        >
          {publishLabel}
        </Button>
      )}
      {preview.isOpen && !preview.isBeside && <PreviewDialog />}
      {dialog}
    </div>
  )
}

/** Runs an action at its keys, but not in a dialog, where Enter is for the dialog. */
function useKeys(shortcut: Shortcut, isOffered: boolean, run: () => void): void {
  useKeyDown((event) => {
    const isInDialog = event.target instanceof Element && event.target.closest('[role$=dialog]') !== null
    if (!isOffered || isInDialog || event.repeat || !isPressed(shortcut, event)) return
    run()
    event.preventDefault()
  })
}

/** Publish, and its questions: of what there is to look at, and of what is on the site until a date that is ahead. */
function usePublishActs(label: ReturnType<typeof articleActions>['publish']) {
  const { session } = useEditingSession()
  const client = useQueryClient()
  const goTo = useGoTo()
  const { state, isDateAhead } = useEditedState()
  const date = useSaveState(({ form }) => form.published_at)
  const save = () => session.dispatch({ type: 'save', intent: 'publish' })
  const withdrawal =
    state === 'published' && date !== null && isDateAhead
      ? {
          title: 'Take this article off the site until its date?',
          text: `Readers do not find it until ${formatDateTime(date)}.`,
        }
      : null
  const { acts, isChecking } = useGoingOutActs({
    label,
    find: async () => {
      // A title that is missing is told by the save.
      if (session.state.form.title.trim() === '') return null
      const [{ loadToLookAt }, { textOnScreen, savedText }] = await Promise.all([
        import('../../../story/checks/checked-story.ts'),
        import('../checks/text-on-screen.ts'),
      ])
      const before = isPublished(session.state) ? savedText(session.state) : null
      const found = await loadToLookAt(client, textOnScreen(session.state), before)
      // What is out already is only asked about for what it would be refused for.
      const asked = label === 'Update' ? found.refused : found.unmet
      return asked.length === 0 ? null : found
    },
    question: withdrawal,
    onClear: (begin) => (withdrawal === null ? save() : begin('withdrawal')),
    onAnyway: save,
    onGo: goTo,
  })
  const withdraw = ({ title, text }: NonNullable<typeof withdrawal>): Act => ({
    // Asked by Publish, no entry of a menu.
    id: 'withdrawal',
    label: 'Schedule',
    isOffered: false,
    ask: (close) => (
      <SaveQuestion intent="publish" title={title} text={text} confirmLabel="Schedule" onClose={close} />
    ),
  })
  return { acts: [...acts, ...(withdrawal === null ? [] : [withdraw(withdrawal)])], isChecking }
}

function useSaveActs(): { submit: Act; draft: Act } {
  const { session } = useEditingSession()
  const { role } = useProfile()
  const isOwn = useIsOwn()
  const { state } = useEditedState()
  const isHero = useSaveState(({ saved }) => saved?.hero ?? false)
  const save = (intent: SaveIntent) => session.dispatch({ type: 'save', intent })
  const toDraft = draftChange(state, role, isOwn)
  const draft = { id: 'save-draft', label: 'Save Draft', icon: Save }
  return {
    submit: { id: 'submit', label: 'Submit for Review', icon: Send, run: () => save('review') },
    draft:
      toDraft === null
        ? { ...draft, run: () => save('draft') }
        : {
            ...draft,
            ask: (close) => (
              <SaveQuestion
                intent="draft"
                title={toDraft.question}
                text={saveDraftText(state, toDraft, isHero)}
                confirmLabel={`${toDraft.label} and Save Draft`}
                takesNote={toDraft.takesNote}
                keepLabel={state === 'review' ? 'Save and Keep under Review' : undefined}
                onClose={close}
              />
            ),
          },
  }
}
