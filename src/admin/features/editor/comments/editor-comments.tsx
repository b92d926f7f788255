import type { Editor } from '@tiptap/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, createContext, useContext, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CommentField, COMMENT_FIELDS } from '../../../../domain/newsroom/comment.ts'
import { threadsQuery } from '../../../story/comments/comments.ts'
import { type Comments, CommentsProvider, useComments } from '../../../story/comments/comments-context.tsx'
import { BESIDE_QUERY } from '../../../story/comments/layout.ts'
import { nextThread } from '../../../story/comments/thread-order.ts'
import { lazyPart } from '../../../ui/layout/lazy-part.tsx'
import { EDITOR_SHORTCUTS, isPressed } from '../../../ui/keys/shortcuts.ts'
import { showToast } from '../../../ui/overlays/toast.ts'
import { useKeyDown } from '../../../ui/keys/use-key-down.ts'
import { useMediaQuery } from '../../../ui/layout/use-media-query.ts'
import type { BodyComments } from '../../../writing/body-editor.tsx'
import { PreviewPanel, usePreview } from '../preview/preview.tsx'
import { SettingsPlace, settings, useRoomForSettings } from '../sidebar/settings.tsx'
import { fieldId, useEditingSession, useSaveState } from '../use-editing-session.ts'

export const CommentsPanel = lazyPart(
  async () => (await import('../../../story/comments/comments-panel.tsx')).CommentsPanel,
)
const TextMarks = lazyPart(async () => (await import('./text-marks.tsx')).TextMarks)

/** The editor of the text, and how it is told. */
const EditorOfText = createContext<{ editor: Editor | null; setEditor: (editor: Editor | null) => void }>({
  editor: null,
  setEditor: () => undefined,
})

/** Focuses the field, or what has the focus in its card; in place of the comments, where they hide it. */
async function showField(field: CommentField, comments: Comments): Promise<void> {
  if (document.getElementById(fieldId(field))?.checkVisibility() !== true) {
    flushSync(() => comments.close())
    await settings.show()
  }
  const element = document.getElementById(fieldId(field))
  const inside = element?.querySelector<HTMLElement>('input, textarea, button, [contenteditable]')
  ;(element?.matches('input, textarea, button, [contenteditable]') === true ? element : inside)?.focus()
  element?.scrollIntoView({ block: 'center' })
}

/** The comments on the story in the editor, and the marks of their passages in its text. */
export function EditorComments({ children }: { children: ReactNode }) {
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const value = useMemo(() => ({ editor, setEditor }), [editor])
  return (
    <CommentsProvider
      subject={articleId === null ? null : { kind: 'story', id: articleId }}
      showField={(field, comments) => void showField(field, comments)}
    >
      <EditorOfText value={value}>
        {children}
        <Shortcuts />
        <Marks editor={editor} />
      </EditorOfText>
    </CommentsProvider>
  )
}

function Marks({ editor }: { editor: Editor | null }) {
  const comments = useComments()
  if (editor === null || comments === null) return null
  return <TextMarks editor={editor} comments={comments} />
}

/** Begins a comment on the selected words, or on the field that has the focus. */
async function commentOnSelection(comments: Comments | null, editor: Editor | null): Promise<void> {
  if (comments === null)
    return showToast({ title: 'Save the story first', description: 'Then it can be commented on.' })
  const field = fieldWithFocus()
  if (field !== undefined) return comments.startOn({ kind: 'field', field })
  const passage = editor && (await import('../../../writing/passages.ts')).selectedPassage(editor.state)
  if (passage !== null) return comments.startOn({ kind: 'passage', passage })
  comments.open()
  showToast({
    title: 'Select the words to comment on',
    description: 'Or choose New Comment for a field or the whole story.',
  })
}

function fieldWithFocus(): CommentField | undefined {
  const fields = Object.keys(COMMENT_FIELDS) as CommentField[]
  return fields.find((field) => document.getElementById(fieldId(field))?.contains(document.activeElement))
}

/** What the text has to do with comments: it tells its editor, and where Comment was pressed. */
export function useBodyComments(): BodyComments {
  const comments = useComments()
  const { editor, setEditor } = useContext(EditorOfText)
  return {
    onEditor: setEditor,
    onComment: () => void commentOnSelection(comments, editor),
    onCommentPicture: (url) => comments?.startOn({ kind: 'picture', url }),
  }
}

function Shortcuts() {
  const comments = useComments()
  const { editor } = useContext(EditorOfText)
  const { data = [] } = useQuery({
    ...threadsQuery(comments?.subject ?? { kind: 'story', id: '' }),
    enabled: comments !== null,
  })
  useKeyDown((event) => {
    if (isPressed(EDITOR_SHORTCUTS.comment, event)) void commentOnSelection(comments, editor)
    else if (isPressed(EDITOR_SHORTCUTS.nextComment, event) && comments !== null) {
      const next = nextThread(data, comments.places, comments.chosen)
      comments.open()
      if (next !== null) {
        comments.choose(next.id)
        comments.text?.show(next.id)
      }
    } else return
    event.preventDefault()
  })
  return null
}

/**
 * The writing surface (`children`) and, if there is room, beside it the sidebar, the comments, or the preview.
 */
export function EditorSide({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  const { session } = useEditingSession()
  const comments = useComments()
  const isBeside = useMediaQuery(BESIDE_QUERY)
  const isOpen = comments !== null && comments.isOpen
  const preview = usePreview()
  const isPreviewed = preview.isOpen && preview.isBeside && !isOpen
  const room = useRoomForSettings(isPreviewed)
  const hasPicture = (url: string) => {
    const { featured_image, gallery, body } = session.state.form
    return (
      featured_image === url ||
      gallery.includes(url) ||
      (body?.html.includes(url.replaceAll('&', '&amp;')) ?? true)
    )
  }
  return (
    <div
      ref={room}
      className={`grid gap-6 @4xl:gap-7 ${isPreviewed ? 'grid-cols-2' : isOpen && isBeside ? 'grid-cols-[minmax(0,1fr)_20rem]' : 'grid-cols-[minmax(0,1fr)] @4xl:grid-cols-[minmax(0,1fr)_20rem]'}`}
    >
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <SettingsPlace isHidden={isOpen}>{sidebar}</SettingsPlace>
      {isPreviewed && <PreviewPanel />}
      {isOpen && <CommentsPanel comments={comments} hasPicture={hasPicture} />}
    </div>
  )
}
