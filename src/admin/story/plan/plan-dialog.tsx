import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import {
  type PlanForm,
  type Priority,
  ideaForm,
  PRIORITIES,
  PRIORITY_LABELS,
  planType,
} from '../../../domain/newsroom/plan.ts'
import { type SubjectKind, SUBJECT_NOUNS } from '../../../domain/newsroom/subject.ts'
import { can } from '../../../domain/people/role.ts'
import { useCategoryOptions } from '../category-options.tsx'
import { useColleagues } from '../../data/people/colleagues.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { deleteRow } from '../../data/requests/update-row.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { DayField } from '../../ui/dates/day-field.tsx'
import { FormField, FormTextArea } from '../../ui/fields/form-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { FormSelect } from '../../resources/form-select.tsx'
import { RowFormDialog, savedSinceText, useRowForm } from '../../resources/row-form.tsx'
import {
  type PlanRow,
  type PlanSubject,
  mayChangePlan,
  planQuery,
  planTitle,
  savePlan,
  startStory,
  subjectOf,
} from './plans.ts'
import { OpenButton } from './open-button.tsx'
import { PlanView } from './plan-view.tsx'
import { TaskFields } from './task-fields.tsx'

const PRIORITY_OPTIONS: readonly Option<Priority>[] = PRIORITIES.map((id) => ({
  id,
  label: PRIORITY_LABELS[id],
}))

/** When readers get what is wanted on a day. */
const DAY_NOTES: Readonly<Record<SubjectKind, string>> = {
  story: 'When it is wanted. Readers get it on its publish date.',
  letter: 'When it is wanted. Readers get it when it is sent.',
}

interface PlanDialogProps {
  /** Null for a new one. */
  plan: PlanRow | null
  /** Whether the dialog is over the editor of the story or letter, to which it then does not lead. */
  isInEditor?: boolean
  /** What it is about, where the dialog is opened from there; a new plan without one is an idea. */
  subject?: PlanSubject | null
  /** The day that a new plan is for. */
  day?: string | null
  onClose: () => void
}

/** Plans a story, a letter or an idea: when, who, how urgent, what it is about, and its tasks. */
export function PlanDialog(props: PlanDialogProps) {
  const { plan, onClose } = props
  const me = useProfile()
  const [isDeleting, setDeleting] = useState(false)
  if (plan !== null && !mayChangePlan(me, plan)) return <PlanView plan={plan} onClose={onClose} />
  if (plan !== null && isDeleting) return <DeletePlan plan={plan} onClose={onClose} />
  return <PlanForms {...props} onDelete={() => setDeleting(true)} />
}

function PlanForms({
  plan,
  isInEditor = false,
  subject: openedFrom = null,
  day = null,
  onDelete,
  onClose,
}: PlanDialogProps & { onDelete: () => void }) {
  const me = useProfile()
  const client = useQueryClient()
  const subject = openedFrom ?? (plan === null ? null : subjectOf(plan))
  const isIdea = subject === null
  // Contributors plan what they write themselves.
  const writer = can(me.role, 'articles.edit') ? null : me.id
  const colleagues = useColleagues()
  const categories = useCategoryOptions('No category')
  const rowForm = useRowForm<PlanRow, PlanForm>({
    noun: isIdea ? 'idea' : 'plan',
    newFor: openedFrom?.id ?? null,
    row: plan,
    tokenOf: ({ version }) => version,
    toForm: (row) =>
      row === null
        ? { ...planType.blank(), planned_on: day, person_id: writer }
        : planType.formOf(row, { tasks: row.tasks }),
    type: planType,
    schema: isIdea ? ideaForm : planType.form,
    changes: ['plans'],
    save: (opened, form) => savePlan(opened, form, subject),
    load: (id) => client.fetchQuery({ ...planQuery(id), staleTime: 0 }),
    errorWords: () => ({
      duplicate: `This ${subject?.kind ?? 'story'} has a plan already. Open it to change it.`,
    }),
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const tasks = useController({ control, name: 'tasks' })
  const planned = useController({ control, name: 'planned_on' })
  const person = useWatch({ control, name: 'person_id' })
  const taskErrors = tasks.fieldState.error
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={
        plan === null
          ? isIdea
            ? 'New Idea'
            : `Plan This ${SUBJECT_NOUNS[subject.kind]}`
          : isIdea
            ? 'Idea'
            : 'Plan'
      }
      size="md"
      saveLabel={plan === null && isIdea ? 'Create' : 'Save'}
      conflictText={savedSinceText}
      onClose={onClose}
    >
      {isIdea ? (
        <FormField control={control} name="title" label="Title" isRequired autoFocus />
      ) : (
        <p className="font-serif text-xl [overflow-wrap:anywhere]">{subject.title.trim() || 'Untitled'}</p>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DayField
          label="Planned for"
          value={planned.field.value}
          onChange={planned.field.onChange}
          emptyText="No day yet"
          description={DAY_NOTES[subject?.kind ?? 'story']}
        />
        <FormSelect
          control={control}
          name="person_id"
          label="Writer"
          options={colleagues.options('Nobody yet', person)}
        />
        <PrioritySelect control={control} />
        {isIdea && <FormSelect control={control} name="category_id" label="Category" {...categories} />}
      </div>
      <FormTextArea
        control={control}
        name="brief"
        label="Brief"
        rows={3}
        placeholder="What it is about, how long, who to speak to"
      />
      <TaskFields
        value={tasks.field.value}
        onChange={tasks.field.onChange}
        colleagues={colleagues}
        errorMessage={taskErrors?.message ?? taskErrors?.root?.message}
      />
      {plan !== null && (
        <div className="flex flex-wrap gap-2 border-t border-rule pt-4">
          {!isInEditor && (isIdea ? <BeginButton idea={plan} /> : <OpenButton {...subject} />)}
          <Button variant="ghost" onPress={onDelete}>
            <Trash2 aria-hidden className="size-4" />
            {isIdea ? 'Delete Idea' : 'Remove from the Plan'}
          </Button>
        </div>
      )}
    </RowFormDialog>
  )
}

/** Begins the story of an idea. */
function BeginButton({ idea }: { idea: PlanRow }) {
  const navigate = useNavigate()
  const start = useEntityMutation(['plans', 'articles'], startStory)
  const begin = () =>
    attempt('The story could not be begun', async () => {
      const id = await start.mutateAsync(idea.id)
      await navigate({ to: '/admin/articles/$id/edit', params: { id } })
    })
  return (
    <Button isPending={start.isPending} onPress={() => void begin()}>
      <PenLine aria-hidden className="size-4" />
      Begin the Story
    </Button>
  )
}

function DeletePlan({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const subject = subjectOf(plan)
  return (
    <DeleteDialog
      noun={subject === null ? 'idea' : 'plan'}
      changes={['plans']}
      onDelete={() => deleteRow('plans', plan.id)}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{planTitle(plan)}</p>
      <p className="mt-3">
        {subject === null
          ? 'Its brief and its tasks go with it.'
          : `Its day, brief and tasks go. The ${subject.kind} stays as it is.`}
      </p>
    </DeleteDialog>
  )
}

type PlanControl = ReturnType<typeof useRowForm<PlanRow, PlanForm>>['form']['control']

function PrioritySelect({ control }: { control: PlanControl }) {
  const { field } = useController({ control, name: 'priority' })
  return <Select label="Priority" options={PRIORITY_OPTIONS} value={field.value} onChange={field.onChange} />
}
