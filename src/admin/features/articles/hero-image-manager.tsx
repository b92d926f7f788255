import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { can } from '../../../domain/people/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'

const HeroImageList = lazyPart(
  async () => (await import('./hero-image-list.tsx')).HeroImageList,
  () => <Skeleton className="h-40" />,
)

/** Sets or removes the image of an article without opening it; closed until it is needed. */
export function HeroImageManager() {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const { role } = useProfile()
  if (!can(role, 'articles.edit')) return null
  return (
    <section className="rounded-lg border border-rule bg-card">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen((shown) => !shown)}
          className="flex w-full items-center gap-2 rounded-lg px-4 py-3 text-left text-sm font-semibold"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 text-soft transition-transform duration-200 ${open ? 'rotate-90' : ''}`}
          />
          Hero Image Manager
        </button>
      </h2>
      <div id={panelId} hidden={!open} className="border-t border-rule p-4">
        {open && <HeroImageList />}
      </div>
    </section>
  )
}
