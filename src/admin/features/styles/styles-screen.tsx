import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Type } from 'lucide-react'
import { useState } from 'react'
import {
  type Font,
  type TypographyStyles,
  isUsedAs,
  ROLE_USAGES,
  typographyCss,
} from '../../../domain/media/font.ts'
import { can } from '../../../domain/people/role.ts'
import { FontSample, FontTags } from '../../components/font-sample.tsx'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { type StylesRow, fontsQuery, globalStylesQuery } from '../../data/files/fonts.ts'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { describeError } from '../../resources/describe-error.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { useSaveOnto } from '../../resources/use-save-onto.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import {
  type FontChoice,
  type FontRole,
  chosenFonts,
  FONT_ROLES,
  isSameChoice,
  useSaveStyles,
  withFonts,
} from './chosen-fonts.ts'

export function StylesScreen() {
  const { role } = useProfile()
  const stored = useQuery(globalStylesQuery)
  const fonts = useQuery(fontsQuery)
  const mayWrite = can(role, 'styles.write')
  const error = stored.error ?? fonts.error
  const row = stored.data
  const isLoading = row === undefined || fonts.data === undefined
  const { chosen, choose, isDirty, isPending, save, conflict } = useStylesEdit(row)

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ScreenTitle isInTopBar={false}>Global Typography Settings</ScreenTitle>
        {mayWrite && isDirty && (
          <PredictionLine changes={[{ table: 'global_styles', id: row?.id ?? null, row: chosen }]} />
        )}
      </div>
      <TopBarActions>
        <Link to="/admin/fonts" className={buttonClass()}>
          <Type aria-hidden className="size-4" />
          <span className="max-md:sr-only">Manage Fonts</span>
        </Link>
        {mayWrite && (
          <Button variant="primary" isDisabled={isLoading} isPending={isPending} onPress={save}>
            {isPending ? 'Saving…' : 'Save Changes'}
          </Button>
        )}
      </TopBarActions>
      <UnsavedWarning isDirty={isDirty} />
      {isLoading && error !== null && (
        <Card>
          <ErrorState
            title="Error Loading Global Styles"
            level={2}
            detail={describeError(error, { otherwise: 'An unknown error occurred' })}
            onRetry={() => location.reload()}
          />
        </Card>
      )}
      {isLoading && error === null && (
        <ListSkeleton
          noun="global styles"
          count={3}
          className="h-44"
          listClassName="grid gap-4 lg:grid-cols-3"
        />
      )}
      {!isLoading && (
        <>
          {fonts.data.length === 0 && (
            <p className="text-soft">
              There are no fonts to choose from yet. They are uploaded under{' '}
              <Link to="/admin/fonts" className="text-prussian underline">
                Manage Fonts
              </Link>
              .
            </p>
          )}
          <div className="grid gap-4 lg:grid-cols-3">
            {FONT_ROLES.map((fontRole) => (
              <FontRoleCard
                key={fontRole}
                role={fontRole}
                fonts={fonts.data}
                value={chosen[`${fontRole}_font_id`]}
                onChange={(id) => choose(fontRole, id)}
                isDisabled={!mayWrite || isPending}
              />
            ))}
          </div>
          {FONT_ROLES.some((fontRole) => chosen[`${fontRole}_font_id`] !== null) && (
            <TypographyPreview styles={withFonts(chosen, fonts.data)} />
          )}
          <UsageGuide />
          {conflict !== null && (
            <ConflictDialog noun="the styles" onChoose={conflict.onChoose}>
              <p>They were saved after you had opened them. Your choice has not been saved.</p>
            </ConflictDialog>
          )}
        </>
      )}
    </div>
  )
}

/** The choice of fonts that is not saved yet, its save, and the question when somebody else has saved theirs. */
function useStylesEdit(row: StylesRow | null | undefined) {
  const client = useQueryClient()
  const [choice, setChoice] = useState<FontChoice | null>(null)
  const saving = useSaveStyles()
  const chosen = choice?.chosen ?? chosenFonts(row ?? null)
  const { saveOnto, conflict } = useSaveOnto<StylesRow | null, FontChoice['chosen']>({
    save: async (base, fonts) => {
      await saving.mutateAsync({ chosen: fonts, base })
      setChoice(null)
      showToast({ title: 'Global styles saved successfully' })
    },
    load: () => client.fetchQuery({ ...globalStylesQuery, staleTime: 0 }),
    onTakeTheirs: () => setChoice(null),
    onFailed: (failed) =>
      showToast({
        title: `Save failed: ${describeError(failed, { network: 'No connection' })}`,
        tone: 'destructive',
      }),
  })

  return {
    chosen,
    choose: (role: FontRole, id: string | null) =>
      setChoice({ base: choice?.base ?? row ?? null, chosen: { ...chosen, [`${role}_font_id`]: id } }),
    isDirty: row !== undefined && choice !== null && !isSameChoice(chosen, chosenFonts(row)),
    isPending: saving.isPending,
    save: useOneAtATime(() => saveOnto(choice === null ? (row ?? null) : choice.base, chosen)),
    conflict,
  }
}

