/** The columns of plans and threads of comments that name what they are about, by its kind. */
export const SUBJECT_COLUMNS = { story: 'article_id', letter: 'letter_id' } as const

export type SubjectKind = keyof typeof SUBJECT_COLUMNS

export const SUBJECT_NOUNS: Readonly<Record<SubjectKind, string>> = { story: 'Story', letter: 'Letter' }

/** What the staff plan and comment on. */
export interface Subject {
  kind: SubjectKind
  id: string
}
