/** The parts of the magazine's own texts (domain/site/texts.ts). A file without imports: scripts of pages have it. */

/** The parts of a heading. What stands between asterisks is emphasised. */
export function emphasisParts(text: string): { text: string; isEmphasised: boolean }[] {
  return text
    .split(/\*([^*]+)\*/)
    .map((part, place) => ({ text: part, isEmphasised: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The paragraphs of a longer text. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).flatMap((part) => part.trim() || [])
}

/** The lines of a list. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((part) => part.trim() || [])
}
