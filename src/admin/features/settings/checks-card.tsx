import { type Control, useController } from 'react-hook-form'
import {
  ALWAYS_REQUIRED,
  CHECKS,
  NOT_REQUIRABLE_CHECKS,
  REQUIRABLE_CHECKS,
} from '../../../domain/story/checks.ts'
import { type SettingsForm, settingsType } from '../../../domain/site/settings.ts'
import { Card } from '../../ui/layout/card.tsx'

/** For which of the checks a story is not published. */
export function ChecksCard({ control }: { control: Control<SettingsForm> }) {
  const { field } = useController({ control, name: 'required_checks' })
  return (
    <Card title={settingsType.labels.required_checks}>
      <p className="mb-3.5 text-sm text-soft">
        The editor lists all of them before a story goes out. A story that does not meet one that you choose
        here is not published; what is published already stays.
      </p>
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        {REQUIRABLE_CHECKS.map((name) => {
          const noteId = `check-${name}`
          return (
            <div key={name}>
              <label className="flex cursor-pointer items-start gap-2 font-semibold">
                <input
                  type="checkbox"
                  checked={field.value.includes(name)}
                  onChange={({ target }) =>
                    field.onChange(
                      REQUIRABLE_CHECKS.filter((one) =>
                        one === name ? target.checked : field.value.includes(one),
                      ),
                    )
                  }
                  onBlur={field.onBlur}
                  aria-describedby={noteId}
                  className="mt-[calc((1lh-1rem)/2)] size-4 shrink-0 accent-fill"
                />
                {CHECKS[name].label}
              </label>
              <p id={noteId} className="pl-6 text-sm text-soft">
                {CHECKS[name].asks}
              </p>
            </div>
          )
        })}
      </div>
      <p className="mt-3.5 text-sm text-soft">
        {[
          ...ALWAYS_REQUIRED.map((name) => `${CHECKS[name].label} is always required.`),
          ...NOT_REQUIRABLE_CHECKS.map(({ label, reason }) => `${label} cannot be required: ${reason}.`),
        ].join(' ')}
      </p>
    </Card>
  )
}
