import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Scheme,
  type Theme,
  type ThemeRole,
  SCHEMES,
  STANDARD_THEME,
  THEME_ROLES,
  isSameTheme,
  parseHex,
} from '../../../domain/theme/theme.ts'
import { derivedDark } from '../../../domain/theme/legible.ts'
import { SitePreview } from '../../components/site-preview.tsx'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { PredictionLine } from '../../resources/prediction/prediction-line.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { useSingleRow } from '../../resources/use-single-row.ts'
import { ColorField } from '../../ui/fields/color-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { type ThemeRow, themeChange, themeQuery, writeTheme } from './data/theme.ts'
import { type Problem, ROLE_TEXTS, followingRoles, problemsOf, withColour } from './theme-draft.ts'

/** The colours of the magazine beside its pages in them. */
export function ColoursScreen() {
  const { data: row, isLoadingError, error, refetch } = useQuery(themeQuery)
  return (
    <ScreenBox className="max-w-none">
      <ScreenTitle isInTopBar={false}>Colours</ScreenTitle>
      {isLoadingError ? (
        <QueryError title="Failed to load the colours" error={error} refetch={refetch} />
      ) : row === undefined ? (
        <ListSkeleton noun="the colours" count={6} className="h-24" listClassName="grid gap-3 xl:w-104" />
      ) : (
        <ColoursEditor row={row} />
      )}
    </ScreenBox>
  )
}

function ColoursEditor({ row }: { row: ThemeRow | null }) {
  const stored: Theme = row ?? STANDARD_THEME
  const edit = useSingleRow({
    ...{
      table: 'theme',
      query: themeQuery,
      row,
      stored,
      isSame: isSameTheme,
      write: writeTheme,
      noun: 'Colours',
    },
  })
  const { value: theme, setValue: setTheme, isDirty, isPending, save, conflict } = edit
  const problems = problemsOf(theme, stored)
  const [shown, setShown] = useState(theme)
  // What cannot be stored cannot be drawn either: the page keeps the last colours that can.
  if (problems.length === 0 && !isSameTheme(shown, theme)) setShown(theme)
  // Before the first change the magazine had the standard theme.
  const former = row === null ? stored : (row.former ?? STANDARD_THEME)
  const following = followingRoles(theme)
  const canSave = isDirty && problems.length === 0
  return (
    <>
      <TopBarActions>
        <Button variant="primary" isDisabled={!canSave} isPending={isPending} onPress={save}>
          {isPending ? 'Saving…' : 'Save Changes'}
        </Button>
      </TopBarActions>
      <UnsavedWarning isDirty={isDirty} />
      <p className="max-w-3xl text-soft md:-mt-3">
        Pages, the bars of browsers, social cards and mails have these colours. The dark ones follow the light
        ones until you choose your own. Stories keep the tints of their pictures.
      </p>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {!isDirty && isSameTheme(former, stored) && isSameTheme(theme, STANDARD_THEME) && (
          <span className="text-soft">These are the standard colours.</span>
        )}
        {!isDirty && !isSameTheme(former, stored) && (
          <Button size="sm" onPress={() => setTheme(former)}>
            Take Back the Last Change
          </Button>
        )}
        {!isSameTheme(theme, STANDARD_THEME) && (
          <Button size="sm" onPress={() => setTheme(STANDARD_THEME)}>
            Standard Colours
          </Button>
        )}
        {isDirty && (
          <Button size="sm" variant="ghost" onPress={() => setTheme(null)}>
            Discard Changes
          </Button>
        )}
        {problems.length > 0 ? (
          <span role="status" className="text-madder">
            {problems.length === 1 ? 'One colour' : `${problems.length} colours`} cannot be saved yet.
          </span>
        ) : (
          isDirty && <PredictionLine changes={[themeChange(row, theme)]} />
        )}
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        <div className="flex flex-col divide-y divide-rule rounded-lg border border-rule bg-card">
          {THEME_ROLES.map((role) => (
            <RoleColours
              key={role}
              role={role}
              theme={theme}
              isFollowing={following.has(role)}
              problems={problems.filter((problem) => problem.role === role)}
              isDisabled={isPending}
              onChange={(scheme, value) => setTheme(withColour(theme, scheme, role, value))}
            />
          ))}
        </div>
        <SitePreview change={themeChange(row, shown)} what="in these colours" />
      </div>
      {conflict !== null && (
        <ConflictDialog noun="the colours" onChoose={conflict.onChoose}>
          <p>They were saved after you had opened them. Your choice has not been saved.</p>
        </ConflictDialog>
      )}
    </>
  )
}

