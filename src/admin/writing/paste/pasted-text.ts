import { type Mark, type Schema, Fragment, Slice } from '@tiptap/pm/model'

/**
 * Plain text of the clipboard, with the marks of the place where it is pasted. Where it has empty lines, they part
 * paragraphs and the lines within stay lines, as in a poem or a mail; where it has none, each line is a paragraph.
 */
export function pastedText(text: string, schema: Schema, marks: readonly Mark[]): Slice {
  const whole = text
    // The signs that Word and other programs write for a new line, and for a new page.
    .replace(/\r\n?|[\v\f\u0085\u2028]/g, '\n')
    .replaceAll('\u2029', '\n\n')
    .replace(/^[\n\ufeff]+|\n+$/g, '')
  const hasEmptyLines = /\n[ \t]*\n/.test(whole)
  const blocks = whole.split(hasEmptyLines ? /\n(?:[ \t]*\n)+/ : '\n').map((block) => {
    const lines = block
      .split('\n')
      .flatMap((line, at) => [
        ...(at === 0 ? [] : [schema.node('hardBreak')]),
        ...(line === '' ? [] : [schema.text(indented(line), marks)]),
      ])
    return schema.node('paragraph', null, lines)
  })
  return Slice.maxOpen(Fragment.from(blocks))
}

/** A line whose indentation readers see, too. */
function indented(line: string): string {
  return line.replace(/^[ \t]+(?=\S)/, (blanks) => blanks.replaceAll('\t', '    ').replaceAll(' ', '\u00a0'))
}
