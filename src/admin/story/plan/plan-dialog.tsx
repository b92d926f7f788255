import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
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
import { can, canChangePlan } from '../../../domain/people/role.ts'
import { useCategoryOptions } from '../category-options.tsx'
import { useColleagues } from '../../data/people/colleagues.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { deleteRow } from '../../data/requests/update-row.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { DayField } from '../../ui/dates/day-field.tsx'
import { FormField, FormTextArea } from '../../ui/fields/form-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { FormSelect } from '../../resources/form-select.tsx'
import { RowFormDialog, savedSinceText, useRowForm } from '../../resources/row-form.tsx'
import { type PlanRow, planQuery, planTitle, savePlan, startStory } from './plans.ts'
import { PlanView } from './plan-view.tsx'
import { TaskFields } from './task-fields.tsx'

const PRIORITY_OPTIONS: readonly Option<Priority>[] = PRIORITIES.map((id) => ({
  id,
  label: PRIORITY_LABELS[id],
}))

interface PlanDialogProps {
  /** Null for a new one. */
  plan: PlanRow | null
  /** Whether the dialog is over the story's own editor, to which it then does not lead. */
  isInEditor?: boolean
  /** The story of a new plan; null for an idea. */
  story?: { id: string; title: string } | null
  /** The day that a new plan is for. */
  day?: string | null
  onClose: () => void
}

/** Plans a story or an idea: when, who, how urgent, what it is about, and its tasks. */
export function PlanDialog(props: PlanDialogProps) {
  const { plan, onClose } = props
  const me = useProfile()
  const [isDeleting, setDeleting] = useState(false)
  if (plan !== null && !canChangePlan(me, plan)) return <PlanView plan={plan} onClose={onClose} />
  if (plan !== null && isDeleting) return <DeletePlan plan={plan} onClose={onClose} />
  return <PlanForms {...props} onDelete={() => setDeleting(true)} />
}

function PlanForms({
  plan,
  isInEditor = false,
  story = null,
  day = null,
  onDelete,
  onClose,
}: PlanDialogProps & { onDelete: () => void }) {
  const me = useProfile()
  const client = useQueryClient()
  const articleId = plan === null ? (story?.id ?? null) : plan.article_id
  const isIdea = articleId === null
  // Contributors plan what they write themselves.
  const writer = can(me.role, 'articles.edit') ? null : me.id
  const colleagues = useColleagues()
  const categories = useCategoryOptions('No category')
  const rowForm = useRowForm<PlanRow, PlanForm>({
    noun: isIdea ? 'idea' : 'plan',
    newFor: story?.id ?? null,
    row: plan,
    tokenOf: ({ version }) => version,
    toForm: (row) =>
      row === null
        ? { ...planType.blank(), planned_on: day, person_id: writer }
        : planType.formOf(row, { tasks: row.tasks }),
    type: planType,
    schema: isIdea ? ideaForm : planType.form,
    changes: ['plans'],
    save: (opened, form) => savePlan(opened, form, articleId),
    load: (id) => client.fetchQuery({ ...planQuery(id), staleTime: 0 }),
    errorWords: () => ({ duplicate: 'This story has a plan already. Open it to change it.' }),
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
      title={plan === null ? (isIdea ? 'New Idea' : 'Plan This Story') : isIdea ? 'Idea' : 'Plan'}
      size="md"
      saveLabel={plan === null && isIdea ? 'Create' : 'Save'}
      conflictText={savedSinceText}
      onClose={onClose}
    >
      {isIdea ? (
        <FormField control={control} name="title" label="Title" isRequired autoFocus />
      ) : (
        <p className="font-serif text-xl [overflow-wrap:anywhere]">
          {plan?.article?.title || story?.title || 'Untitled'}
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DayField
          label="Planned for"
          value={planned.field.value}
          onChange={planned.field.onChange}
          emptyText="No day yet"
          description="When it is wanted. Readers get it on its publish date."
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
          {!isInEditor && <StoryButton plan={plan} />}
          <Button variant="ghost" onPress={onDelete}>
            <Trash2 aria-hidden className="size-4" />
            {isIdea ? 'Delete Idea' : 'Remove from the Plan'}
          </Button>
        </div>
      )}
    </RowFormDialog>
  )
}

/** Leads to the story of a plan; for an idea, begins the story. */
function StoryButton({ plan }: { plan: PlanRow }) {
  const navigate = useNavigate()
  const start = useEntityMutation(['plans', 'articles'], startStory)
  if (plan.article_id !== null)
    return (
      <Link to="/admin/articles/$id" params={{ id: plan.article_id }} className={buttonClass()}>
        Open the Story
      </Link>
    )
  const begin = () =>
    attempt('The story could not be begun', async () => {
      const id = await start.mutateAsync(plan.id)
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
  const isIdea = plan.article_id === null
  return (
    <DeleteDialog
      noun={isIdea ? 'idea' : 'plan'}
      changes={['plans']}
      onDelete={() => deleteRow('plans', plan.id)}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{planTitle(plan)}</p>
      <p className="mt-3">
        {isIdea
          ? 'Its brief and its tasks go with it.'
          : 'Its day, brief and tasks go. The story stays as it is.'}
      </p>
    </DeleteDialog>
  )
}

type PlanControl = ReturnType<typeof useRowForm<PlanRow, PlanForm>>['form']['control']

function PrioritySelect({ control }: { control: PlanControl }) {
  const { field } = useController({ control, name: 'priority' })
  return <Select label="Priority" options={PRIORITY_OPTIONS} value={field.value} onChange={field.onChange} />
}
