import { type Control, useController } from 'react-hook-form'
import type { SettingsForm } from '../../../domain/settings.ts'
import { Switch } from '../../ui/switch.tsx'

/** A switch that says what its position means for readers. */
export function SettingSwitch({
  control,
  name,
  label,
  on,
  off,
}: {
  control: Control<SettingsForm>
  name: 'newsletter_enabled' | 'contact_enabled' | 'sign_up_open'
  label: string
  on: string
  off: string
}) {
  const { field } = useController({ control, name })
  const noteId = `${name}-note`
  return (
    <div className="py-3.5 first:pt-0 last:pb-0">
      <Switch
        label={label}
        name={field.name}
        isSelected={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        aria-describedby={noteId}
        className="font-semibold"
      />
      <p id={noteId} aria-live="polite" className="mt-0.5 pr-14 text-sm text-soft">
        {field.value ? on : off}
      </p>
    </div>
  )
}
