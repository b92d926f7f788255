import { type Mark, type Schema, Fragment, Slice } from '@tiptap/pm/model'

/**
 * Plain text of the clipboard, with the marks of the place where it is pasted. Where it has empty lines, they part
 * paragraphs and the lines within stay lines, as in a poem or a mail; where it has none, each line is a paragraph.
 */
export function pastedText(text: string, schema: Schema, marks: readonly Mark[]): Slice {
  const whole = text.replace(/\r\n?/g, '\n').replace(/^\n+|\n+$/g, '')
  const hasEmptyLines = /\n[ \t]*\n/.test(whole)
  const blocks = whole.split(hasEmptyLines ? /\n(?:[ \t]*\n)+/ : '\n').map((block) => {
    const lines = block
      .split('\n')
      .flatMap((line, at) => [
        ...(at === 0 ? [] : [schema.node('hardBreak')]),
        ...(line === '' ? [] : [schema.text(line, marks)]),
      ])
    return schema.node('paragraph', null, lines)
  })
  return Slice.maxOpen(Fragment.from(blocks))
}
