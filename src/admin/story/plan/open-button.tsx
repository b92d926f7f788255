import { Link } from '@tanstack/react-router'
import { type Subject, SUBJECT_NOUNS } from '../../../domain/newsroom/subject.ts'
import { buttonClass } from '../../ui/layout/button.tsx'
import { subjectLink } from '../subject-link.ts'

/** Leads to what a plan is about. */
export function OpenButton(subject: Subject) {
  return (
    <Link {...subjectLink(subject)} className={buttonClass()}>
      {`Open the ${SUBJECT_NOUNS[subject.kind]}`}
    </Link>
  )
}
