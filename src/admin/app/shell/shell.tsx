import { useStore } from '@nanostores/react'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Action, can } from '../../../domain/people/role.ts'
import { NotificationsBell } from '../../features/notifications/bell.tsx'
import type { Screen } from '../../routing/admin-route.ts'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { $session } from '../../session/session.ts'
import { useProfile } from '../../session/use-profile.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { isPressed, SHELL_SHORTCUTS } from '../../ui/keys/shortcuts.ts'
import { EmptyState } from '../../ui/layout/states.tsx'
import { ScreenTitle, TopBarSlot } from '../../ui/layout/top-bar.tsx'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { MOBILE_QUERY, useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { LoadingPage } from '../loading.tsx'
import { crumbs } from './navigation.ts'
import { useShellActions } from './shell-actions.ts'
import { Sidebar } from './sidebar.tsx'

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)
const PublicNameDialog = lazyPart(
  async () => (await import('../../features/authors/public-name-dialog.tsx')).PublicNameDialog,
)
const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet)

/** The layout of /admin. A spinner after signing out, until the guard of the route has redirected. */
export function AdminLayout() {
  const { status } = useStore($session)
  return status === 'signed-in' ? <Shell /> : <LoadingPage />
}

/** Narrower windows begin with the folded sidebar. */
const ROOM_FOR_SIDEBAR = '(width >= 64rem)'

/** What opens over any screen. */
type ShellDialog = 'palette' | 'shortcuts' | 'public-name'

function Shell() {
  const [open, setOpen] = useState(
    () => readSidebarOpen(document.cookie) && matchMedia(ROOM_FOR_SIDEBAR).matches,
  )
  const pathname = useLocation({ select: (location) => location.pathname })
  /** The path at which the drawer was opened: another one closes it. */
  const [drawerPath, setDrawerPath] = useState<string | null>(null)
  const drawerOpen = drawerPath === pathname
  const closeDrawer = () => setDrawerPath(null)
  const [opened, setOpened] = useState<ShellDialog | null>(null)
  /** Opens a dialog, which the drawer would cover. */
  const openDialog = (dialog: ShellDialog) => {
    closeDrawer()
    setOpened(dialog)
  }
  const actions = useShellActions(openDialog)
  const screen = useScreen()
  const hasTopBar = screen?.hasTopBar ?? false
  const isMobile = useMediaQuery(MOBILE_QUERY)

  const toggle = () => {
    if (matchMedia(MOBILE_QUERY).matches) setDrawerPath(drawerOpen ? null : pathname)
    else {
      setOpen(!open)
      document.cookie = sidebarCookie(!open)
    }
  }

  useKeyDown((event) => {
    // Preload the palette when Ctrl goes down: K may follow.
    if (event.key === 'Control' || event.key === 'Meta') CommandPalette.preload()
    // In a text editor ctrl+b is bold: what handled the key has prevented its default.
    if (event.defaultPrevented) return
    if (isPressed(SHELL_SHORTCUTS.sidebar, event)) toggle()
    else if (isPressed(SHELL_SHORTCUTS.search, event)) openDialog('palette')
    else if (isPressed(SHELL_SHORTCUTS.list, event)) openDialog('shortcuts')
    else return
    event.preventDefault()
  })

  const search = () => openDialog('palette')

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
          bell={isMobile ? null : <NotificationsBell />}
        />
      </aside>
      <MobileDrawer isOpen={drawerOpen} onClose={closeDrawer}>
        <Sidebar
          collapsed={false}
          onToggle={toggle}
          onSearch={search}
          actions={actions}
          toggleLabel="Close menu"
          bell={null}
        />
      </MobileDrawer>
      <div className={`transition-[padding] duration-200 ${open ? 'md:pl-64' : 'md:pl-12'}`}>
        <header
          className={`sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-rule bg-paper px-4 md:h-15 md:px-7 ${hasTopBar ? 'md:hidden' : ''}`}
        >
          <button
            type="button"
            aria-label="Open menu"
            onClick={() => setDrawerPath(pathname)}
            className="-ml-2 flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-tint md:hidden"
          >
            <Menu aria-hidden className="size-5" />
          </button>
          <Breadcrumbs />
          <TopBarSlot />
          {isMobile && <NotificationsBell />}
        </header>
        <main id="main" tabIndex={-1} className="pb-20 outline-none">
          <PermittedOutlet />
        </main>
      </div>
      {opened === 'palette' && <CommandPalette actions={actions} onClose={() => setOpened(null)} />}
      {opened === 'public-name' && <PublicNameDialog onClose={() => setOpened(null)} />}
      {opened === 'shortcuts' && <ShortcutsSheet onClose={() => setOpened(null)} />}
    </div>
  )
}

/** The declaration of the open screen; undefined on an unknown address. */
function useScreen(): Screen | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
}

/** The open screen, or a message that the role lacks its right. */
function PermittedOutlet() {
  const { role } = useProfile()
  const screen = useScreen()
  if (screen?.needs === undefined || can(role, screen.needs)) return <Outlet />
  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle>{screen.heading ?? screen.title}</ScreenTitle>
      <EmptyState title={missingRightText(screen.needs)} />
    </ScreenBox>
  )
}

/** 'authors.write' as "You don't have permission to manage authors." */
function missingRightText(right: Action): string {
  const [noun = '', action] = right.split('.')
  if (right === 'magazine.import') return "You don't have permission to import."
  if (right === 'magazine.export') return "You don't have permission to export."
  return `You don't have permission to ${action === 'write' ? 'manage' : 'view'} ${noun.replace('-', ' ')}.`
}

/** Breadcrumbs; on phones the current page only. */
export function Breadcrumbs() {
  const screen = useScreen()
  if (screen === undefined) return <div className="flex-1" />
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      {/* One line high: a name of the screen that has no room for a word goes to the second line, which is not seen. Behind the
          empty item at the beginning an only name can do so, too. */}
      <ol className="flex h-6 flex-wrap gap-x-2 overflow-hidden text-sm/6 before:-mr-2 before:h-6">
        {crumbs(screen).map(({ label, to }, index) => (
          <li
            key={label}
            aria-current={to === null ? 'page' : undefined}
            className={
              to === null
                ? 'min-w-0 flex-[1_1_3.5rem] truncate text-base/6 font-semibold md:text-sm/6'
                : 'hidden md:block'
            }
          >
            {index > 0 && (
              <span aria-hidden className="mr-2 font-normal text-soft max-md:hidden">
                /
              </span>
            )}
            {to === null ? (
              label
            ) : (
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className="rounded-sm text-soft hover:text-ink hover:underline"
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The sidebar on phones: a native modal dialog, which brings Escape, focus and the inert page. */
function MobileDrawer({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        // A press beside the drawer or on a link in it closes it.
        const pressed = event.target
        if (pressed === dialog.current || (pressed instanceof Element && pressed.closest('a'))) onClose()
      }}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] -translate-x-full border-r border-rule bg-sidebar p-0 text-ink shadow-raised transition-[translate,display,overlay] transition-discrete duration-200 backdrop:bg-veil open:translate-x-0 md:hidden starting:open:-translate-x-full"
    >
      {isOpen && children}
    </dialog>
  )
}

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60

/** Whether the sidebar is open: yes, unless the cookie says no. `cookies` is `document.cookie`. */
export function readSidebarOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`
}
