import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Tag, isSameTagName, tagType } from '../../../../domain/sections/tag.ts'
import { FactsField } from '../../../story/facts/facts-field.tsx'
import { CreditsEditor } from '../../../story/credits/credits-editor.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { findAccount, useAuthorOptions } from '../../../data/people/author-options.ts'
import { useCategoryOptions } from '../../../story/category-options.tsx'
import {
  creditAccount,
  creditRolesQuery,
  personOfAccountQuery,
} from '../../../story/credits/credit-queries.ts'
import { entityKey } from '../../../data/requests/entity-mutation.ts'
import { addTag, tagOptions, tagsOfQuery, useFoundTags } from '../../../story/tags.ts'
import { attempt, describeError, toastError } from '../../../resources/describe-error.ts'
import { FieldComments } from '../../../story/comments/place-comments.tsx'
import { PlanCard } from '../../../story/plan/plan-card.tsx'
import { useProfile } from '../../../session/use-profile.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DateTimeField } from '../../../ui/dates/date-time-field.tsx'
import { formatDateTime } from '../../../ui/dates/format.ts'
import { lazyPart } from '../../../ui/layout/lazy-part.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TagBox, TagChips } from '../../../ui/fields/tag-box.tsx'
import { showToast } from '../../../ui/overlays/toast.ts'
import { useLatestCall } from '../../../ui/keys/use-latest-call.ts'
import { fieldId, useEditingSession, useField, useSaveState } from '../use-editing-session.ts'
import { FeaturedImageCard, GalleryCard } from './picture-cards.tsx'
import { ReadingsLine } from './readings-line.tsx'

/** The cards beside the writing surface, which stay in sight and scroll by themselves, or in a sheet. */
export function Sidebar() {
  return (
    <div
      data-sidebar
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 @md:grid-cols-2 @4xl:sticky @4xl:top-[calc(var(--toolbar-top)+1rem)] @4xl:-m-1 @4xl:max-h-[calc(100dvh-var(--toolbar-top)-1.5rem)] @4xl:grid-cols-1 @4xl:self-start @4xl:overflow-y-auto @4xl:p-1"
    >
      <ChecksCard />
      <PublishCard />
      <StoryPlan />
      <AuthorCard />
      <CreditsCard />
      <CategoryCard />
      <TagsCard />
      <FeaturedImageCard />
      <GalleryCard />
      <FactsCard />
    </div>
  )
}

const ChecksCard = lazyPart(
  async () => (await import('../checks/checks-card.tsx')).ChecksCard,
  () => (
    <Card className="@md:col-span-2 @4xl:col-span-1">
      <Skeleton className="h-11" />
    </Card>
  ),
)

const HistoryDialog = lazyPart(async () => (await import('../history/history-dialog.tsx')).HistoryDialog)

/** Featured, the publish date and auto-save. A contributor neither features nor publishes. */
function PublishCard() {
  const { session, isEditor } = useEditingSession()
  const featured = useField('featured')
  const publishedAt = useField('published_at')
  const autoSave = useSaveState((state) => state.autoSave)
  return (
    <Card title="Publish Settings">
      <div className="flex flex-col gap-3.5">
        {isEditor && <Switch label="Featured Article" isSelected={featured.value} onChange={featured.set} />}
        {isEditor ? (
          <DateTimeField
            label="Publish Date"
            hideLabel
            value={publishedAt.value}
            onChange={publishedAt.set}
            emptyText="Publish immediately"
          />
        ) : (
          <p className="text-sm text-soft">
            An editor publishes the article once you have submitted it.
            {publishedAt.value !== null && ` Its publish date is ${formatDateTime(publishedAt.value)}.`}
          </p>
        )}
        <Switch
          label="Auto-save"
          isSelected={autoSave}
          onChange={(on) => session.dispatch({ type: 'set-auto-save', on })}
        />
        <HistoryButton />
        {isEditor && <ReadingsLine />}
      </div>
    </Card>
  )
}

/** Absent for an article that was never saved. */
function StoryPlan() {
  const id = useSaveState((state) => state.saved?.id ?? null)
  const title = useField('title').value
  const owner = useField('author_id').value
  return id === null ? null : <PlanCard subject={{ kind: 'story', id, title, owner }} isInEditor />
}

/** Opens the history; absent for an article that was never saved. */
function HistoryButton() {
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  const [isOpen, setOpen] = useState(false)
  if (articleId === null) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <History aria-hidden className="size-4" />
        History
      </Button>
      {isOpen && <HistoryDialog articleId={articleId} onClose={() => setOpen(false)} />}
    </>
  )
}

function CategoryCard() {
  const { value, set } = useField('category_id')
  return (
    <Card title="Category" aside={<FieldComments field="category_id" />}>
      <div id={fieldId('category_id')}>
        <Select
          {...useCategoryOptions('No category')}
          label="Category"
          hideLabel
          value={value}
          onChange={set}
        />
      </div>
    </Card>
  )
}

/** Author of the article; contributors cannot change it. */
function AuthorCard() {
  const { isEditor } = useEditingSession()
  const me = useProfile()
  const { value, set } = useField('author_id')
  const beginChoice = useLatestCall()
  const { options: people, isLoadingError } = useAuthorOptions(value, me)
  const options = people.map(({ id, name, label, imageUrl }) => ({
    id,
    label,
    adornment: <Portrait name={name} imageUrl={imageUrl} className="size-6 text-xs" />,
  }))
  if (!isEditor) {
    const own = options.find(({ id }) => id === me.id)
    return (
      <Card title="Author">
        <p className="flex items-center gap-2.5">
          {own?.adornment}
          {own?.label}
        </p>
      </Card>
    )
  }
  const choose = async (id: string | null) => {
    const isLatest = beginChoice()
    const person = people.find((one) => one.id === id)
    if (person === undefined) return set(null)
    await attempt('The author could not be changed', async () => {
      const found = await findAccount(person)
      if (!isLatest()) return
      if ('account' in found) set(found.account)
      else showToast({ ...found.refusal, tone: 'destructive' })
    })
  }
  return (
    <Card title="Author">
      <Select
        label="Author"
        hideLabel
        value={value}
        onChange={(id) => void choose(id)}
        errorMessage={isLoadingError ? 'The authors could not be loaded.' : undefined}
        options={[...options, { id: null, label: 'No author' }]}
      />
    </Card>
  )
}

