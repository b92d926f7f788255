import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, ImagePlus, LogOut, PanelLeft, Plus, Search } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { can, ROLE_LABELS } from '../../../domain/people/role.ts'
import { articleCountsQuery } from '../../story/articles.ts'
import { newMessageCountQuery } from '../../data/requests/new-messages.ts'
import { signOut } from '../../session/session.ts'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useSiteName } from '../../site-name.ts'
import { type NavGroupLinks, type NavItem, haveTitles, navGroups } from './navigation.ts'
import type { ShellAction } from './shell-actions.ts'

interface SidebarProps {
  /** Icons only, 3rem wide. */
  collapsed: boolean
  onToggle: () => void
  toggleLabel: string
  onSearch: () => void
  actions: readonly ShellAction[]
  /** The notifications' button; null where it is elsewhere. */
  bell: ReactNode
}

export function Sidebar({ collapsed, onToggle, toggleLabel, onSearch, actions, bell }: SidebarProps) {
  const profile = useProfile()
  const groups = navGroups(profile.role)
  const showsTitles = haveTitles(groups)
  const siteName = useSiteName()
  const wordmark = siteName.toLowerCase()
  return (
    <div
      className={`flex h-full flex-col gap-3 overflow-x-hidden overflow-y-auto py-4 ${collapsed ? 'px-1.5' : 'px-3.5'}`}
    >
      <div className={`flex items-center ${collapsed ? 'flex-col gap-2' : 'justify-between pl-3'}`}>
        <Link
          to="/admin"
          title={siteName}
          className="min-w-0 truncate rounded-sm font-serif text-2xl tracking-[-0.03em]"
        >
          <span aria-hidden>
            {collapsed ? Array.from(wordmark)[0] : wordmark}
            <span className="text-madder">.</span>
          </span>
          <span className="sr-only">{siteName}, dashboard</span>
        </Link>
        <div className={`flex shrink-0 items-center ${collapsed ? 'flex-col gap-2' : ''}`}>
          {bell}
          <button
            type="button"
            aria-label={toggleLabel}
            title={`${toggleLabel} (Ctrl+B or ⌘B)`}
            onClick={onToggle}
            className={ICON_BUTTON}
          >
            <PanelLeft aria-hidden className="size-4.5" />
          </button>
        </div>
      </div>
      <SearchBox collapsed={collapsed} onSearch={onSearch} />
      <QuickButtons collapsed={collapsed} />
      <nav aria-label="Admin" className={`flex flex-1 flex-col ${showsTitles ? 'gap-4' : 'gap-0.5'}`}>
        {groups.map((group) => (
          <NavGroup
            key={group.name}
            {...group}
            showsTitle={showsTitles && !collapsed}
            collapsed={collapsed}
          />
        ))}
      </nav>
      <UserBlock collapsed={collapsed} actions={actions} />
    </div>
  )
}

const ICON_BUTTON =
  'flex size-9 shrink-0 items-center justify-center rounded-md text-soft transition-colors duration-200 hover:bg-tint hover:text-ink'