const ROLES = [
  [
    'Primary',
    'Headings take it where its usage names Header; text takes it where its usage names Body.',
    'Until it has loaded, and for characters it lacks: a sans-serif of the reader’s device.',
  ],
  [
    'Secondary',
    'Text takes it where its usage names Body and the primary font is not for text.',
    'Fallback: a serif of the reader’s device.',
  ],
  [
    'Accent',
    'Buttons take it where its usage names Buttons; labels where its usage names Accent.',
    'Fallback: a monospaced font of the reader’s device.',
  ],
] as const

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

const TEXTS: Readonly<Record<FontRole, { title: string; purpose: string }>> = {
  primary: { title: 'Primary Font', purpose: 'Headers and primary text' },
  secondary: { title: 'Secondary Font', purpose: 'Body text and supporting content' },
  accent: { title: 'Accent Font', purpose: 'Buttons and special elements' },
}

function FontRoleCard({
  role,
  fonts,
  value,
  onChange,
  isDisabled,
}: {
  role: FontRole
  fonts: readonly Font[]
  value: string | null
  onChange: (id: string | null) => void
  isDisabled: boolean
}) {
  const { title, purpose } = TEXTS[role]
  const chosen = fonts.find(({ id }) => id === value)
  const options = [
    { id: null, label: 'No font selected' },
    ...fonts.map((font) => ({ id: font.id, label: font.font_name, detail: detail(font) })),
  ]
  return (
    <Card title={title} className="flex flex-col">
      <p className="-mt-2 mb-3 text-sm text-soft">{purpose}</p>
      <Select
        label={title}
        hideLabel
        options={options}
        value={chosen?.id ?? null}
        onChange={onChange}
        isDisabled={isDisabled}
      />
      {chosen !== undefined && (
        <div className="mt-4 flex flex-col gap-3">
          <FontSample font={chosen} className="flex flex-col gap-1 overflow-hidden">
            <p className="truncate text-3xl leading-tight">{chosen.font_name}</p>
            <p className="text-lg leading-snug">The quick brown fox jumps over the lazy dog. 0123456789</p>
          </FontSample>
          <FontTags font={chosen} />
          {!isUsedAs(role, chosen.font_usage) && (
            <p className="text-sm text-madder">
              {`The site will not show it: in this role it needs the usage ${ROLE_USAGES[role].join(' or ')}.`}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

function detail({ font_weight, font_style, font_usage }: Font): string {
  return [font_weight, font_style, font_usage.join(', ')].filter((part) => part !== '').join(' · ')
}

/** The site's typography CSS, scoped to the preview. */
function TypographyPreview({ styles }: { styles: TypographyStyles }) {
  return (
    <>
      <style id="global-styles-preview">{typographyCss(styles, '.typography-preview')}</style>
      <Card title="Live Preview">
        <div className="typography-preview max-w-2xl font-serif text-lg leading-relaxed">
          <p className="accent mb-2 font-sans text-xs font-semibold tracking-[0.09em] text-prussian uppercase">
            Living spaces
          </p>
          <h3 className="text-[2.25rem] leading-[1.1] tracking-[-0.02em] md:text-[2.75rem]">
            A room that waits for you
          </h3>
          <p className="mt-4">
            There is a chair by the window that nobody was meant to keep. It came with the flat, it faces
            west, and at a quarter to five on a day in November it is the best seat in the house.
          </p>
          <h4 className="mt-6 text-2xl leading-tight tracking-[-0.01em]">What the light does</h4>
          <p className="mt-2">
            It crosses the floor in an hour, and for ten minutes of it the wall is the colour of a ripe pear.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 font-sans">
            <button
              type="button"
              tabIndex={-1}
              className="min-h-9 rounded-md bg-fill px-4 text-sm font-semibold text-on-fill"
            >
              Subscribe
            </button>
            <button
              type="button"
              tabIndex={-1}
              className="min-h-9 rounded-md border border-rule px-4 text-sm font-semibold"
            >
              Read more
            </button>
          </div>
        </div>
      </Card>
    </>
  )
}
