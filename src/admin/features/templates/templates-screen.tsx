import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Copy, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { can } from '../../../domain/role.ts'
import { type TemplateForm, type TemplateSummary, resolveTitle } from '../../../domain/template.ts'
import { useEntityMutation } from '../../data/entity-mutation.ts'
import { deleteRow } from '../../data/update-row.ts'
import { categoriesQuery } from '../../data/categories.ts'
import { tagsOfQuery } from '../../data/tags.ts'
import { templateQuery, templatesQuery } from '../../data/templates.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { deleteAction, editAction, RowMenu } from '../../resources/row-menu.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ColorDot } from '../../ui/color-dot.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/top-bar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { showToast } from '../../ui/toast.ts'
import { saveTemplate } from './data/save-template.ts'
import { matchingTemplates } from './templates-search.ts'

const route = getRouteApi('/admin/templates')

/** Starting points for stories, as cards, used by contributors and changed by editors. */
export function TemplatesScreen() {
  const { role } = useProfile()
  const { data, isPending, isError, refetch } = useQuery(templatesQuery)
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7">
      <div>
        <ScreenTitle>Templates</ScreenTitle>
        <p className="mt-1 text-soft">
          Starting points for stories: a title, a body to fill in, a category, tags.
        </p>
      </div>
      {can(role, 'templates.write') && (
        <TopBarActions>
          <NewTemplate primary />
        </TopBarActions>
      )}
      {isPending ? (
        <div aria-busy className="flex flex-col gap-5">
          <Skeleton className="h-9.5 w-full sm:max-w-sm" />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Skeleton className="h-60" />
            <Skeleton className="h-60" />
            <Skeleton className="h-60" />
          </div>
        </div>
      ) : isError ? (
        <ErrorState title="Failed to fetch templates" onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <EmptyState
          title="No templates yet. A template saves the next writer the blank page."
          action={can(role, 'templates.write') && <NewTemplate />}
        />
      ) : (
        <TemplateList templates={data} />
      )}
    </div>
  )
}

function NewTemplate({ primary = false }: { primary?: boolean }) {
  return (
    <Link to="/admin/templates/new" className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}>
      <Plus aria-hidden className="size-4" />
      New Template
    </Link>
  )
}

function TemplateList({ templates }: { templates: readonly TemplateSummary[] }) {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const found = matchingTemplates(templates, q)
  return (
    <>
      <SearchBox
        label="Search templates"
        text={q}
        onText={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
        className="sm:max-w-sm"
      />
      <p role="status" className="sr-only">
        {found.length === 1 ? '1 template' : `${found.length} templates`}
      </p>
      {found.length === 0 ? (
        <EmptyState title={`No template matches “${q}”.`} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((template) => (
            <TemplateCard key={template.id} template={template} all={templates} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A template; a copy of it gets a name that none of `all` has. */
function TemplateCard({ template, all }: { template: TemplateSummary; all: readonly TemplateSummary[] }) {
  const { role } = useProfile()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { id, name, description, title_pattern, category_id, tag_ids } = template
  const category = categories.find((one) => one.id === category_id)
  // The same query for all cards.
  const { data: tags = [] } = useQuery(tagsOfQuery([...new Set(all.flatMap((one) => one.tag_ids))]))
  const tagNames = tags.filter((tag) => tag_ids.includes(tag.id)).map((tag) => tag.name)
  const title = resolveTitle(title_pattern, new Date())
  return (
    <li className="flex flex-col rounded-lg border border-rule bg-card p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-serif text-xl break-words">{name}</h2>
        {can(role, 'templates.write') && <CardMenu template={template} all={all} />}
      </div>
      {description !== null && <p className="mt-1 text-sm text-soft">{description}</p>}
      <dl className="mt-3 mb-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {title !== '' && <Fact term="Title">{title}</Fact>}
        {category !== undefined && (
          <Fact term="Category">
            <span className="inline-flex items-center gap-2">
              <ColorDot color={category.color} />
              {category.name}
            </span>
          </Fact>
        )}
        {tagNames.length > 0 && <Fact term="Tags">{tagNames.join(', ')}</Fact>}
      </dl>
      <Link
        to="/admin/articles/new"
        search={{ template: id }}
        aria-label={`New article from this template: ${name}`}
        className={`${buttonClass()} mt-auto`}
      >
        New Article from This Template
      </Link>
    </li>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function CardMenu({ template, all }: { template: TemplateSummary; all: readonly TemplateSummary[] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const saving = useEntityMutation(['templates'], (form: TemplateForm) => saveTemplate(null, form))
  const { id, name } = template

  const duplicate = async () => {
    try {
      const [whole, { duplicateOf }] = await Promise.all([
        client.fetchQuery({ ...templateQuery(id), staleTime: 0 }),
        // Loads the editor, which normalises the body.
        import('./duplicate.ts'),
      ])
      const form = duplicateOf(
        whole,
        all.map((other) => other.name),
      )
      await saving.mutateAsync(form)
      showToast({ title: 'Template duplicated', description: form.name })
    } catch (error) {
      toastError('Failed to duplicate template', error)
    }
  }

  return (
    <>
      <RowMenu
        name={name}
        className="-mt-1.5 -mr-1.5"
        actions={[
          editAction(() => void navigate({ to: '/admin/templates/$id', params: { id } })),
          { id: 'duplicate', label: 'Duplicate', icon: Copy, onAction: () => void duplicate() },
          deleteAction(() => setDeleting(true)),
        ]}
      />
      {isDeleting && (
        <DeleteDialog
          noun="template"
          title={`Delete “${name}”?`}
          changes={['templates']}
          onDelete={() => deleteRow('article_templates', id)}
          onClose={() => setDeleting(false)}
        >
          Are you sure you want to delete this template? Articles that were started from it stay as they are.
        </DeleteDialog>
      )}
    </>
  )
}