function SearchBox({ collapsed, onSearch }: { collapsed: boolean; onSearch: () => void }) {
  if (collapsed) {
    return (
      <button
        type="button"
        aria-label="Search or jump to"
        title="Search or jump to"
        onClick={onSearch}
        className={ICON_BUTTON}
      >
        <Search aria-hidden className="size-4.5" />
      </button>
    )
  }
  return (
    <button
      type="button"
      onClick={onSearch}
      className="flex min-h-9.5 items-center justify-between rounded-md border border-rule bg-card pr-2 pl-3 text-left text-soft hover:text-ink"
    >
      Search or jump to…
      <kbd className="rounded-sm border border-rule px-1.5 py-0.5 font-sans text-xs" aria-hidden>
        {navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}

function QuickButtons({ collapsed }: { collapsed: boolean }) {
  const { role } = useProfile()
  const look = collapsed ? ICON_BUTTON : `${buttonClass({ size: 'md' })} flex-1 px-2!`
  if (!can(role, 'articles.create') && !can(role, 'media.upload')) return null
  return (
    <div className={`flex gap-2 ${collapsed ? 'flex-col' : ''}`}>
      {can(role, 'articles.create') && (
        <Link to="/admin/articles/new" aria-label="New Article" title="New Article" className={look}>
          <Plus aria-hidden className="size-4" />
          {!collapsed && 'Article'}
        </Link>
      )}
      {can(role, 'media.upload') && (
        <Link to="/admin/media" aria-label="Media" title="Media Library" className={look}>
          <ImagePlus aria-hidden className="size-4" />
          {!collapsed && 'Media'}
        </Link>
      )}
    </div>
  )
}

function NavGroup({
  title,
  items,
  showsTitle,
  collapsed,
}: NavGroupLinks & { showsTitle: boolean; collapsed: boolean }) {
  return (
    <section aria-label={title}>
      {showsTitle && <h2 className="px-3 pb-1.5 text-xs font-semibold tracking-wide text-soft">{title}</h2>}
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => (
          <li key={item.to}>
            <NavLink item={item} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NavLink({ item: { to, label, icon: Icon }, collapsed }: { item: NavItem; collapsed: boolean }) {
  return (
    <Link
      to={to}
      {...(collapsed ? { 'aria-label': label, title: label } : {})}
      activeOptions={{ exact: to === '/admin', includeSearch: false }}
      activeProps={{ className: 'bg-card font-semibold text-ink' }}
      inactiveProps={{ className: 'text-ink/80 hover:bg-tint hover:text-ink' }}
      className={`flex items-center rounded-md transition-colors duration-200 ${collapsed ? 'size-9 justify-center' : 'min-h-9 justify-between px-3'}`}
    >
      {collapsed ? <Icon aria-hidden className="size-4.5" /> : label}
      {!collapsed && to === '/admin/articles' && <ArticleCount />}
      {!collapsed && to === '/admin/messages' && <NewMessageCount />}
    </Link>
  )
}

function NewMessageCount() {
  const { data = 0 } = useQuery(newMessageCountQuery)
  if (data === 0) return null
  return (
    <span className="rounded-full bg-fill-madder px-1.75 text-xs font-semibold text-on-fill">
      {data}
      <span className="sr-only"> new</span>
    </span>
  )
}

function ArticleCount() {
  const { data } = useQuery(articleCountsQuery)
  if (data === undefined) return null
  return (
    <span className="font-normal text-soft">
      {data.all}
      <span className="sr-only"> articles</span>
    </span>
  )
}

/** The shell's actions in the user menu; the sidebar has buttons for the others. */
const MENU_ACTIONS = new Set(['site', 'account', 'public-name', 'shortcuts', 'sign-out-everywhere'])

function UserBlock({ collapsed, actions }: { collapsed: boolean; actions: readonly ShellAction[] }) {
  const profile = useProfile()
  const block = useRef<HTMLDivElement>(null)
  const name = profile.full_name ?? profile.email ?? ''
  const picture = (
    <span
      aria-hidden
      className="flex size-8.5 shrink-0 items-center justify-center rounded-full bg-fill-madder text-xs font-semibold text-on-fill"
    >
      {initials(name)}
    </span>
  )
  return (
    <div
      ref={block}
      className={`flex items-center gap-1 border-t border-rule pt-3.5 ${collapsed ? 'flex-col' : ''}`}
    >
      <Menu
        label="Account"
        anchor={block}
        placement="top"
        actions={actions.filter(({ id }) => MENU_ACTIONS.has(id))}
        trigger={
          collapsed ? (
            <Button className="rounded-full">
              {picture}
              <span className="sr-only">{name}</span>
            </Button>
          ) : (
            <Button className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md py-1 pr-1.5 pl-3 text-left leading-tight hover:bg-tint">
              {picture}
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{name}</span>
                <span className="block text-xs text-soft">{ROLE_LABELS[profile.role]}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" />
            </Button>
          )
        }
      />
      <button
        type="button"
        aria-label="Sign Out"
        title="Sign Out"
        onClick={() => void signOut()}
        className={ICON_BUTTON}
      >
        <LogOut aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}

/** Initials of a name: 'Priya Lindqvist' → 'PL'. Of an e-mail address, its first letter. */
export function initials(name: string): string {
  const words = name.split('@', 1)[0]?.split(/\s+/).filter(Boolean) ?? []
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}
