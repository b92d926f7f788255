import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Type } from 'lucide-react'
import { useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { can } from '../../../domain/role.ts'
import { type StylesRow, fontsQuery, globalStylesQuery } from '../../data/fonts.ts'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { describeError } from '../../resources/describe-error.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { type ChosenFonts, chosenFonts, FONT_ROLES, isSameChoice, withFonts } from './chosen-fonts.ts'
import { useSaveStyles } from './data/save-styles.ts'
import { FontRoleCard } from './font-role-card.tsx'
import { TypographyPreview } from './typography-preview.tsx'

/** The chosen fonts, and the stored row when the first was chosen. */
interface Choice {
  base: StylesRow | null
  chosen: ChosenFonts
}

/** Which fonts the site uses for what. */
export function StylesScreen() {
  const { role } = useProfile()
  const stored = useQuery(globalStylesQuery)
  const fonts = useQuery(fontsQuery)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [hasConflict, setConflict] = useState(false)
  const saving = useSaveStyles()
  const mayWrite = can(role, 'styles.write')
  const error = stored.error ?? fonts.error
  const row = stored.data
  const isLoading = row === undefined || fonts.data === undefined
  const chosen = choice?.chosen ?? chosenFonts(row ?? null)
  const isDirty = row !== undefined && choice !== null && !isSameChoice(chosen, chosenFonts(row))

  const save = useOneAtATime(async (base: StylesRow | null) => {
    try {
      await saving.mutateAsync({ chosen, base })
      setChoice(null)
      showToast({ title: 'Global styles saved successfully' })
    } catch (failed) {
      if (failed instanceof BackendError && failed.kind === 'conflict') return setConflict(true)
      showToast({
        title: `Save failed: ${describeError(failed, { network: 'No connection' })}`,
        tone: 'destructive',
      })
    }
  })

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ScreenTitle isInTopBar={false}>Global Typography Settings</ScreenTitle>
        <Link to="/admin/fonts" className={buttonClass({ size: 'sm' })}>
          <Type aria-hidden className="size-4" />
          Manage Fonts
        </Link>
      </div>
      {mayWrite && (
        <TopBarActions>
          <Button
            variant="primary"
            isDisabled={isLoading || saving.isPending}
            onPress={() => save(choice === null ? (row ?? null) : choice.base)}
          >
            {saving.isPending ? 'Saving…' : 'Save Changes'}
          </Button>
        </TopBarActions>
      )}
      <UnsavedWarning isDirty={isDirty} />
      {isLoading && error !== null && <LoadError error={error} />}
      {isLoading && error === null && <Loading />}
      {!isLoading && (
        <>
          <div className="grid gap-4 lg:grid-cols-3">
            {FONT_ROLES.map((fontRole) => (
              <FontRoleCard
                key={fontRole}
                role={fontRole}
                fonts={fonts.data}
                value={chosen[fontRole]}
                onChange={(id) =>
                  setChoice({ base: choice?.base ?? row, chosen: { ...chosen, [fontRole]: id } })
                }
                isDisabled={!mayWrite || saving.isPending}
              />
            ))}
          </div>
          {FONT_ROLES.some((fontRole) => chosen[fontRole] !== null) && (
            <TypographyPreview styles={withFonts(chosen, fonts.data)} />
          )}
          <UsageGuide />
          {hasConflict && (
            <ConflictDialog
              noun="the styles"
              onTakeTheirs={() => {
                setConflict(false)
                setChoice(null)
              }}
              onOverwrite={() => {
                setConflict(false)
                save(row)
              }}
              onLater={() => setConflict(false)}
            >
              <p>They were saved after you had opened them. Your choice has not been saved.</p>
            </ConflictDialog>
          )}
        </>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading global styles…</span>
      {FONT_ROLES.map((role) => (
        <Skeleton key={role} className="h-44" />
      ))}
    </div>
  )
}

/** The styles could not be loaded; Try Again reloads the page. */
function LoadError({ error }: { error: Error }) {
  return (
    <Card>
      <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
        <CircleAlert aria-hidden className="size-6 text-brick" />
        <h2 className="font-semibold">Error Loading Global Styles</h2>
        <p className="max-w-prose text-sm text-soft">{error.message || 'An unknown error occurred'}</p>
        <Button onPress={() => location.reload()}>Try Again</Button>
      </div>
    </Card>
  )
}

const ROLES = [
  [
    'Primary',
    'Headings take it where its usage names Header; text takes it where its usage names Body.',
    'Until it has loaded, and for signs it lacks: a sans-serif of the reader’s device.',
  ],
  [
    'Secondary',
    'Text takes it where its usage names Body and the primary font is not for text.',
    'Behind it: a serif of the reader’s device.',
  ],
  [
    'Accent',
    'Buttons take it where its usage names Buttons; labels where its usage names Accent.',
    'Behind it: a monospaced font of the reader’s device.',
  ],
] as const

/** What the three roles do on the site. */
function UsageGuide() {
  return (
    <Card title="Usage Guide">
      <dl className="grid gap-5 md:grid-cols-3">
        {ROLES.map(([name, use, fallback]) => (
          <div key={name}>
            <dt className="mb-1 font-semibold">{name}</dt>
            <dd className="text-sm">{use}</dd>
            <dd className="mt-1 text-sm text-soft">{fallback}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 border-t border-rule pt-4 text-sm text-soft">
        A role without a font leaves the site’s own typefaces in place. The site follows within seconds of
        saving.
      </p>
    </Card>
  )
}
