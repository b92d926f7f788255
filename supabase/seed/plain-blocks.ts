export type PlainBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  /** `text` includes its quotation marks. */
  | { kind: 'quote'; text: string; speaker: string | null }

/** Parses the plain text of stories (`##`, `###`, quotations of one line) into blocks. */
export function plainBlocks(body: string): PlainBlock[] {
  return body
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(/\s*\n\s*/g, ' '))
    .filter((text) => text !== '')
    .map(toBlock)
}

function toBlock(text: string): PlainBlock {
  const [, marks, heading] = /^(#{2,3}) +(.+)$/.exec(text) ?? []
  if (marks !== undefined && heading !== undefined) {
    return { kind: 'heading', level: marks === '##' ? 2 : 3, text: heading }
  }
  if (!/^["“]/.test(text) || !text.includes('—')) return { kind: 'paragraph', text }
  const [, words, speaker] = /^(["“].*["”])\s*—\s*(.+)$/.exec(text) ?? []
  return { kind: 'quote', text: words ?? text, speaker: speaker ?? null }
}

/** The runs of a line, with `**bold**` as a mark. */
export function boldRuns(text: string): { text: string; bold: boolean }[] {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((run, index) => ({ text: run, bold: index % 2 === 1 }))
    .filter((run) => run.text !== '')
}