/** What is known of the house that the article is about. */
function FactsCard() {
  const { value, error, set } = useField('facts')
  return (
    <Card title="House Facts" aside={<FieldComments field="facts" />}>
      <FactsField id={fieldId('facts')} value={value} onChange={set} errorMessage={error} />
    </Card>
  )
}

/** The people of the article with their roles. Without any, its author's person is shown as the writer. */
function CreditsCard() {
  const { isEditor } = useEditingSession()
  const { value, error, set } = useField('credits')
  const { value: authorId } = useField('author_id')
  const client = useQueryClient()
  const { data: author = null } = useQuery(personOfAccountQuery(authorId))
  const { data: roles = [] } = useQuery(creditRolesQuery)
  const words = roles.find(({ is_words }) => is_words)
  const creditOwner = async () => {
    const known = await client.ensureQueryData(creditRolesQuery)
    const role = known.find(({ is_words }) => is_words)
    const person = author?.id ?? (authorId && (await creditAccount(authorId)))
    return person && role ? [{ person_id: person, role_id: role.id }] : []
  }
  const hasWriter = value.length === 0 || value.some(({ role_id }) => role_id === words?.id)
  return (
    <Card title="Credits" aside={<FieldComments field="credits" />}>
      <div id={fieldId('credits')} className="flex flex-col gap-3">
        {value.length === 0 && (
          <p className="text-sm text-soft">The author is named as the writer until you add people.</p>
        )}
        {!hasWriter && words && (
          <p className="text-sm text-soft">{`Nobody has the role “${words.name}”: the story names no writer.`}</p>
        )}
        <CreditsEditor
          value={value}
          onChange={set}
          creditOwner={creditOwner}
          mayAddPeople={isEditor}
          onError={(failure) => toastError('Failed to add person', failure)}
        />
        {error && <p className="text-sm text-madder">{error}</p>}
      </div>
    </Card>
  )
}

/** Tags of the article, with a box to find or create one. */
function TagsCard() {
  const { session } = useEditingSession()
  const { value: chosen, set } = useField('tag_ids')
  const { data: known = [] } = useQuery(tagsOfQuery(chosen))
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [adding, setAdding] = useState(0)
  const { tags: found } = useFoundTags(text)
  const box = useRef<HTMLInputElement>(null)
  const shown = chosen.flatMap((id) => known.find((tag) => tag.id === id) ?? [])
  const free = found.filter(({ id }) => !chosen.includes(id))

  const choose = (tag: Tag) => {
    // Read the current state: a tag may have been created while another was chosen.
    const { tag_ids } = session.state.form
    if (tag_ids.includes(tag.id)) return
    const ids = [...tag_ids, tag.id]
    // A known tag shows its chip without a request.
    const tags = queryClient.getQueryData(tagsOfQuery(tag_ids).queryKey)
    if (tags !== undefined) queryClient.setQueryData(tagsOfQuery(ids).queryKey, [...tags, tag])
    set(ids)
  }

  const add = async () => {
    const name = text.replace(/\s+/g, ' ').trim()
    if (name === '') return
    // Clear the box while the tag is created.
    setText('')
    setAdding((count) => count + 1)
    try {
      const tag = await addTag(name)
      await queryClient.invalidateQueries({ queryKey: entityKey('tags'), refetchType: 'none' })
      choose(tag)
      showToast({
        title: 'Tag added successfully',
        ...(isSameTagName(tag.name, name)
          ? {}
          : { description: `It is “${tag.name}”, whose address “${name}” would have too.` }),
      })
    } catch (error) {
      console.error(error)
      setText((typed) => (typed === '' ? name : typed))
      showToast({ title: 'Failed to add tag', description: describeError(error), tone: 'destructive' })
    } finally {
      setAdding((count) => count - 1)
    }
  }

  return (
    <Card title="Tags" aside={<FieldComments field="tag_ids" />}>
      <div id={fieldId('tag_ids')} className="flex flex-col gap-3">
        <TagChips
          label="Tags of this article"
          tags={shown}
          onRemove={(removed) => set(session.state.form.tag_ids.filter((id) => id !== removed))}
        />
        <div className="flex gap-2">
          <TagBox
            label="Add a tag"
            hideLabel
            placeholder="Add a tag, Enter"
            options={text.trim() === '' ? [] : tagOptions(free, text)}
            text={text}
            onText={setText}
            onChoose={(id) => {
              const tag = found.find((one) => one.id === id)
              if (tag === undefined) return
              setText('')
              choose(tag)
            }}
            onEnter={async () => {
              await add()
              return true
            }}
            maxLength={tagType.fields.name.max}
            inputRef={box}
            className="flex-1"
          />
          <Button
            isDisabled={text.trim() === ''}
            isPending={adding > 0}
            onPress={() => {
              // Clearing the box disables the button, which would lose the focus.
              box.current?.focus()
              void add()
            }}
          >
            Add
          </Button>
        </div>
      </div>
    </Card>
  )
}
