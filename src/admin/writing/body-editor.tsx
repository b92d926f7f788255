import { type Editor, EditorContent } from '@tiptap/react'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { leftOutOf, leftOutReason, leftOutText } from '../../domain/body/left-out.ts'
import { MediaPickerDialog } from '../media-picker/media-picker-dialog.tsx'
import type { PickedImage } from '../media-picker/open-picker.tsx'
import { preloadDialogs } from '../ui/overlays/dialog.tsx'
import { showToast } from '../ui/overlays/toast.ts'
import { AltDialog } from './blocks/alt-dialog.tsx'
import { Body } from './body.ts'
import { BlockMenu } from './blocks/block-menu.tsx'
import { EmbedDialog } from './blocks/embed-dialog.tsx'
import type { EmbedAttributes, PlacedEmbed } from './blocks/embed.ts'
import { FigureBar } from './blocks/figure-bar.tsx'
import { type FigureAttributes, type PlacedFigure, findFigure } from './blocks/figure.ts'
import { LinkDialog } from './links/link-dialog.tsx'
import { placeIn } from './links/link-place.ts'
import { insertBlocks } from './blocks/place-block.ts'
import { FormattingToolbar } from './toolbar.tsx'
import { type BodyText, useBodyEditor } from './use-body-editor.ts'

type OpenDialog =
  | { for: 'link'; href: string; hasTextField: boolean }
  | { for: 'image'; files: readonly File[] }
  | { for: 'replacement'; figure: PlacedFigure }
  | { for: 'embed'; embed: PlacedEmbed | null }
  | { for: 'alt'; figure: PlacedFigure }

/** What comments on a text need of its editor. */
export interface BodyComments {
  /** Called with the editor, and with null when it goes. */
  onEditor: (editor: Editor | null) => void
  /** Comment was pressed, for the selected words. */
  onComment: () => void
  /** The same for a picture, by its address. */
  onCommentPicture: (url: string) => void
}

/**
 * Toolbar, the heading of the surface (`children`), and the text below it. `stored` is the content that the text was read
 * from: what the editor has left out of it is said.
 */
