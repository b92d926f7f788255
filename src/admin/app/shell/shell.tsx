import { Menu } from 'lucide-react'
import { useStore } from '@nanostores/react'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { $session } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TopBarSlot } from '../../ui/top-bar.tsx'
import { useKeyDown } from '../../ui/use-key-down.ts'
import { MOBILE_QUERY } from '../../ui/use-media-query.ts'
import { LoadingPage } from '../loading.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { MobileDrawer } from './mobile-drawer.tsx'
import { Sidebar } from './sidebar.tsx'
import { useShellActions } from './shell-actions.ts'
import { readSidebarOpen, sidebarCookie } from './sidebar-state.ts'

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)
const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet)

/** The layout of /admin. A spinner after signing out, until the guard of the route has redirected. */
export function AdminLayout() {
  const { status } = useStore($session)
  return status === 'signed-in' ? <Shell /> : <LoadingPage />
}

/** Sidebar, top bar and the current screen. */
function Shell() {
  const [open, setOpen] = useState(() => readSidebarOpen(document.cookie))
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null)
  const actions = useShellActions(() => setOpened('shortcuts'))
  const hasTopBar = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.hasTopBar ?? false })

  const toggle = () => {
    if (matchMedia(MOBILE_QUERY).matches) setDrawerOpen((shown) => !shown)
    else setOpen((shown) => !shown)
  }

  useEffect(() => {
    document.cookie = sidebarCookie(open)
  }, [open])

  useKeyDown((event) => {
    // Preload the palette when Ctrl goes down: K may follow.
    if (event.key === 'Control' || event.key === 'Meta') CommandPalette.preload()
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
          className={`sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-rule bg-paper px-4 md:h-15 md:px-7 ${hasTopBar ? 'md:hidden' : ''}`}
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
          <Outlet />
        </main>
      </div>
      {opened === 'palette' && <CommandPalette actions={actions} onClose={() => setOpened(null)} />}
      {opened === 'shortcuts' && <ShortcutsSheet onClose={() => setOpened(null)} />}
    </div>
  )
}
