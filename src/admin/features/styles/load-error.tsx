import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** The styles could not be loaded; Try Again reloads the page. */
export function LoadError({ error }: { error: Error }) {
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