export function BodyEditor({
  children,
  stored,
  comments,
  isCompact = false,
  ...text
}: BodyText & {
  stored: unknown
  /** Whether it is one of several texts of a screen: it has little room around, and is low while it is empty. */
  isCompact?: boolean
  /** Absent where nothing can be commented on. */
  comments?: BodyComments | undefined
  children?: (focusBody: () => void) => ReactNode
}) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  // Synchronous, so that the body regains the focus before the next key.
  const close = () => flushSync(() => setOpenDialog(null))

  const openLinkDialog = () => {
    const { from, to } = editor.state.selection
    const href: unknown = editor.getAttributes('link').href
    setOpenDialog({
      for: 'link',
      href: typeof href === 'string' ? href : '',
      hasTextField: from === to && typeof href !== 'string',
    })
  }
  const openImageDialog = () => setOpenDialog({ for: 'image', files: [] })
  const openEmbedDialog = () => setOpenDialog({ for: 'embed', embed: null })

  const editor: Editor = useBodyEditor(text, {
    onEditAlt: (figure) => setOpenDialog({ for: 'alt', figure }),
    onEditEmbed: (embed) => setOpenDialog({ for: 'embed', embed }),
    onReplace: (figure) => setOpenDialog({ for: 'replacement', figure }),
    onLink: openLinkDialog,
    onImage: openImageDialog,
    onFiles: (files) => setOpenDialog({ for: 'image', files }),
    onLeftOut: (leftOut) => showToast({ title: leftOutText(leftOut), description: leftOutReason(leftOut) }),
  })

  // What is typed after the keys of a dialog is for its first field.
  useEffect(preloadDialogs, [])

  const onEditor = comments?.onEditor
  useEffect(() => {
    onEditor?.(editor)
    return () => onEditor?.(null)
  }, [editor, onEditor])

  /** Changes attributes of a picture, or says in `otherwise` that they were not. */
  const change = (figure: PlacedFigure, attributes: Partial<FigureAttributes>, otherwise: string) => {
    // What another tab has saved may have taken the place of the text meanwhile.
    const position = findFigure(editor.state.doc, figure)
    if (position === null) {
      const title = 'The picture is no longer in the text'
      showToast({ title, description: otherwise, tone: 'destructive' })
      return
    }
    editor
      .chain()
      .command(({ tr }) => {
        for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(position, name, value)
        return true
      })
      .focus()
      .run()
  }

  const saveEmbed = (before: PlacedEmbed | null, embed: EmbedAttributes) => {
    const place = before && editor.state.doc.nodeAt(before.position)
    if (before === null) insertBlocks(editor, { type: 'embed', attrs: embed })
    else if (place?.attrs.href === before.href) {
      const { position } = before
      editor
        .chain()
        .command(({ tr }) => {
          for (const [name, value] of Object.entries(embed)) tr.setNodeAttribute(position, name, value)
          return true
        })
        .focus()
        .run()
    } else {
      const description = `It was not changed to: ${embed.href}`
      showToast({ title: 'The text has changed meanwhile', description, tone: 'destructive' })
    }
  }

  return (
    <>
      <FormattingToolbar
        editor={editor}
        controls={text.id}
        onLink={openLinkDialog}
        onImage={openImageDialog}
        onEmbed={openEmbedDialog}
        onComment={comments?.onComment}
      />
      <BlockMenu editor={editor} onImage={openImageDialog} onEmbed={openEmbedDialog} />
      <div className={isCompact ? 'p-4' : 'px-5 py-8 @2xl:px-14 @2xl:py-10'}>
        <div className="mx-auto max-w-170">
          <LeftOutOnOpening stored={stored} />
          {children?.(() => editor.commands.focus('start'))}
          <FigureBar
            editor={editor}
            onEditAlt={(figure) => setOpenDialog({ for: 'alt', figure })}
            onReplace={(figure) => setOpenDialog({ for: 'replacement', figure })}
            onComment={comments?.onCommentPicture}
          />
          <EditorContent
            editor={editor}
            className={`writing writing-body ${isCompact ? 'writing-compact' : ''} ${children === undefined ? '' : 'mt-8'}`}
          />
        </div>
      </div>
      {openDialog?.for === 'link' && (
        <LinkDialog
          href={openDialog.href}
          hasTextField={openDialog.hasTextField}
          placeOf={(href) => placeIn(new Body(editor.state.doc).html, href)}
          onClose={close}
          onRemove={() => {
            close()
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
          }}
          onSave={(href, text) => {
            close()
            const chain = editor.chain().focus()
            if (openDialog.hasTextField) {
              chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
            } else chain.extendMarkRange('link').setLink({ href })
            chain.run()
          }}
        />
      )}
      {openDialog?.for === 'alt' && (
        <AltDialog
          alt={openDialog.figure.alt}
          onClose={close}
          onSave={(alt) => {
            close()
            change(openDialog.figure, { alt }, `Its alt text was not changed to: ${alt}`)
          }}
        />
      )}
      {openDialog?.for === 'embed' && (
        <EmbedDialog
          embed={openDialog.embed}
          onClose={close}
          onSave={(embed) => {
            close()
            saveEmbed(openDialog.embed, embed)
          }}
        />
      )}
      <MediaPickerDialog
        isOpen={openDialog?.for === 'image'}
        title="Add Pictures"
        files={openDialog?.for === 'image' ? openDialog.files : []}
        multiple
        onClose={close}
        onPick={(_image, at, images) => {
          if (at > 0) return
          editor.chain().focus().insertFigures(images.map(figureOf)).run()
        }}
      />
      <MediaPickerDialog
        isOpen={openDialog?.for === 'replacement'}
        title={
          openDialog?.for === 'replacement' && openDialog.figure.src === ''
            ? 'Choose the Picture'
            : 'Replace the Picture'
        }
        onClose={close}
        onPick={(image) => {
          if (openDialog?.for === 'replacement')
            change(openDialog.figure, figureOf(image), 'It was not replaced.')
        }}
      />
    </>
  )
}

/** What the stored text had that is not in the editor. It stays for as long as the editor does: a save makes it final. */
function LeftOutOnOpening({ stored }: { stored: unknown }) {
  const [leftOut] = useState(() => leftOutOf(stored))
  if (leftOut.size === 0) return null
  return (
    <p role="status" className="mb-6 rounded-lg border border-rule bg-paper px-4 py-2.5 text-sm">
      {leftOutText(leftOut)}. {leftOutReason(leftOut)} The stored text has them until it is saved anew.
    </p>
  )
}

function figureOf({ url, alt, width, height }: PickedImage): FigureAttributes {
  return { src: url, alt, width, height }
}
