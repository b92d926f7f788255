import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import { PROPOSED_THEMES, proposedSections } from '../../../domain/site/beginning.ts'
import { settingsForm, settingsType } from '../../../domain/site/settings.ts'
import { LANGUAGES } from '../../../domain/text/language.ts'
import {
  type Theme,
  type ThemeRole,
  SCHEMES,
  STANDARD_THEME,
  isSameTheme,
} from '../../../domain/theme/theme.ts'
import { toastError } from '../../resources/describe-error.ts'
import { FormSelect } from '../../resources/form-select.tsx'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { useFormSend } from '../../ui/keys/use-one-at-a-time.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { storedThemeQuery } from '../../data/stored-theme.ts'
import { sectionsQuery } from '../../story/sections.ts'
import { useProfile } from '../../session/use-profile.ts'
import { type BeginFormValues, beginFormSchema } from './begin-form.ts'
import {
  type BeginSettings,
  type DemoRow,
  beginSettingsQuery,
  demoContentQuery,
  useBegin,
} from './data/begin.ts'
import { DemoCard } from './demo-card.tsx'
import { NextSteps, Steps } from './next-steps.tsx'

/** Where a super admin begins a magazine of their own: its name, language, first sections and colours. */
export function BeginScreen() {
  const settings = useQuery(beginSettingsQuery)
  const theme = useQuery(storedThemeQuery)
  const sections = useQuery(sectionsQuery)
  const demo = useQuery(demoContentQuery)
  /** The name under which it has begun. */
  const [begun, setBegun] = useState<string | null>(null)
  const failed = [settings, theme, sections, demo].find(({ isLoadingError }) => isLoadingError)
  return (
    <ScreenBox className="max-w-3xl! gap-5!">
      <div>
        <ScreenTitle>Begin Your Own Magazine</ScreenTitle>
        {begun === null && (
          <p className="mt-1 text-soft">
            What it is called, and what it begins with. All of it can be changed later, under Settings,
            Sections and Colours.
          </p>
        )}
      </div>
      {/* For who left what comes next, and looks for it where it was. */}
      {begun === null && demo.data?.length === 0 && (
        <Card title="What Makes It Yours">
          <Steps />
        </Card>
      )}
      {begun !== null ? (
        <NextSteps siteName={begun} />
      ) : settings.data !== undefined &&
        theme.data !== undefined &&
        sections.data !== undefined &&
        demo.data !== undefined ? (
        <BeginForm
          opened={settings.data ?? settingsForm(null)}
          storedTheme={theme.data ?? STANDARD_THEME}
          taken={sections.data.map(({ slug }) => slug)}
          demo={demo.data}
          onBegun={setBegun}
        />
      ) : failed !== undefined ? (
        <QueryError title="Failed to load the settings" error={failed.error} refetch={failed.refetch} />
      ) : (
        <div aria-busy className="contents">
          <Skeleton className="h-56" />
          <Skeleton className="h-64" />
        </div>
      )}
    </ScreenBox>
  )
}

/** The choice of the stored colours, where they are none of the proposed ones. */
const PRESENT = 'Present'

function BeginForm({
  opened,
  storedTheme,
  taken,
  demo,
  onBegun,
}: {
  opened: BeginSettings
  storedTheme: Theme
  /** The addresses of the sections that are there. */
  taken: readonly string[]
  demo: readonly DemoRow[]
  onBegun: (siteName: string) => void
}) {
  const { email } = useProfile()
  const begin = useBegin()
  const stored = Object.keys(PROPOSED_THEMES).find((name) =>
    isSameTheme(PROPOSED_THEMES[name] ?? storedTheme, storedTheme),
  )
  const themes = stored === undefined ? { [PRESENT]: storedTheme, ...PROPOSED_THEMES } : PROPOSED_THEMES
  const { control, handleSubmit, formState } = useForm<BeginFormValues>({
    resolver: zodResolver(beginFormSchema),
    defaultValues: {
      ...opened,
      ...{ sections: [], theme: stored ?? PRESENT },
      removesDemo: demo.length > 0,
      keep: demo.filter(({ is_changed }) => is_changed).map(({ id }) => id),
    },
  })
  const [asked, setAsked] = useState<BeginFormValues | null>(null)
  const carryOut = async ({ sections, theme, removesDemo, keep, ...settings }: BeginFormValues) => {
    const chosen = proposedSections(settings.language).filter(
      ({ id, slug }) => sections.includes(id) && !taken.includes(slug),
    )
    const colours = themes[theme] ?? storedTheme
    try {
      await begin.mutateAsync({
        ...{ opened, settings, sections: chosen },
        theme: isSameTheme(colours, storedTheme) ? null : colours,
        demo: removesDemo ? { rows: demo, keep } : null,
      })
    } catch (error) {
      toastError('Your magazine could not be begun', error, {
        conflict:
          'Somebody else has changed the name or the language meanwhile. Load this screen again to see it.',
        duplicate: { sections_slug_key: 'One of the sections has been added meanwhile.' },
      })
      return
    }
    onBegun(settings.site_name)
  }
  const send = useFormSend(
    handleSubmit((values) => (values.removesDemo ? setAsked(values) : carryOut(values))),
  )
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-5">
      <UnsavedWarning isDirty={formState.isDirty} />
      <Card title="Name & Language">
        <div className="flex flex-col gap-4">
          <FormField control={control} name="site_name" label={LABELS.site_name} isRequired />
          <FormField
            control={control}
            name="tagline"
            label={LABELS.tagline}
            description="In the footer, in feeds and in the title of the home page; may be empty"
          />
          <FormSelect
            control={control}
            name="language"
            label={LABELS.language}
            options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES.of(id) ?? id }))}
            description="Of what the pages say by themselves, and of the sections proposed below"
          />
        </div>
      </Card>
      <Card title="Sections">
        <ProposedSections control={control} taken={taken} />
      </Card>
      <Card title="Colours">
        <ProposedThemes control={control} themes={themes} />
      </Card>
      {demo.length > 0 && (
        <DemoCard control={control} rows={demo} isDemoAccount={isDemoAddress(email, demo)} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
          {formState.isSubmitting ? 'Beginning…' : 'Begin'}
        </Button>
        <p className="text-sm text-soft">Every page is made anew, the home page first.</p>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Remove the demo content?"
        confirmLabel={begin.isPending ? 'Beginning…' : 'Remove and Begin'}
        tone="destructive"
        isPending={begin.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) void carryOut(asked).finally(() => setAsked(null))
        }}
      >
        <p>It cannot be brought back. What you have made yourself stays.</p>
      </ConfirmDialog>
    </form>
  )
}

