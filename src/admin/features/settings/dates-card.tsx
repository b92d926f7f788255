import { type Control, useController, useWatch } from 'react-hook-form'
import { serverClock } from '../../../backend/server-clock.ts'
import { Calendar } from '../../../domain/text/calendar.ts'
import { type SettingsForm, settingsType } from '../../../domain/site/settings.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'

const LABELS = settingsType.labels

/** Languages that are offered, by their tags. Others come from the browser of the first super admin. */
const LANGUAGES = [
  ...[
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

/** The time zone and the language of the magazine's dates. */
export function DatesCard({ control }: { control: Control<SettingsForm> }) {
  return (
    <Card title="Dates">
      <div className="flex flex-col gap-4">
        <TimeZone control={control} />
        <DateLanguage control={control} />
      </div>
    </Card>
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
  const tags = new Set([...LANGUAGES, ...(field.value === '' ? [] : [field.value])])
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const options = [...tags].map((id) => ({ id, label: names.of(id) ?? id }))
  options.sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return (
    <ComboBox
      label={LABELS.date_language}
      value={field.value || ENGLISH.id}
      onChange={(id) => id !== null && field.onChange(id === ENGLISH.id ? '' : id)}
      options={[ENGLISH, ...options]}
      description={`As in ${date}`}
      errorMessage={fieldState.error?.message}
    />
  )
}

/** The default. */
const ENGLISH = { id: 'default', label: 'English' }

/** What the clock and the calendar of the form show now. */
function useChosenCalendar(control: Control<SettingsForm>) {
  const [zone, language] = useWatch({ control, name: ['time_zone', 'date_language'] })
  const calendar = new Calendar(zone || null, language || null)
  const now = serverClock.now().toISOString()
  return {
    timeZone: calendar.timeZone,
    time: calendar.format(now, 'time'),
    date: calendar.format(now, 'longDate'),
  }
}
