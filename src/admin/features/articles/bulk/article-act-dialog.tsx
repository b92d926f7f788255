import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { serverClock } from '../../../../backend/server-clock.ts'
import { COMMENT_LIMIT } from '../../../../domain/newsroom/comment.ts'
import type { Tag } from '../../../../domain/sections/tag.ts'
import { useCategoryOptions } from '../../../story/category-options.tsx'
import { findAccount, useAuthorOptions } from '../../../data/people/author-options.ts'
import type { BulkChange } from '../../../data/requests/bulk-change.ts'
import {
  type Person,
  creditRolesQuery,
  foundPeopleQuery,
  personDetail,
} from '../../../story/credits/credit-queries.ts'
import { useNoteDraft } from '../../../story/comments/comment-draft.ts'
import { describeError } from '../../../resources/describe-error.ts'
import { BulkChangeDialog } from '../../../resources/bulk/bulk-change-dialog.tsx'
import type { BulkDialogProps } from '../../../resources/bulk/bulk-acts.tsx'
import { TagPicker } from '../../../story/tag-picker.tsx'
import { useOptionSearch } from '../../../resources/use-option-search.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { ComboBox } from '../../../ui/fields/combo-box.tsx'
import { DayField } from '../../../ui/dates/day-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { useLatestCall } from '../../../ui/keys/use-latest-call.ts'
import type { ArticleAct } from './acts.ts'
import { StoriesToLookAt, useStoriesToLookAt } from './stories-to-look-at.tsx'
import { articleWords } from './words.ts'

type Given = BulkChange['given']
type OnGiven = (given: Given | null) => void

/** The dialog of a bulk act on articles: its fields, and the confirmation. */
export function ArticleActDialog({ act, ids, onDone, onClose }: BulkDialogProps<ArticleAct>) {
  const fields = FIELDS[act]
  const [given, setGiven] = useState<Given | null>(fields === undefined && act !== 'tags' ? {} : null)
  const [tags, setTags] = useState<TagsChange>({ add: [], remove: [] })
  const sent = useNoteDraft('sent-back.many')
  const note = act === 'send back' ? sent.note.trim() : ''
  const toLookAt = useStoriesToLookAt(act === 'publish' ? ids : [])
  const isWarned = toLookAt !== null && toLookAt.length > 0
  const words = articleWords(act, serverClock.now(), { add: namesOf(tags.add), remove: namesOf(tags.remove) })
  return (
    <BulkChangeDialog
      noun={{ one: 'article', many: 'articles' }}
      table="articles"
      ids={ids}
      act={act}
      given={given}
      note={note || undefined}
      words={isWarned ? { ...words, confirm: (count) => `${words.label} ${count} Anyway` } : words}
      warning={isWarned && <StoriesToLookAt stories={toLookAt} />}
      isWarningLoading={toLookAt === null}
      // A note that the writers have been sent cannot be taken back.
      canBeUndone={act !== 'delete for good' && note === ''}
      changes={['articles', 'plans', 'tags', 'categories', 'comment_threads']}
      onDone={() => {
        if (act === 'send back') sent.forget()
        onDone()
      }}
      onClose={onClose}
    >
      {act === 'send back' ? (
        <NoteField note={sent.note} onChange={sent.write} />
      ) : act === 'tags' ? (
        <TagsFields
          tags={tags}
          onChange={(changed) => {
            setTags(changed)
            const { add, remove } = changed
            setGiven(add.length + remove.length === 0 ? null : { add: idsOf(add), remove: idsOf(remove) })
          }}
        />
      ) : (
        fields?.(setGiven)
      )}
    </BulkChangeDialog>
  )
}

const idsOf = (tags: readonly Tag[]) => tags.map(({ id }) => id)
const namesOf = (tags: readonly Tag[]) => tags.map(({ name }) => name)

function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  return (
    <TextArea
      autoFocus
      label="Note to the writers"
      description="It stands first among the comments on each story. Left empty, they go back without one."
      maxLength={COMMENT_LIMIT}
      value={note}
      onChange={onChange}
      rows={4}
    />
  )
}

const FIELDS: Partial<Record<ArticleAct, (onGiven: OnGiven) => ReactNode>> = {
  category: (onGiven) => <CategoryField onGiven={onGiven} />,
  credit: (onGiven) => <CreditFields onGiven={onGiven} />,
  author: (onGiven) => <AuthorField onGiven={onGiven} />,
  plan: (onGiven) => <PlanField onGiven={onGiven} />,
}

