import { useNavigate } from '@tanstack/react-router'
import { AlignLeft, Copy, Ellipsis, LayoutList, ListChecks } from 'lucide-react'
import { FORMAT_NAMES, STORY_FORMATS, emptyStory } from '../../../../domain/body/story-parts.ts'
import { articleActions } from '../../../../domain/story/article-state.ts'
import { type Act, useActs } from '../../../resources/acts.ts'
import { toastError } from '../../../resources/describe-error.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { sharePreview, viewOnSite } from '../../../story/article-acts.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useScreenActions } from '../../../ui/layout/screen-actions.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { showToast } from '../../../ui/overlays/toast.ts'
import { Body } from '../../../writing/body.ts'
import { showChecks } from '../checks/show-checks.ts'
import { duplicateArticle } from '../data/duplicate.ts'
import { type FormState, isBlankBody, serializeForm } from '../saving/form.ts'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { useEditedState, useIsOwn } from './edited-state.ts'
import { useStatusAct } from './status-acts.tsx'

/** A button at the end of the bar; on phones its frame is not seen. */
export const TOP_ICON = 'max-md:-my-1.5 max-md:border-transparent! max-md:bg-transparent!'

/** What can be done with an article besides saving and publishing it. */
export function EditorMenu() {
  const checks: Act = { id: 'checks', label: 'Before It Goes Out', icon: ListChecks, run: showChecks }
  const { actions, dialog } = useActs([checks, ...useFormatActs(), ...useSavedArticleActs()])
  useScreenActions(actions)
  return (
    <>
      <Menu
        label="More actions"
        trigger={
          <Button size="icon" aria-label="More actions" className={TOP_ICON}>
            <Ellipsis aria-hidden className="size-4.5" />
          </Button>
        }
        actions={actions}
      />
      {dialog}
    </>
  )
}

/** None before the first save. */
function useSavedArticleActs(): Act[] {
  const { session } = useEditingSession()
  const { role } = useProfile()
  const isOwn = useIsOwn()
  const navigate = useNavigate()
  const { state, isDateAhead } = useEditedState()
  const saved = useSaveState((save) => save.saved)
  const isReadable = useSaveState(({ form }) => form.body !== null || form.parts !== null)
  const statusAct = useStatusAct()
  if (saved === null) return []

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
  return [
    sharePreview(saved.id, state === 'published'),
    ...(isOnSite ? [viewOnSite(saved.form.slug)] : []),
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: Copy,
      // A body that cannot be read cannot be written to another article either.
      isOffered: isReadable,
      run: () => void duplicate(),
    },
    ...changes.map(statusAct),
  ]
}

/** The other formats that a story can be begun in, while nothing is written in it. */
function useFormatActs(): Act[] {
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
      run: begin({ body: new Body(''), parts: null }),
    },
    ...FORMAT_NAMES.map((id) => ({
      id,
      label: STORY_FORMATS[id].begin,
      icon: LayoutList,
      run: begin({ body: null, parts: emptyStory(id) }),
    })),
  ].filter(({ id }) => id !== format)
}
