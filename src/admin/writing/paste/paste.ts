import { Slice } from '@tiptap/pm/model'
import type { EditorProps } from '@tiptap/pm/view'
import type { LeftOut } from '../../../domain/body/left-out.ts'
import { isOwnPicture } from '../../media-picker/own-picture.ts'
import { copiedText } from './copied-text.ts'
import { cleanPastedHtml } from './pasted-html.ts'

/** How an editor pastes HTML: copies from an editor unchanged, all else cleaned. `language` decides the quotation marks. */
export function pasteProps(language: () => string, onLeftOut: (leftOut: LeftOut) => void): EditorProps {
  return {
    transformPastedHTML: (html) => {
      if (copiedText.isSame(html)) return html
      const pasted = cleanPastedHtml(html, isOwnPicture, language())
      if (pasted.leftOut.size > 0) onLeftOut(pasted.leftOut)
      return pasted.html
    },
    // The words of a first paragraph would go into the empty one, without the place that links of the text lead to.
    transformPasted: (slice, { state: { selection } }) => {
      const isEmpty = selection.empty && selection.$from.parent.content.size === 0
      const isPlace = typeof slice.content.firstChild?.attrs.id === 'string'
      return isEmpty && isPlace ? new Slice(slice.content, 0, slice.openEnd) : slice
    },
  }
}
