import { Editor } from '@tiptap/core'
import { bodyExtensions } from '../../../src/admin/writing/body-schema.ts'
import { htmlOf } from '../../../src/admin/writing/paste/normal-html.ts'
import { pasteProps } from '../../../src/admin/writing/paste/paste.ts'
import { Punctuation } from '../../../src/admin/writing/typing/punctuation.ts'
import { leftOutText } from '../../../src/domain/body/left-out.ts'

/** What an empty text holds after HTML was pasted, as it is stored, and what the notice says was left out. Browser only. */
export function pastedInto(html: string, language: string): { stored: string; notice: string } {
  let notice = ''
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...bodyExtensions, Punctuation.configure({ language: () => language })],
    enablePasteRules: false,
    editorProps: pasteProps(
      () => language,
      (leftOut) => {
        notice = leftOutText(leftOut)
      },
    ),
  })
  editor.view.pasteHTML(html)
  const stored = htmlOf(editor.state.doc)
  editor.destroy()
  return { stored, notice }
}