/** Whether an address is at the domain of the demo's accounts. */
function isDemoAddress(email: string | null, demo: readonly DemoRow[]): boolean {
  const domainOf = (address: string | null) => address?.split('@').at(-1)
  return demo.some(({ kind, title }) => kind === 'account' && domainOf(title) === domainOf(email))
}

const LABELS = settingsType.labels
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
const CHOICE =
  'flex cursor-pointer rounded-md border border-rule p-3 hover:bg-tint has-checked:border-prussian has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:opacity-55'

function ProposedSections({
  control,
  taken,
}: {
  control: Control<BeginFormValues>
  taken: readonly string[]
}) {
  const language = useWatch({ control, name: 'language' })
  const { field } = useController({ control, name: 'sections' })
  return (
    <fieldset>
      <legend className="mb-3 text-sm text-soft">
        Pages that list stories, with links in the header. Each gets a category of its name, which stories can
        be in. You can begin with none.
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {proposedSections(language).map(({ id, slug, title, description }) => {
          const isThere = taken.includes(slug)
          return (
            <label key={id} className={`${CHOICE} items-start gap-2.5`}>
              <input
                type="checkbox"
                disabled={isThere}
                checked={isThere || field.value.includes(id)}
                onChange={({ target }) => {
                  const others = field.value.filter((one) => one !== id)
                  field.onChange(target.checked ? [...others, id] : others)
                }}
                className="mt-[calc((1lh-1rem)/2)] size-4 shrink-0 accent-fill"
              />
              <span>
                <span className="block font-semibold" lang={language}>
                  {title}
                </span>
                <span className="block text-sm text-soft" lang={language}>
                  {description}
                </span>
                {isThere && <span className="block text-xs text-soft">It is there already.</span>}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The roles that a drawing of a theme shows, on its paper. */
const SHOWN: readonly ThemeRole[] = ['ink', 'field', 'link', 'mark']

function ProposedThemes({
  control,
  themes,
}: {
  control: Control<BeginFormValues>
  themes: Readonly<Record<string, Theme>>
}) {
  const { field } = useController({ control, name: 'theme' })
  return (
    <fieldset>
      <legend className="mb-3 text-sm text-soft">
        In light and in dark; every text can be read in each. Single colours are chosen under Colours.
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {Object.entries(themes).map(([name, theme]) => (
          <label key={name} className={`${CHOICE} flex-col gap-2`}>
            <input
              type="radio"
              name={field.name}
              className="sr-only"
              checked={field.value === name}
              onChange={() => field.onChange(name)}
            />
            <span aria-hidden className="flex overflow-hidden rounded-sm border border-rule">
              {SCHEMES.map((scheme) => (
                <span
                  key={scheme}
                  className="flex flex-1 items-end gap-1 p-2"
                  style={{ background: theme[scheme].paper }}
                >
                  {SHOWN.map((role) => (
                    <span
                      key={role}
                      className="h-6 flex-1 rounded-xs"
                      style={{ background: theme[scheme][role] }}
                    />
                  ))}
                </span>
              ))}
            </span>
            <span className="text-sm font-semibold">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
