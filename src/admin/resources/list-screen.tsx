import type { ReactNode } from 'react'
import { NewButton } from '../ui/new-button.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import type { ListView } from './use-list-screen.ts'

/** The dialog that is open over a list; a null row is a new one. */
export type OpenDialog<Row> = { kind: 'edit'; row: Row | null } | { kind: 'delete'; row: Row }

/** The box of a screen, as wide as all others. */
export function ScreenBox({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7 ${className}`}>{children}</div>
}

/** A screen with a title, a search and a list (`children`, with its dialogs). */
export function ListScreen({
  title,
  screen,
  create,
  children,
}: {
  /** What is listed: 'Tags'. */
  title: string
  screen: Pick<ListView<unknown>, 'query' | 'setText'>
  /** The button for a new row; absent for those who may not create one. */
  create?: { label: string; onPress: () => void; onApproach: () => void } | undefined
  children: ReactNode
}) {
  return (
    <ScreenBox>
      <ScreenTitle>{title}</ScreenTitle>
      {create !== undefined && <NewButton {...create} />}
      <ListSearch title={title} screen={screen} className="md:max-w-md" />
      {children}
    </ScreenBox>
  )
}

/** The search of a list, as a landmark of its own. */
export function ListSearch({
  title,
  screen: { query, setText },
  className = '',
}: {
  title: string
  screen: Pick<ListView<unknown>, 'query' | 'setText'>
  className?: string
}) {
  return (
    <search aria-label={title} className={className}>
      <SearchBox label={`Search ${title.toLowerCase()}`} text={query.text} onText={setText} />
    </search>
  )
}
