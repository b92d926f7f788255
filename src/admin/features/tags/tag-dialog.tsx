import type { Tag } from '../../../domain/sections/tag.ts'
import { JOURNAL_TAGS, SECTIONS } from '../../../magazine/sections.ts'
import { type NamedDialogProps, NamedDialog } from '../../resources/named/named-dialog.tsx'
import { tags } from './tags.ts'

export function TagDialog(props: NamedDialogProps<Tag>) {
  return <NamedDialog {...props} named={tags} noteOnName={journalNote} />
}

function journalNote(before: string | null, name: string): string | null {
  const journal = SECTIONS.find(({ kind }) => kind === 'journal')
  if (journal === undefined || before === null || !JOURNAL_TAGS.includes(before)) return null
  if (name.trim() === before) return null
  return `${journal.title} has a filter button “${before}” for this tag; renamed, it finds no stories.`
}