/** Tags that articles get and lose. */
interface TagsChange {
  add: readonly Tag[]
  remove: readonly Tag[]
}

function TagsFields({ tags, onChange }: { tags: TagsChange; onChange: (tags: TagsChange) => void }) {
  return (
    <>
      <TagPicker
        label="Add tags"
        tags={tags.add}
        others={tags.remove}
        canMake
        onChange={(add) => onChange({ ...tags, add })}
      />
      <TagPicker
        label="Remove tags"
        tags={tags.remove}
        others={tags.add}
        canMake={false}
        onChange={(remove) => onChange({ ...tags, remove })}
      />
    </>
  )
}

/** The id of the choice of no category, which is a choice unlike none yet. */
const NO_CATEGORY = 'none'

function CategoryField({ onGiven }: { onGiven: OnGiven }) {
  const { options, errorMessage } = useCategoryOptions('No category')
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Select
      label="Category"
      value={chosen}
      options={options.map((option) => ({ ...option, id: option.id ?? NO_CATEGORY }))}
      errorMessage={errorMessage}
      onChange={(id) => {
        setChosen(id)
        onGiven({ category_id: id === NO_CATEGORY ? null : id })
      }}
    />
  )
}

function CreditFields({ onGiven }: { onGiven: OnGiven }) {
  const [person, setPerson] = useState<Person | null>(null)
  const [role, setRole] = useState<string | null>(null)
  const { data: roles = [] } = useQuery(creditRolesQuery)
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: person,
    nameOf: ({ name }) => name,
    query: foundPeopleQuery,
    noneText: 'Nobody of this name',
  })
  const change = (who: Person | null, as: string | null) => {
    setPerson(who)
    setRole(as)
    onGiven(who === null || as === null ? null : { person_id: who.id, role_id: as })
  }
  return (
    <>
      <ComboBox
        label="Person"
        placeholder="Search people…"
        value={person?.id ?? null}
        onChange={(id) => change(items.find((one) => one.id === id) ?? null, role)}
        onSearch={onSearch}
        options={items.map((one) => ({ id: one.id, label: one.name, detail: personDetail(one) }))}
        emptyText={emptyText}
      />
      <Select
        label="Role"
        value={role}
        options={roles.map(({ id, name }) => ({ id, label: name }))}
        onChange={(id) => change(person, id)}
      />
    </>
  )
}

function AuthorField({ onGiven }: { onGiven: OnGiven }) {
  const { options, isLoadingError } = useAuthorOptions(null, useProfile())
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const picked = options.find(({ id }) => id === chosen)
  // The name of the chosen person is not a search.
  const text = typed === picked?.label ? '' : typed.trim().toLowerCase()
  const beginChoice = useLatestCall()
  const choose = async (id: string | null) => {
    const isLatest = beginChoice()
    setChosen(id)
    setFailure(undefined)
    onGiven(null)
    const person = options.find((one) => one.id === id)
    if (person === undefined) return
    try {
      const answer = await findAccount(person)
      if (!isLatest()) return
      if ('account' in answer) onGiven({ author_id: answer.account })
      else setFailure([answer.refusal.title, answer.refusal.description].filter(Boolean).join('. '))
    } catch (error) {
      if (isLatest()) setFailure(describeError(error))
    }
  }
  return (
    <ComboBox
      label="Author"
      placeholder="Select author"
      value={chosen}
      onChange={(id) => void choose(id)}
      onSearch={setTyped}
      options={options
        .filter(
          (person) =>
            person === picked || `${person.name} ${person.email ?? ''}`.toLowerCase().includes(text),
        )
        .map(({ id, label, email }) => ({ id, label, detail: email ?? undefined }))}
      emptyText="No such author"
      errorMessage={failure ?? (isLoadingError ? 'The authors could not be loaded.' : undefined)}
    />
  )
}

function PlanField({ onGiven }: { onGiven: OnGiven }) {
  const [day, setDay] = useState<string | null>(null)
  return (
    <DayField
      label="Planned for"
      value={day}
      emptyText="No day"
      onChange={(chosen) => {
        setDay(chosen)
        onGiven(chosen === null ? null : { planned_on: chosen })
      }}
    />
  )
}
