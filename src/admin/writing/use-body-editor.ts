import { Placeholder } from '@tiptap/extension-placeholder'
import { useEditor, type Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { bodyExtensions } from './body-schema.ts'
import { cleanPastedHtml } from './pasted-html.ts'
import { htmlOf } from './normal-html.ts'

export interface BodyText {
  /** The id of the element that takes the focus. */
  id: string
  /** The text at first and whenever `epoch` changes; between, the editor has the text. */
  html: string
  epoch: number
  placeholder: string
  onChange: (html: string) => void
}

export interface BodyEditorEvents {
  onEditAlt: (position: number, alt: string) => void
  onLink: () => void
  onImage: () => void
  /** Pictures were dropped or pasted; the cursor stands where they go. */
  onFiles: (files: File[]) => void
  /** Pictures of other places were left out of what was pasted. */
  onDroppedImages: (count: number) => void
}

const STORED = `${__SUPABASE_URL__}/storage/v1/object/public/`

function isOwnPicture(src: string): boolean {
  return src.startsWith(STORED) || src.startsWith('/') || src.startsWith(__SITE_URL__)
}

function imagesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

/** The editor of a body. It keeps the text and its history for as long as it is mounted. */
export function useBodyEditor(text: BodyText, events: BodyEditorEvents): Editor {
  const { epoch } = text
  const shownEpoch = useRef(epoch)
  // The editor is made once; it always calls the handlers of the latest render.
  const latest = useRef({ ...text, ...events })
  latest.current = { ...text, ...events }

  const editor = useEditor({
    extensions: [
      ...bodyExtensions({ onEditAlt: (...args) => latest.current.onEditAlt(...args) }),
      Placeholder.configure({ placeholder: text.placeholder }),
    ],
    content: text.html,
    editorProps: {
      attributes: {
        id: text.id,
        role: 'textbox',
        'aria-label': 'Content',
        'aria-multiline': 'true',
        class: 'article-prose',
      },
      transformPastedHTML: (html) => {
        // What was copied here comes back as it was.
        if (html.includes('data-pm-slice')) return html
        const pasted = cleanPastedHtml(html, isOwnPicture)
        if (pasted.droppedImages > 0) latest.current.onDroppedImages(pasted.droppedImages)
        return pasted.html
      },
      handlePaste: (_, event) => {
        const files = imagesOf(event.clipboardData)
        // Word adds a picture of the text to the text itself.
        const hasText = (event.clipboardData?.getData('text/plain') ?? '').trim() !== ''
        if (files.length === 0 || hasText) return false
        latest.current.onFiles(files)
        return true
      },
      handleDrop: (view, event, _, moved) => {
        const files = moved ? [] : imagesOf(event.dataTransfer)
        if (files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) editor.commands.setTextSelection(at.pos)
        latest.current.onFiles(files)
        return true
      },
      handleKeyDown: (_, event) => {
        if (!(event.metaKey || event.ctrlKey) || event.altKey) return false
        const key = event.key.toLowerCase()
        if (key === 'k' && !event.shiftKey) latest.current.onLink()
        else if (key === 'm' && event.shiftKey) latest.current.onImage()
        else return false
        event.preventDefault()
        return true
      },
    },
    onUpdate: (update) => latest.current.onChange(htmlOf(update.editor.state.doc)),
  })

  useEffect(() => {
    if (shownEpoch.current === epoch) return
    shownEpoch.current = epoch
    editor.commands.setContent(latest.current.html, { emitUpdate: false })
  }, [editor, epoch])

  return editor
}
