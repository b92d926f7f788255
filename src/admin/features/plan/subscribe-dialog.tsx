import { useState } from 'react'
import { attempt } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { renewCalendarAddress } from './data/calendar.ts'

/** Makes the address at which other calendar programs read the plan. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const make = async () => {
    setPending(true)
    await attempt('The address could not be made', async () => setAddress(await renewCalendarAddress()))
    setPending(false)
  }
  const copy = (text: string) =>
    attempt('The address could not be copied', async () => {
      await navigator.clipboard.writeText(text)
      showToast({ title: 'Address copied' })
    })
  return (
    <Dialog
      isOpen
      title="The Plan in Your Calendar"
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <p>
          Your calendar program shows what is planned, and your tasks, when it subscribes to an address that
          is yours alone. Whoever has the address can read the plan.
        </p>
        {address === null ? (
          <>
            <p className="text-sm text-soft">A new address ends the one that you made before.</p>
            <Button
              variant="primary"
              isPending={isPending}
              className="self-start"
              onPress={() => void make()}
            >
              Make an Address
            </Button>
          </>
        ) : (
          <>
            <TextField label="Address" value={address} isReadOnly description="It is shown only now." />
            <Button variant="primary" className="self-start" onPress={() => void copy(address)}>
              Copy
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
