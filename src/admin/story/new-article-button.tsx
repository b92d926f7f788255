import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, LayoutTemplate, Plus } from 'lucide-react'
import { Button, buttonClass } from '../ui/layout/button.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { templatesQuery } from './templates.ts'

/** Starts an article; where there are templates, a menu beside it starts one from a template. */
export function NewArticleButton() {
  const navigate = useNavigate()
  const { data: templates = [], isPending } = useQuery(templatesQuery)
  // A press would miss a link that moves when they come.
  const joined = isPending || templates.length > 0
  return (
    <span className="inline-flex">
      <Link
        to="/admin/articles/new"
        className={`${buttonClass({ variant: 'primary' })} ${joined ? 'rounded-r-none' : ''}`}
      >
        <Plus aria-hidden className="size-4" />
        New Article
      </Link>
      {joined && (
        <Menu
          label="From a template…"
          trigger={
            <Button
              variant="primary"
              size="icon"
              aria-label="From a template…"
              isDisabled={isPending}
              className="rounded-l-none border-l-on-fill/40"
            >
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          }
          actions={templates.map(({ id, name }) => ({
            id,
            label: name,
            icon: LayoutTemplate,
            onAction: () => void navigate({ to: '/admin/articles/new', search: { template: id } }),
          }))}
        />
      )}
    </span>
  )
}
