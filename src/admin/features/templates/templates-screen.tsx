import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import type { TemplateSummary } from '../../../domain/template.ts'
import { templatesQuery } from '../../data/templates.ts'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { TemplateCard } from './template-card.tsx'
import { matchingTemplates } from './templates-search.ts'

const route = getRouteApi('/admin/templates')

/** Starting points for stories, as cards, used by contributors and changed by editors. */
export function TemplatesScreen() {
  const { role } = useProfile()
  const { data, isPending, isError, refetch } = useQuery({
    ...templatesQuery,
    enabled: can(role, 'templates.use'),
  })
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
      {!can(role, 'templates.use') ? (
        <EmptyState title="You don't have permission to view templates." />
      ) : isPending ? (
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
