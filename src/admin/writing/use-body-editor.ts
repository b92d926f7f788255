import { Placeholder } from '@tiptap/extension-placeholder'
import type { Node } from '@tiptap/pm/model'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent } from 'react'
import { serverClock } from '../../backend/server-clock.ts'
import type { LeftOut } from '../../domain/body/left-out.ts'
import { EDITOR_SHORTCUTS, headingShortcut, isPressed } from '../ui/keys/shortcuts.ts'
import { AutoLink } from './typing/auto-link.ts'
import { Body } from './body.ts'
import { bodyExtensions } from './body-schema.ts'
import { RememberCopied } from './paste/copied-text.ts'
import { FastTyping } from './typing/fast-typing.ts'
import type { PlacedEmbed } from './blocks/embed.ts'
import type { PlacedFigure } from './blocks/figure.ts'
import { MoveBlocks } from './blocks/move-blocks.ts'
import { NumberedLists } from './blocks/numbered-lists.ts'
import { pasteProps } from './paste/paste.ts'
import { pastedText } from './paste/pasted-text.ts'
import { Punctuation } from './typing/punctuation.ts'
import { TypedFormatting } from './typing/typed-formatting.ts'
import { UndoSteps } from './typing/undo-steps.ts'

export interface BodyText {
  /** The id of the element that takes the focus. */
  id: string
  /** The text to show at first, and again whenever `revision` changes; in between, the editor has its own. */
  body: Body
  revision: number
  placeholder: string
  onChange: (body: Body) => void
}

export interface BodyEditorEvents {
  onEditAlt: (figure: PlacedFigure) => void
  onEditEmbed: (embed: PlacedEmbed) => void
  /** The empty place of a picture was pressed. */
  onReplace: (figure: PlacedFigure) => void
  onLink: () => void
  onImage: () => void
  /** Called for dropped or pasted pictures; the cursor is where they go. */
  onFiles: (files: File[]) => void
  /** What a story cannot hold was left out of the pasted text. */
  onLeftOut: (leftOut: LeftOut) => void
}

const language = serverClock.storyLanguage

/** What typing does, in place of the rules that TipTap's own extensions have. */
const TYPING = [
  FastTyping,
  TypedFormatting,
  AutoLink,
  MoveBlocks,
  Punctuation.configure({ language }),
  NumberedLists.configure({ language }),
  UndoSteps,
]

function imagesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

/** The editor of a body. It keeps the text and its history for as long as it is mounted. */
export function useBodyEditor(text: BodyText, events: BodyEditorEvents): Editor {
  const { body, revision } = text
  // After each render useEditor gives the editor the handlers of that render.
  const editor = useEditor({
    // This extension searches each change for deleted content, and nothing listens to its event.
    enableCoreExtensions: { delete: false },
    extensions: [
      ...bodyExtensions,
      ...TYPING,
      RememberCopied,
      Placeholder.configure({ placeholder: text.placeholder }),
    ],
    enableInputRules: TYPING,
    enablePasteRules: false,
    // The schema is there, the document not yet: the editor begins with the very nodes that `body` holds.
    onBeforeCreate: ({ editor: { options, schema } }) => {
      Object.assign(options, { content: body.doc(schema) })
    },
    editorProps: {
      attributes: {
        id: text.id,
        role: 'textbox',
        'aria-label': 'Content',
        'aria-multiline': 'true',
        class: 'article-prose',
      },
      ...pasteProps(language, (leftOut) => events.onLeftOut(leftOut)),
      clipboardTextParser: (pasted, $at) => pastedText(pasted, $at.doc.type.schema, $at.marks()),
      handlePaste: (_, event) => {
        const files = imagesOf(event.clipboardData)
        // Word puts a picture of the text on the clipboard, beside the text itself.
        const hasText = (event.clipboardData?.getData('text/plain') ?? '').trim() !== ''
        if (files.length === 0 || hasText) return false
        events.onFiles(files)
        return true
      },
      handleDrop: (view, event, _, moved) => {
        const files = moved ? [] : imagesOf(event.dataTransfer)
        if (files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) editor.commands.setTextSelection(at.pos)
        events.onFiles(files)
        return true
      },
      // ProseMirror measures every ancestor of the cursor at each key, though it is nearly always in view.
      handleScrollToSelection: (view) => {
        const { selection } = view.state
        if (!selection.empty) return false
        const { top, bottom } = view.coordsAtPos(selection.head)
        return top >= 0 && bottom <= window.innerHeight
      },
      handleKeyDown: (_, event) => {
        if (isPressed(EDITOR_SHORTCUTS.link, event)) events.onLink()
        else if (isPressed(EDITOR_SHORTCUTS.image, event)) events.onImage()
        else if (!runHeadingShortcut(editor, event)) return false
        event.preventDefault()
        return true
      },
    },
    onUpdate: (update) => text.onChange(new Body(update.editor.state.doc)),
  })

  const showBody = useEffectEvent(() => {
    if (!new Body(editor.state.doc).equals(body)) showDocument(editor, body.doc(editor.schema))
  })
  useEffect(() => showBody(), [editor, revision])

  const editAlt = useEffectEvent(events.onEditAlt)
  const editEmbed = useEffectEvent(events.onEditEmbed)
  const replace = useEffectEvent(events.onReplace)
  useEffect(() => {
    const onAlt = (figure: PlacedFigure) => editAlt(figure)
    const onEmbed = (embed: PlacedEmbed) => editEmbed(embed)
    const onReplace = (figure: PlacedFigure) => replace(figure)
    editor.on('editAlt', onAlt)
    editor.on('editEmbed', onEmbed)
    editor.on('replaceFigure', onReplace)
    return () => {
      editor.off('editAlt', onAlt)
      editor.off('editEmbed', onEmbed)
      editor.off('replaceFigure', onReplace)
    }
  }, [editor])

  return editor
}

/** Replaces only the blocks that differ, so that a cursor in an equal block stays. */
function showDocument(editor: Editor, next: Node): void {
  const { doc, tr } = editor.state
  const before = doc.children
  const after = next.children
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.eq(after[start] ?? next)) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.eq(after.at(-1 - end) ?? next)) end += 1
  const size = (blocks: readonly Node[]) => blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const from = size(before.slice(0, start))
  const to = doc.content.size - size(end === 0 ? [] : before.slice(-end))
  tr.replaceWith(from, to, after.slice(start, after.length - end)).setMeta('preventUpdate', true)
  editor.view.dispatch(tr)
}

/** ProseMirror looks at the sign of the key, which is no digit on French keyboards. */
function runHeadingShortcut(editor: Editor, event: KeyboardEvent): boolean {
  const level = ([1, 2, 3] as const).find((one) => isPressed(headingShortcut(one), event))
  return level !== undefined && editor.commands.toggleHeading({ level })
}
