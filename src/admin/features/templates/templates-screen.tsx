import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Plus } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import { can } from '../../../domain/people/role.ts'
import { type TemplateForm, type TemplateSummary, resolveTitle } from '../../../domain/story/template.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { deleteRow } from '../../data/requests/update-row.ts'
import { type PagedQuery, pagedSearchSchema, toPagedQuery } from '../../data/requests/list-search.ts'
import { categoriesQuery } from '../../story/categories.ts'
import { tagsOfQuery } from '../../story/tags.ts'
import { templateQuery, templatesQuery } from '../../story/templates.ts'
import { useActs } from '../../resources/acts.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { ListResults, ListSearch, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { DELETE, EDIT, RowMenu } from '../../resources/row-menu.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { buttonClass } from '../../ui/layout/button.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ColorDot } from '../../ui/layout/color-dot.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import { saveTemplate } from './data/save-template.ts'
import { templatesPage } from './templates-search.ts'

/** All templates are loaded once; searched and paged in the browser. */
const listQuery = (query: PagedQuery) => ({
  ...templatesQuery,
  select: (templates: TemplateSummary[]) => templatesPage(templates, query),
})

/** Starting points for stories, as cards, used by contributors and changed by editors. */
export function TemplatesScreen() {
  const mayWrite = can(useProfile().role, 'templates.write')
  const screen = useListScreen(pagedSearchSchema, toPagedQuery, listQuery)
  return (
    <ScreenBox className="@container">
      <div>
        <ScreenTitle>Templates</ScreenTitle>
        <p className="text-soft md:mt-1">
          Starting points for stories: a title, a body to fill in, a category, tags.
        </p>
      </div>
      {mayWrite && (
        <TopBarActions>
          <NewTemplate primary />
        </TopBarActions>
      )}
      <ListSearch title="Templates" screen={screen} className="md:max-w-md" />
      <ListResults
        screen={screen}
        noun="templates"
        emptyTitle="No templates yet. A template saves the next writer the blank page."
        emptyAction={mayWrite && <NewTemplate />}
        noMatchTitle={`No template matches “${screen.query.text}”.`}
        skeleton={{ count: 6, className: 'h-60', listClassName: GRID }}
      >
        {(templates) => (
          <ul aria-label="Templates" className={GRID}>
            {templates.map((template) => (
              <TemplateCard key={template.id} template={template} />
            ))}
          </ul>
        )}
      </ListResults>
    </ScreenBox>
  )
}

const GRID = 'grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3'

function NewTemplate({ primary = false }: { primary?: boolean }) {
  return (
    <Link to="/admin/templates/new" className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}>
      <Plus aria-hidden className="size-4" />
      New Template
    </Link>
  )
}

function TemplateCard({ template }: { template: TemplateSummary }) {
  const { role } = useProfile()
  const { data: all = [] } = useQuery(templatesQuery)
  const { data: categories } = useQuery(categoriesQuery)
  const { id, name, description, title_pattern, category_id, tag_ids } = template
  const category = categories?.find((one) => one.id === category_id)
  const hasCategory = category_id !== null && (categories === undefined || category !== undefined)
  // The same query for all cards.
  const { data: tags } = useQuery(tagsOfQuery([...new Set(all.flatMap((one) => one.tag_ids))]))
  const tagNames = tags?.filter((tag) => tag_ids.includes(tag.id)).map((tag) => tag.name)
  const hasTags = tag_ids.length > 0 && tagNames?.length !== 0
  const title = resolveTitle(title_pattern, serverClock)
  return (
    <li className="flex flex-col rounded-lg border border-rule bg-card p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-serif text-xl break-words">{name}</h2>
        {can(role, 'templates.write') && <CardMenu template={template} all={all} />}
      </div>
      {description !== null && <p className="mt-1 text-sm text-soft">{description}</p>}
      <FactList layout="columns" className="mt-3 mb-4">
        {title !== '' && <Fact name="Title">{title}</Fact>}
        {hasCategory && (
          <Fact name="Category">
            {category === undefined ? (
              <Skeleton className="h-4 w-24" />
            ) : (
              <span className="inline-flex items-center gap-2">
                <ColorDot color={category.color} />
                {category.name}
              </span>
            )}
          </Fact>
        )}
        {hasTags && <Fact name="Tags">{tagNames?.join(', ') ?? <Skeleton className="h-4 w-24" />}</Fact>}
      </FactList>
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

/** The menu of a template's card. A copy gets a name that none of `all` has. */
function CardMenu({ template, all }: { template: TemplateSummary; all: readonly TemplateSummary[] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const saving = useEntityMutation(['templates'], (form: TemplateForm) => saveTemplate(null, form))
  const { id, name } = template

  const duplicate = useOneAtATime(async () => {
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
      toastError('Failed to duplicate template', error, {
        duplicate: 'Another template has just got the name of the copy. Please try again.',
      })
    }
  })

  const { actions, dialog } = useActs([
    { ...EDIT, run: () => void navigate({ to: '/admin/templates/$id', params: { id } }) },
    { id: 'duplicate', label: 'Duplicate', icon: Copy, run: duplicate },
    {
      ...DELETE,
      ask: (close) => (
        <DeleteDialog
          noun="template"
          title={`Delete “${name}”?`}
          changes={['templates']}
          onDelete={() => deleteRow('article_templates', id)}
          onClose={close}
        >
          Are you sure you want to delete this template? Articles that were started from it stay as they are.
        </DeleteDialog>
      ),
    },
  ])

  return (
    <>
      <RowMenu name={name} className="-mt-1.5 -mr-1.5" actions={actions} />
      {dialog}
    </>
  )
}
