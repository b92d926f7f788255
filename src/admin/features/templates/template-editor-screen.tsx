import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BackendError } from '../../../backend/errors.ts'
import { can } from '../../../domain/role.ts'
import { templateQuery } from '../../data/templates.ts'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TemplateEditor } from './template-editor.tsx'

/** The screen of a new template (`templateId` null) and of one that there is. */
export function TemplateEditorScreen({ templateId }: { templateId: string | null }) {
  const { role } = useProfile()
  if (!can(role, 'templates.write')) {
    return (
      <div className="mx-auto max-w-7xl p-4 md:p-7">
        <ScreenTitle>Templates</ScreenTitle>
        <EmptyState title="You don't have permission to manage templates." />
      </div>
    )
  }
  return templateId === null ? <TemplateEditor stored={null} /> : <StoredTemplate id={templateId} />
}

function StoredTemplate({ id }: { id: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(templateQuery(id))
  if (isPending) {
    return (
      <div aria-busy className="mx-auto grid max-w-7xl gap-5 p-4 md:p-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-120" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (data !== undefined) return <TemplateEditor stored={data} />
  if (isError && error instanceof BackendError && (error.kind === 'not-found' || error.kind === 'invalid')) {
    return (
      <EmptyState
        title="This template does not exist (any more)."
        action={
          <Link to="/admin/templates" className={buttonClass()}>
            All Templates
          </Link>
        }
      />
    )
  }
  return <ErrorState title="Failed to load template" onRetry={() => void refetch()} />
}
