import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/** What browsers and systems put around the HTML on the clipboard. */
const AROUND = /<meta charset=["']?utf-8["']?\s*\/?>|<\/?html>|<\/?body>|<!--(?:Start|End)Fragment-->/gi

/** The HTML that was copied last. */
export class CopiedText {
  #html = ''

  remember(html: string): void {
    this.#html = html.replace(AROUND, '').trim()
  }

  /** Whether HTML of the clipboard is just that. Marks in it say nothing: anybody can write them. */
  isSame(html: string): boolean {
    return this.#html !== '' && html.replace(AROUND, '').trim() === this.#html
  }
}

/** What the editors of this tab copied last. */
export const copiedText = new CopiedText()

/** Remembers what is copied and cut in the editor, so that it is pasted again unchanged. */
export const RememberCopied = Extension.create({
  name: 'rememberCopied',
  addProseMirrorPlugins: () => [
    new Plugin({
      // Its listeners run after ProseMirror's, which fill the clipboard.
      view: ({ dom }) => {
        const remember = ({ clipboardData }: ClipboardEvent) =>
          copiedText.remember(clipboardData?.getData('text/html') ?? '')
        dom.addEventListener('copy', remember)
        dom.addEventListener('cut', remember)
        return {
          destroy: () => {
            dom.removeEventListener('copy', remember)
            dom.removeEventListener('cut', remember)
          },
        }
      },
    }),
  ],
})
