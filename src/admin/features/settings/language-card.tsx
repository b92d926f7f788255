import { type Control, useController, useWatch } from 'react-hook-form'
import { serverClock } from '../../../backend/server-clock.ts'
import { LANGUAGES } from '../../../domain/text/language.ts'
import { type SettingsForm, calendarOf, settingsType } from '../../../domain/site/settings.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Select } from '../../ui/fields/select.tsx'

const LABELS = settingsType.labels

/** Languages that are offered, by their tags. Others come from the browser of the first super admin. */
const DATE_LANGUAGES = [
  ...[
    'en-GB',
    'en-US',
    'ar',
    'bg',
    'ca',
    'cs',
    'da',
    'de',
    'de-AT',
    'de-CH',
    'el',
    'es',
    'et',
    'fi',
    'fr',
    'fr-CA',
    'he',
  ],
  ...[
    'hi',
    'hr',
    'hu',
    'id',
    'is',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'nb',
    'nl',
    'pl',
    'pt-BR',
    'pt-PT',
    'ro',
    'ru',
  ],
  ...['sk', 'sl', 'sr', 'sv', 'th', 'tr', 'uk', 'vi', 'zh-CN', 'zh-TW'],
]

/** The magazine's language, and the time zone and the language of its dates. */
export function LanguageCard({ control }: { control: Control<SettingsForm> }) {
  return (
    <Card title="Language & Dates">
      <div className="flex flex-col gap-4">
        <MagazineLanguage control={control} />
        <TimeZone control={control} />
        <DateLanguage control={control} />
      </div>
    </Card>
  )
}

function MagazineLanguage({ control }: { control: Control<SettingsForm> }) {
  const { field } = useController({ control, name: 'language' })
  return (
    <Select
      label={LABELS.language}
      value={field.value}
      onChange={field.onChange}
      options={LANGUAGES.map((id) => ({ id, label: languageName(id) }))}
      description="Of what the pages say by themselves: buttons, counts, messages. Titles and texts stay as they are written."
    />
  )
}

function TimeZone({ control }: { control: Control<SettingsForm> }) {
  const { field, fieldState } = useController({ control, name: 'time_zone' })
  const { timeZone, time } = useChosenCalendar(control)
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), timeZone])
  return (
    <ComboBox
      label={LABELS.time_zone}
      value={timeZone}
      onChange={(id) => id !== null && field.onChange(id)}
      options={[...zones].toSorted().map((id) => ({ id, label: id }))}
      description={`Of all dates that readers and staff see, and of publish dates. It is ${time} there now.`}
      errorMessage={fieldState.error?.message}
    />
  )
}

function DateLanguage({ control }: { control: Control<SettingsForm> }) {
  const { field, fieldState } = useController({ control, name: 'date_language' })
  const { date } = useChosenCalendar(control)
  const language = useWatch({ control, name: 'language' })
  /** The language of the magazine. */
  const standard = { id: 'default', label: languageName(language) }
  const tags = new Set([...DATE_LANGUAGES, ...(field.value === '' ? [] : [field.value])])
  const options = [...tags]
    .map((id) => ({ id, label: languageName(id) }))
    .filter(({ id, label }) => id === field.value || label !== standard.label)
  options.sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return (
    <ComboBox
      label={LABELS.date_language}
      value={field.value || standard.id}
      onChange={(id) => id !== null && field.onChange(id === standard.id ? '' : id)}
      options={[standard, ...options]}
      description={`As in ${date}`}
      errorMessage={fieldState.error?.message}
    />
  )
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

export function languageName(tag: string): string {
  return NAMES.of(tag) ?? tag
}

/** What the clock and the calendar of the form show now. */
function useChosenCalendar(control: Control<SettingsForm>) {
  const [time_zone, date_language, language] = useWatch({
    control,
    name: ['time_zone', 'date_language', 'language'],
  })
  const calendar = calendarOf({
    time_zone: time_zone || null,
    date_language: date_language || null,
    language,
  })
  const now = serverClock.now().toISOString()
  return {
    timeZone: calendar.timeZone,
    time: calendar.format(now, 'time'),
    date: calendar.format(now, 'longDate'),
  }
}
