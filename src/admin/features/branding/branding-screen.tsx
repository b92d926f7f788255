import { useQuery } from '@tanstack/react-query'
import type { Branding } from '../../../domain/site/branding.ts'
import { SitePreview } from '../../components/site-preview.tsx'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { useSingleRow } from '../../resources/use-single-row.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { type BrandingRow, brandingChange, brandingQuery, marksOf, writeBranding } from './data/branding.ts'
import { MarkCard } from './mark-card.tsx'

/** The marks of the magazine beside its pages with them. */
export function BrandingScreen() {
  const { data: row, isLoadingError, error, refetch } = useQuery(brandingQuery)
  return (
    <ScreenBox className="max-w-none">
      <ScreenTitle isInTopBar={false}>Branding</ScreenTitle>
      {isLoadingError ? (
        <QueryError title="Failed to load the branding" error={error} refetch={refetch} />
      ) : row === undefined ? (
        <ListSkeleton noun="the branding" count={3} className="h-32" listClassName="grid gap-3 xl:w-104" />
      ) : (
        <BrandingEditor row={row} />
      )}
    </ScreenBox>
  )
}

const isSameBranding = (a: Branding, b: Branding) => JSON.stringify(marksOf(a)) === JSON.stringify(marksOf(b))

function BrandingEditor({ row }: { row: BrandingRow | null }) {
  const stored = marksOf(row)
  const { value, setValue, isDirty, isPending, save, conflict } = useSingleRow({
    ...{ table: 'branding', query: brandingQuery, row, stored, isSame: isSameBranding, write: writeBranding },
    noun: 'Branding',
  })
  const former = row === null ? stored : marksOf(row.former)
  const change = brandingChange(row, value)
  const set = (marks: Partial<Branding>) => setValue({ ...value, ...marks })
  return (
    <>
      <TopBarActions>
        <Button variant="primary" isDisabled={!isDirty} isPending={isPending} onPress={save}>
          {isPending ? 'Saving…' : 'Save Changes'}
        </Button>
      </TopBarActions>
      <UnsavedWarning isDirty={isDirty} />
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {!isDirty && isSameBranding(former, stored) && isSameBranding(value, marksOf(null)) && (
          <span className="text-soft">The magazine has its standard marks.</span>
        )}
        {!isDirty && !isSameBranding(former, stored) && (
          <Button size="sm" onPress={() => setValue(former)}>
            Take Back the Last Change
          </Button>
        )}
        {isDirty && (
          <>
            <Button size="sm" variant="ghost" onPress={() => setValue(null)}>
              Discard Changes
            </Button>
            <PredictionLine changes={[change]} />
          </>
        )}
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <MarkCard
            title="Logo"
            use="At the top of each page, in place of the magazine’s name: up to 220 pixels wide and 40 high. It is read out as the name."
            standard="The Name in Letters"
            value={value.logo}
            isDisabled={isPending}
            onChange={(logo) => set(logo === null ? { logo, logo_dark: null } : { logo })}
          />
          {value.logo !== null && (
            <MarkCard
              title="Logo in Dark"
              use="For readers whose screen is dark. Without one they get the same logo."
              standard="The Same Logo"
              value={value.logo_dark}
              isDark
              isDisabled={isPending}
              onChange={(logo_dark) => set({ logo_dark })}
            />
          )}
          <MarkCard
            title="Icon"
            use="In the tabs of browsers and on the screens of devices. A square: all sizes are made of it."
            standard="The First Letter of the Name"
            value={value.icon}
            isSquare
            isDisabled={isPending}
            onChange={(icon) => set({ icon })}
          />
          <MarkCard
            title="Shared Links"
            use="The picture beside a link to a page that has no picture of its own, cropped to 1200 by 630 pixels. Stories show their own."
            standard="The Name and the Tagline"
            value={value.share_picture}
            takesDrawings={false}
            isDisabled={isPending}
            onChange={(share_picture) => set({ share_picture })}
          />
        </div>
        <SitePreview change={change} what="with these marks" />
      </div>
      {conflict !== null && (
        <ConflictDialog noun="the branding" onChoose={conflict.onChoose}>
          <p>It was saved after you had opened it. Your choice has not been saved.</p>
        </ConflictDialog>
      )}
    </>
  )
}
