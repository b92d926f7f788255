import { Menu } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMatches } from '@tanstack/react-router'
import { TopBarSlot } from '../../ui/top-bar.tsx'
import { useKeyDown } from '../../ui/use-key-down.ts'
import { MOBILE_QUERY } from '../../ui/use-media-query.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { MobileDrawer } from './mobile-drawer.tsx'
import { Sidebar } from './sidebar.tsx'
import { useShellActions } from './shell-actions.ts'
import { readSidebarOpen, sidebarCookie } from './sidebar-state.ts'

async function loadPalette() {
  const { CommandPalette } = await import('./command-palette.tsx')
  return { default: CommandPalette }
}
const CommandPalette = lazy(loadPalette)

const ShortcutsSheet = lazy(async () => {
  const { ShortcutsSheet } = await import('./shortcuts-sheet.tsx')
  return { default: ShortcutsSheet }
})

/** Routes that bring a top bar of their own; on a phone the shell's stays, for its menu. */
const OWN_TOP_BAR = new Set(['/admin/articles/new', '/admin/articles/$id/edit'])

/** Sidebar, top bar and the place for a screen. */
export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(() => readSidebarOpen(document.cookie))
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null)
  const actions = useShellActions(() => setOpened('shortcuts'))
  const ownTopBar = useMatches({ select: (matches) => OWN_TOP_BAR.has(matches.at(-1)?.fullPath ?? '') })

  const toggle = () => {
    if (matchMedia(MOBILE_QUERY).matches) setDrawerOpen((shown) => !shown)
    else setOpen((shown) => !shown)
  }

  useEffect(() => {
    document.cookie = sidebarCookie(open)
  }, [open])

  useKeyDown((event) => {
    // Whoever holds ctrl may press k next, and types on at once.
    if (event.key === 'Control' || event.key === 'Meta') void loadPalette()
    // In a text editor ctrl+b is bold: what handled the key has prevented its default.
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = event.key.toLowerCase()
    if (key !== 'b' && key !== 'k' && key !== '/') return
    event.preventDefault()
    if (key === 'b') toggle()
    else setOpened(key === 'k' ? 'palette' : 'shortcuts')
  })

  const search = () => {
    setDrawerOpen(false)
    setOpened('palette')
  }

  return (
    <div className="min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-fill px-4 py-2 text-on-fill focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        data-state={open ? 'expanded' : 'collapsed'}
        className={`fixed inset-y-0 left-0 z-30 hidden border-r border-rule bg-sidebar transition-[width] duration-200 md:block ${open ? 'w-64' : 'w-12'}`}
      >
        <Sidebar
          collapsed={!open}
          onToggle={toggle}
          onSearch={search}
          actions={actions}
          toggleLabel={open ? 'Collapse sidebar' : 'Expand sidebar'}
        />
      </aside>
      <MobileDrawer isOpen={drawerOpen} onClose={() => setDrawerOpen(false)}>
        <Sidebar
          collapsed={false}
          onToggle={toggle}
          onSearch={search}
          actions={actions}
          toggleLabel="Close menu"
        />
      </MobileDrawer>
      <div className={`transition-[padding] duration-200 ${open ? 'md:pl-64' : 'md:pl-12'}`}>
        <header
          className={`sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-rule bg-paper px-4 md:h-15 md:px-7 ${ownTopBar ? 'md:hidden' : ''}`}
        >
          <button
            type="button"
            aria-label="Open menu"
            onClick={() => setDrawerOpen(true)}
            className="-ml-2 flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-tint md:hidden"
          >
            <Menu aria-hidden className="size-5" />
          </button>
          <Breadcrumbs />
          <TopBarSlot />
        </header>
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
      <Suspense>
        {opened === 'palette' && <CommandPalette actions={actions} onClose={() => setOpened(null)} />}
        {opened === 'shortcuts' && <ShortcutsSheet onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  )
}