const SCHEME_NAMES = { light: 'Light', dark: 'Dark' } as const

function RoleColours({
  role,
  theme,
  isFollowing,
  problems,
  isDisabled,
  onChange,
}: {
  role: ThemeRole
  theme: Theme
  /** Whether the dark colour is the one derived from the light ones. */
  isFollowing: boolean
  problems: readonly Problem[]
  isDisabled: boolean
  onChange: (scheme: Scheme, value: string) => void
}) {
  const { name, use } = ROLE_TEXTS[role]
  return (
    <section aria-label={name} className="flex flex-col gap-2 p-4">
      <div>
        <h2 className="text-sm font-semibold">{name}</h2>
        <p className="text-xs text-soft">{use}</p>
      </div>
      <div className="grid grid-cols-2 gap-3">
        {SCHEMES.map((scheme) => (
          <div key={scheme} className="flex min-w-0 flex-col items-start gap-1.5">
            <TypedColour
              label={SCHEME_NAMES[scheme]}
              name={`${name}, ${scheme}`}
              value={theme[scheme][role]}
              isDisabled={isDisabled}
              problem={problems.find((problem) => problem.scheme === scheme) ?? null}
              onChange={(value) => onChange(scheme, value)}
            />
            {scheme === 'dark' &&
              (isFollowing ? (
                <p className="text-xs text-soft">Follows the light one.</p>
              ) : (
                <Button
                  size="sm"
                  variant="ghost"
                  isDisabled={isDisabled}
                  onPress={() => onChange('dark', derivedDark(theme.light)[role])}
                >
                  Follow the Light One
                </Button>
              ))}
          </div>
        ))}
      </div>
    </section>
  )
}

/** A colour with what was typed of it, and the colour that passes in place of one that is refused. */
function TypedColour({
  label,
  name,
  value,
  isDisabled,
  problem,
  onChange,
}: {
  label: string
  name: string
  value: string
  isDisabled: boolean
  problem: Problem | null
  onChange: (value: string) => void
}) {
  /** A text that is no colour, and the colour that the field had then. */
  const [unclear, setUnclear] = useState<{ text: string; at: string } | null>(null)
  const typed = unclear?.at === value ? unclear.text : null
  const [isLeft, setIsLeft] = useState(false)
  const isUnclear = typed !== null && isLeft
  return (
    <>
      <ColorField
        label={label}
        name={name}
        value={typed ?? value}
        fallback={value}
        isDisabled={isDisabled}
        onChange={(text) => {
          const hex = /^#?[0-9a-f]{6}$/i.test(text.trim()) ? parseHex(text) : null
          setIsLeft(false)
          setUnclear(hex === null ? { text, at: value } : null)
          if (hex !== null) onChange(hex)
        }}
        onBlur={() => {
          // Three digits are a colour, too, but may be the beginning of six.
          const hex = typed === null ? null : parseHex(typed)
          if (hex === null) setIsLeft(true)
          else {
            setUnclear(null)
            onChange(hex)
          }
        }}
        errorMessage={isUnclear ? 'A colour has six digits, such as #1d3567.' : problem?.text}
      />
      {problem !== null && !isUnclear && (
        <Replacement problem={problem} name={name} isDisabled={isDisabled} onUse={onChange} />
      )}
    </>
  )
}

function Replacement({
  problem: { neighbour },
  name,
  isDisabled,
  onUse,
}: {
  problem: Problem
  name: string
  isDisabled: boolean
  onUse: (value: string) => void
}) {
  if (neighbour === null) return <p className="text-xs text-soft">No colour passes beside the others.</p>
  const { value, isAnotherColour } = neighbour
  return (
    <>
      <Button
        size="sm"
        isDisabled={isDisabled}
        onPress={() => onUse(value)}
        aria-label={`Use ${value} for ${name}`}
      >
        <span aria-hidden className="size-3.5 rounded-sm border border-edge" style={{ background: value }} />
        Use {value}
      </Button>
      {isAnotherColour && <p className="text-xs text-soft">That is another colour.</p>}
    </>
  )
}
