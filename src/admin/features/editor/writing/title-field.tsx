import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Italic } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { serverClock } from '../../../../backend/server-clock.ts'
import { ariaKeyShortcuts, EDITOR_SHORTCUTS } from '../../../ui/keys/shortcuts.ts'
import { Punctuation } from '../../../writing/typing/punctuation.ts'
import { fieldId, useEditingSession, useSaveState } from '../use-editing-session.ts'
import { emphasisRange, readTitle, titleDoc, titleExtensions, toggleEmphasis } from './title-schema.ts'

const ERROR_ID = 'article-title-error'

/** Title field in the display typeface, emphasised words in light italic. */
export function TitleField({ onLeave }: { onLeave: () => void }) {
  const { session } = useEditingSession()
  const revision = useSaveState((state) => state.formRevision)
  const error = useSaveState((state) => state.errors.title ?? null)
  const { title, title_emphasis } = session.state.form
  // TipTap keeps the extensions of the first render, but `onLeave` is another one when the body's editor is made anew.
  const [latest] = useState(() => ({ onLeave }))
  const editor = useEditor({
    extensions: [
      ...titleExtensions({ onLeave: () => latest.onLeave() }),
      Punctuation.configure({ language: serverClock.storyLanguage }),
    ],
    content: titleDoc(title, title_emphasis),
    editorProps: { attributes: attributes(null) },
    autofocus: session.state.saved === null && title === '' ? 'end' : false,
    onUpdate: (update) => session.dispatch({ type: 'edit', patch: readTitle(update.editor.state.doc) }),
  })
  const isEmphasised = useEditorState({
    editor,
    selector: ({ editor: current }) => emphasisRange(current.state.doc) !== null,
  })

  const showTitle = useEffectEvent(() => {
    const { form } = session.state
    const shown = readTitle(editor.state.doc)
    if (shown.title === form.title && shown.title_emphasis === form.title_emphasis) return
    editor.commands.setContent(titleDoc(form.title, form.title_emphasis), { emitUpdate: false })
  })
  useEffect(() => showTitle(), [editor, revision])

  useEffect(() => {
    Object.assign(latest, { onLeave })
  }, [latest, onLeave])

  useEffect(() => {
    editor.setOptions({ editorProps: { attributes: attributes(error) } })
  }, [editor, error])

  return (
    <div className="group/title relative">
      {/* Before the title: Tab leads from the title to the standfirst. */}
      <ToggleButton
        isSelected={isEmphasised}
        preventFocusOnPress
        onChange={() => {
          const tr = toggleEmphasis(editor.state)
          if (tr) editor.view.dispatch(tr)
          editor.commands.focus()
        }}
        aria-label="Emphasise the selected words of the title"
        aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.italic)}
        className="absolute top-1.5 right-0 flex size-8 items-center justify-center rounded-md text-soft opacity-0 transition-opacity duration-200 group-focus-within/title:opacity-100 group-hover/title:opacity-100 data-focus-visible:opacity-100 data-hovered:bg-tint data-selected:bg-tint data-selected:text-ink @2xl:right-auto @2xl:-left-11 pointer-coarse:opacity-100"
      >
        <Italic aria-hidden className="size-4" />
      </ToggleButton>
      <EditorContent
        editor={editor}
        className="writing article-title pr-10 text-[clamp(2.125rem,1rem+5.2cqi,3.25rem)] @2xl:pr-0"
      />
      {error !== null && (
        <p id={ERROR_ID} className="mt-1 text-sm text-madder">
          {error}
        </p>
      )}
    </div>
  )
}

function attributes(error: string | null): Record<string, string> {
  return {
    id: fieldId('title'),
    role: 'textbox',
    'aria-label': 'Title',
    'aria-required': 'true',
    'aria-multiline': 'false',
    'aria-invalid': String(error !== null),
    ...(error === null ? {} : { 'aria-describedby': ERROR_ID }),
  }
}
