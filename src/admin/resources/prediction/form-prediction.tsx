import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { PlannedChange } from '../../../domain/newsroom/prediction.ts'
import { PredictionLine } from './prediction-line.tsx'

/** From the last change of a form to the question what it would change on the site. */
const PAUSE_MS = 600

/**
 * What a save of a form would change on the site, asked when the writer pauses; never at a key. `plan` returns what
 * would be saved, null when nothing would.
 */
export function FormPrediction<Form extends FieldValues>({
  form,
  plan,
  className,
}: {
  form: Pick<UseFormReturn<Form>, 'watch'>
  plan: () => PlannedChange[] | null
  className?: string
}) {
  const [changes, setChanges] = useState<PlannedChange[] | null>(null)
  const look = useEffectEvent(() => setChanges(plan()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(look, PAUSE_MS)
    }
    wait()
    const { unsubscribe } = form.watch(wait)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [form])
  return <PredictionLine changes={changes} className={className} />
}
